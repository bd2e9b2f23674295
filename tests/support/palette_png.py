"""Small pictures without an image library: a browser's PNG read, its colours brought down to a palette, written again.

Owns the PNG format as far as screenshots need it: eight bits a channel, RGB or RGBA, not interlaced (RFC 2083).
"""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Final

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_COLOURS: Final = 256
# Colours are told apart at this many bits a channel while the palette is chosen.
_BITS: Final = 5

Rgb = tuple[int, int, int]


def to_palette(png: bytes) -> bytes:
    """The same picture in at most 256 colours: the most frequent ones, the others moved to the nearest of them."""
    width, channels, rows = _read(png)
    pixels = [[tuple(row[at : at + 3]) for at in range(0, width * channels, channels)] for row in rows]
    counts = Counter(pixel for row in pixels for pixel in row)
    palette = _chosen(counts)
    place = {colour: _nearest(colour, palette) for colour in counts}
    lines = b"".join(b"\0" + bytes(place[pixel] for pixel in row) for row in pixels)
    head = struct.pack(">IIBBBBB", width, len(pixels), 8, 3, 0, 0, 0)
    table = b"".join(bytes(colour) for colour in palette)
    chunks = ((b"IHDR", head), (b"PLTE", table), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _chosen(counts: Counter[Rgb]) -> list[Rgb]:
    """One colour from each cell of a coarse grid first, most frequent cell first, so that rare hues keep a place."""
    cells: dict[Rgb, Rgb] = {}
    weights: Counter[Rgb] = Counter()
    for colour, count in counts.most_common():
        cell = (colour[0] >> 8 - _BITS, colour[1] >> 8 - _BITS, colour[2] >> 8 - _BITS)
        cells.setdefault(cell, colour)
        weights[cell] += count
    return [cells[cell] for cell, _ in weights.most_common(_COLOURS)]


def _nearest(colour: Rgb, palette: list[Rgb]) -> int:
    r, g, b = colour
    return min(range(len(palette)), key=lambda at: _distance(palette[at], r, g, b))


def _distance(one: Rgb, r: int, g: int, b: int) -> int:
    return (one[0] - r) ** 2 + (one[1] - g) ** 2 + (one[2] - b) ** 2


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _read(png: bytes) -> tuple[int, int, list[bytearray]]:
    """Width, channels and the unfiltered rows."""
    if not png.startswith(_SIGNATURE):
        raise ValueError("this is no PNG")
    packed = b""
    width = channels = 0
    for name, data in _chunks(png):
        if name == b"IHDR":
            width, _, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", data)
            if depth != 8 or kind not in (2, 6) or interlaced:
                raise ValueError(f"only plain 8-bit RGB and RGBA are read, not depth {depth}, type {kind}")
            channels = 3 if kind == 2 else 4
        elif name == b"IDAT":
            packed += data
    return width, channels, list(_unfiltered(zlib.decompress(packed), width * channels, channels))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += size + 12


def _unfiltered(raw: bytes, stride: int, channels: int) -> Iterator[bytearray]:
    above = bytearray(stride)
    for at in range(0, len(raw), stride + 1):
        kind, row = raw[at], bytearray(raw[at + 1 : at + 1 + stride])
        for place in range(stride) if kind else ():
            left = row[place - channels] if place >= channels else 0
            corner = above[place - channels] if place >= channels else 0
            row[place] = (row[place] + _predicted(kind, left, above[place], corner)) & 255
        yield row
        above = row


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 1:
        return left
    if kind == 2:
        return up
    if kind == 3:
        return (left + up) // 2
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))
