"""Completing the name of a time zone from what is typed of it."""

from functools import cache

from workbench.time.zones import zone_names


def complete_zone(text: str) -> str:
    """The zone that begins like ``text``, else the first one whose city does; nothing for a zone's whole name."""
    wanted = text.strip().lower().replace(" ", "_")
    names = _lower_names()
    if not wanted or wanted in names:
        return ""
    by_name = next((name for key, name in names.items() if key.startswith(wanted)), "")
    return by_name or next((name for key, name in names.items() if f"/{wanted}" in key), "")


@cache
def _lower_names() -> dict[str, str]:
    return {name.lower(): name for name in zone_names()}
