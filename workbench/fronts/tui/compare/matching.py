"""The longest run of equal things that two sequences have in common, in order. Pure arithmetic on big integers.

Owns the algorithm. What is compared, and in which windows, is ``differences``.
"""

from collections.abc import Sequence


def common(left: Sequence[int], right: Sequence[int]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence, ascending: pairs of a place in ``left`` and one in ``right``.

    Costs about a machine word's work for 64 pairs: two windows of a thousand take a few milliseconds.
    """
    first = 0
    while first < min(len(left), len(right)) and left[first] == right[first]:
        first += 1
    last = 0
    while last < min(len(left), len(right)) - first and left[-1 - last] == right[-1 - last]:
        last += 1
    ends = len(left) - last, len(right) - last
    middle = [(first + a, first + b) for a, b in _middle(left[first : ends[0]], right[first : ends[1]])]
    same = ((ends[0] + at, ends[1] + at) for at in range(last))
    return [*((at, at) for at in range(first)), *middle, *same]


def _middle(left: Sequence[int], right: Sequence[int]) -> list[tuple[int, int]]:
    """As :func:`common`: Hyyro's bit vectors, one integer a row of the table, then the way back through them."""
    if not left or not right:
        return []
    places: dict[int, int] = {}
    for at, key in enumerate(right):
        places[key] = places.get(key, 0) | 1 << at
    full = (1 << len(right)) - 1
    vector, vectors = full, []
    for key in left:
        matches = vector & places.get(key, 0)
        vector = (vector + matches | vector - matches) & full
        vectors.append(vector)
    return _way_back(vectors, len(right))


def _way_back(vectors: Sequence[int], width: int) -> list[tuple[int, int]]:
    """A clear bit in a row says that the common run grows at that place, up to that row."""
    pairs = []
    row, place = len(vectors), width
    while row and place:
        if vectors[row - 1] >> place - 1 & 1:
            place -= 1
            continue
        row -= 1
        if not row or vectors[row - 1] >> place - 1 & 1:
            place -= 1
            pairs.append((row, place))
    return pairs[::-1]
