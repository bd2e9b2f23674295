"""A log's bytes to decoded events by the standard library alone, with every envelope rule checked (LOG-2..7).

Shares no code with the product on purpose: it is what the product's files are measured against. Problems are collected
as sentences, so that one run shows all of them.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workbench.session.events import EVENT_TYPES  # the closed list of LOG-5, a table and not a rule

try:
    from compression import zstd
except ImportError:
    from backports import zstd

HEADER_KEYS = {
    "type", "version", "id", "createdAt", "cwd", "parentSession", "seedLength", "origin", "delegationDepth",
    "agentPreset",
}  # fmt: skip
EVENT_KEYS = {"type", "seq", "time", "data", "surfaceOp", "sourceEventSeqs", "ignorable"}
SURFACE = {"user/message", "assistant/message", "tool/result"}
PACKED = {
    "text-chunks": ("texts", "text-delta", "text", {"texts"}),
    "reasoning-chunks": ("texts", "reasoning-delta", "text", {"texts"}),
    "tool-call-chunks": ("args", "tool-call-delta", "argumentsDelta", {"args", "id", "name"}),
}
PACKED_KEYS = {"turn", "step", "index", "dt"}
CHECKSUM_FLAG = 4  # in a frame's descriptor byte


class Lines:
    """What :func:`read` found: the header, the decoded events in order (packed rows expanded), and what is wrong."""

    def __init__(self) -> None:
        self.header: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.problems: list[str] = []

    def note(self, where: object, what: str) -> None:
        self.problems.append(f"{where}: {what}")


def read(path: Path) -> Lines:
    """Decode a whole file; what cannot be decoded at all is a problem too."""
    found = Lines()
    text = _text(path, found)
    if not text.endswith(b"\n"):
        found.note("file", "the last line has no LF")
    for number, line in enumerate(text.removesuffix(b"\n").split(b"\n"), 1):
        value = _object(line, number, found)
        if value is None:
            continue
        if number == 1:
            _check_header(value, found)
        elif value.get("type") in PACKED:
            found.events += _expand(value, number, found)
        else:
            _check_envelope(value, number, found)
            found.events.append(value)
    for expected, event in enumerate(found.events):
        if event.get("seq") != expected:
            found.note(f"event {expected}", f"has seq {event.get('seq')!r}")
    return found


def is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(path: Path, found: Lines) -> bytes:
    data = path.read_bytes()
    if not path.name.endswith(".zstd"):
        return data
    parts = []
    while data:
        size = zstd.get_frame_size(data)
        if not data[4] & CHECKSUM_FLAG:
            found.note(f"frame {len(parts)}", "has no checksum")
        parts.append(zstd.decompress(data[:size]))
        if not parts[-1].endswith(b"\n"):
            found.note(f"frame {len(parts)}", "does not end with a whole line")
        data = data[size:]
    if parts[0].count(b"\n") != 1:
        found.note("frame 0", "is not exactly the header line")
    return b"".join(parts)


def _object(line: bytes, number: int, found: Lines) -> dict[str, Any] | None:
    def refuse(name: str) -> None:
        raise ValueError(f"{name} is no JSON number")

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(items)) != len(items):
            found.note(f"line {number}", "a key is repeated")
        return dict(items)

    try:
        value = json.loads(line.decode("utf-8"), parse_constant=refuse, object_pairs_hook=pairs)
    except ValueError as error:
        found.note(f"line {number}", f"is not JSON: {error}")
        return None
    if not isinstance(value, dict):
        found.note(f"line {number}", "is not an object")
        return None
    return value


def _check_header(value: dict[str, Any], found: Lines) -> None:
    found.header = value
    if value.get("type") != "session" or value.get("version") != 0:
        found.note("header", "type session and version 0 are needed")
    if not isinstance(value.get("id"), str) or not value["id"]:
        found.note("header", "needs an id")
    for key in ("createdAt", "delegationDepth", "seedLength"):
        needed = key != "seedLength"
        # A birth before 1970 is a number like any other; counts are not.
        if (needed or key in value) and (not is_int(value.get(key)) or (value[key] < 0 and key != "createdAt")):
            found.note("header", f"{key} {value.get(key)!r}")
    if ("seedLength" in value) != ("parentSession" in value):
        found.note("header", "parentSession and seedLength go together")
    if unknown := set(value) - HEADER_KEYS:
        found.note("header", f"unknown keys {sorted(unknown)}")


def _check_envelope(event: dict[str, Any], number: int, found: Lines) -> None:
    where = f"line {number}"
    kind, seq = event.get("type"), event.get("seq")
    if kind not in EVENT_TYPES:
        found.note(where, f"unknown type {kind!r}")
    if unknown := set(event) - EVENT_KEYS:
        found.note(where, f"unknown keys {sorted(unknown)}")
    if not is_int(event.get("time")) or not is_int(seq):
        found.note(where, "seq and time must be integers")
    if not isinstance(event.get("data"), dict):
        found.note(where, "data must be an object")
    if (kind in SURFACE) != (event.get("surfaceOp") == "append") or (kind not in SURFACE and "surfaceOp" in event):
        found.note(where, f"surfaceOp {event.get('surfaceOp')!r} on {kind}")
    cited = event.get("sourceEventSeqs", [])
    if not all(is_int(each) and 0 <= each < seq for each in cited) or len(set(cited)) != len(cited):
        found.note(where, f"cites {cited}: distinct earlier seqs are needed")
    if event.get("ignorable", True) is not True:
        found.note(where, "ignorable can only be true")


def _expand(row: dict[str, Any], number: int, found: Lines) -> Iterator[dict[str, Any]]:
    where = f"line {number}"
    pieces, delta, field, keys = PACKED[row["type"]]
    data = row["data"]
    if set(row) != {"type", "seq0", "time0", "data"} or set(data) - keys - PACKED_KEYS or not is_int(row["time0"]):
        found.note(where, "a packed row has type, seq0, time0 and data, and nothing else")
    texts, gaps = data[pieces], data["dt"]
    if len(texts) < 3 or len(gaps) != len(texts) - 1 or not all(map(is_int, gaps)):
        found.note(where, f"a packed row of {len(texts)} members and {len(gaps)} gaps")
    time = row["time0"]
    for at, text in enumerate(texts):
        time += gaps[at - 1] if at else 0
        chunk = {"type": delta, "index": data["index"]}
        chunk |= {key: data[key] for key in ("id", "name") if key in data}
        chunk[field] = text
        value = {"turn": data["turn"], "step": data["step"], "chunk": chunk}
        yield {"type": "assistant/chunk", "seq": row["seq0"] + at, "time": time, "data": value}
