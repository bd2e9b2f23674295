"""Stand-in until the real module lands."""
from typing import Any
class Explanation: ...
def explain(history: Any, journal: Any, record_id: str) -> Explanation:
    return Explanation()
