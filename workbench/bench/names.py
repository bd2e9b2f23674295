"""What a person may call a new session: stricter than what the log format can encode, so that names stay readable."""

from workbench.errors import UsageError
from workbench.session.paths import encode_id
from workbench.text.quote import quote

MAX_NAME = 100
_MAX_FOLDER = 255  # characters of the encoded id, which is a folder's name


def check_new_id(text: str) -> str:
    """``text`` if it can be the id of a new session, else UsageError ``invalid_id``.

    LOG-1 can encode any id; a new one is refused where reading it back would mislead: empty, padded, over 100
    characters, with ``..``, a slash, a backslash or anything unprintable in it, or made of dots only.
    """
    fits = (
        0 < len(text) <= MAX_NAME
        and len(encode_id(text)) <= _MAX_FOLDER
        and text == text.strip()
        and text.strip(".")
        and text.isprintable()
    )
    if not fits or any(mark in text for mark in ("/", "\\", "..")):
        raise UsageError(
            "invalid_id",
            f"{quote(text)} cannot be the id of a new session: accepted are 1 to {MAX_NAME} printable characters, "
            "not padded, without / \\ or '..', whose encoded form fits a folder name",
        )
    return text
