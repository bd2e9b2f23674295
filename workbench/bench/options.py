"""How one bench behaves: settings that a scenario, a command line or a front chooses before anything runs."""

from dataclasses import dataclass, field
from typing import Literal

from workbench.bench.models.base import Model
from workbench.bench.models.builtin import BuiltinModel


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """``turn_ms`` is how long a turn lasts in simulated ms (BEN-8), ``model`` who answers (BEN-9).

    ``fsync`` False skips the flush to the disk alone, for measurements. ``compression`` is for logs the bench creates.
    """

    turn_ms: int = 0
    model: Model = field(default_factory=BuiltinModel)
    fsync: bool = True
    compression: Literal["none", "zstd"] = "none"
