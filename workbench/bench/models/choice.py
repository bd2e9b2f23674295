"""Which model a name stands for, in settings and scenarios; a scripted one needs its replies and is made there."""

from typing import Literal, assert_never

from workbench.bench.models.base import Model
from workbench.bench.models.builtin import BuiltinModel

ModelName = Literal["built-in", "endpoint"]


def model_named(name: ModelName) -> Model:
    """The model; ``endpoint`` is the one the environment names and raises ``endpoint_missing`` where it names none."""
    match name:
        case "built-in":
            return BuiltinModel()
        case "endpoint":
            from workbench.bench.models.endpoint import EndpointModel

            return EndpointModel.from_environment()
        case _:
            assert_never(name)
