"""Stories as the ladder of why tells them."""

import msgspec

from support.tellings import STORY
from workbench.bench.story import Story


def but(story: Story = STORY, **changes) -> Story:
    """``story`` in other words."""
    return msgspec.structs.replace(story, **changes)
