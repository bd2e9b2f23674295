"""Files that are no good log, each made on request below a folder, and what reading one must say."""

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from backports import zstd

HEADER = b'{"type":"session","version":0,"id":"x","createdAt":1786093200000,"delegationDepth":0}\n'
NO_HEADER = b'{"type":"session","version":0,"id":""}\n'
NEWER = b'{"type":"session","version":4,"id":"n","createdAt":1}\n'
UNKNOWN = b'{"type":"my/own","seq":0,"time":1,"data":{}}\n'
TURN_END = b'{"type":"turn/end","seq":1,"time":1786093200000,"data":{"turn":1,"reason":{"kind":"completed"}}}\n'
TITLE = b'{"type":"session/title","seq":0,"time":1786093200000,"data":{"title":"%s"}}\n'


@dataclass(frozen=True)
class BadLog:
    """``code`` is what a command that must use the log says of it; ``shown`` whether what is in it can be looked at."""

    name: str
    make: Callable[[Path], object]
    code: str
    shown: bool = False


def _write(*parts: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(b"".join(parts))


@cache
def _bomb_bytes() -> bytes:
    """Ten kilobytes that stand for 300 MB."""
    return zstd.compress(HEADER) + zstd.compress(TITLE % (b"x" * 300_000_000))


def _bomb(path: Path) -> None:
    path.write_bytes(_bomb_bytes())


def _secret(path: Path) -> None:
    path.write_bytes(HEADER)
    path.chmod(0)


BAD_LOGS = (
    BadLog("missing.jsonl", lambda _path: None, "not_found"),
    BadLog("folder", lambda path: path.mkdir(), "is_folder"),
    BadLog("empty.jsonl", _write(), "corrupt_log", shown=True),
    BadLog("damaged.jsonl", _write(HEADER, b"garbage\n", TURN_END), "corrupt_log", shown=True),
    BadLog("hole.jsonl", _write(HEADER, TURN_END), "corrupt_log", shown=True),
    BadLog("bad-header.jsonl", _write(NO_HEADER, TITLE % b"a", TURN_END), "corrupt_log", shown=True),
    BadLog("new.jsonl", _write(NEWER), "unsupported_format", shown=True),
    BadLog("unknown.jsonl", _write(HEADER, UNKNOWN), "unsupported_format", shown=True),
    BadLog("foreign.jsonl", _write(b'{"a":1}\n' * 5), "not_a_log"),
    BadLog("text.jsonl", _write(b"dear diary\n"), "not_a_log"),
    BadLog("binary.jsonl", _write(random.Random(1).randbytes(5000)), "not_a_log"),
    BadLog("binary.jsonl.zstd", _write(random.Random(2).randbytes(5000)), "not_a_log"),
    BadLog("nul.jsonl", _write(b"\0" * 5000), "not_a_log"),
    BadLog("bomb.jsonl.zstd", _bomb, "too_large"),
    BadLog("long-line.jsonl", _write(HEADER, TITLE % (b"x" * (65 << 20))), "too_large"),
    BadLog("pipe.jsonl", os.mkfifo, "not_readable"),
    BadLog("loop.jsonl", lambda path: path.symlink_to(path), "not_readable"),
    BadLog("secret.jsonl", _secret, "not_readable"),
)  # fmt: skip
