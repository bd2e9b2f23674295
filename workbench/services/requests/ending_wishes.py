"""What "delete" and "complete" are about: things named by id, all of a kind, or something that must be asked (REQ-7).

Owns the safety of these wishes: one that is not by id is never carried out, and words beside an id are never dropped.
"""

import re
from dataclasses import replace
from typing import Final

from workbench.services.requests.account_commands import AccountCommand, Cancel, Complete, Target
from workbench.services.requests.commands import NeedsInput
from workbench.services.requests.naming import KIND, PLURAL, kind_of, named_targets
from workbench.services.requests.needs import needs
from workbench.services.requests.unquoted import other_wish

Found = AccountCommand | NeedsInput | None
_DONE: Final = r"(?:done|completed?|finished|handled)"
_ALL: Final = re.compile(
    rf"(?:(?:all|every|each)(?:\s+(?:of|one\s+of))?(?:\s+(?:my|the))?|my|the)?\s*(?P<kind>{KIND})",
    re.IGNORECASE | re.ASCII,
)
_EVERYTHING: Final = re.compile(r"(?:everything|all|them(?:\s+all)?|all\s+of\s+(?:it|them))", re.IGNORECASE | re.ASCII)
_PLURAL: Final = re.compile(PLURAL, re.IGNORECASE | re.ASCII)
_KIND_INSIDE: Final = re.compile(rf"\b{KIND}\b", re.IGNORECASE | re.ASCII)
_THIS: Final = re.compile(r"(?:it|that|this|one|#?[0-9]+|(?:the\s+)?(?:last|first|next)\s+one)", re.IGNORECASE)
_IT: Final = re.compile(r"(?:it|that|this|them)(?:\s+(?:as\s+)?done)?", re.IGNORECASE)
_BULK: Final = re.compile(r"\b(?:all|every|each|everything)\b", re.IGNORECASE)


def read_delete(match: re.Match[str]) -> Found:
    """What a sentence whose ``rest`` follows "delete" asks for; all of a kind is asked about, with what confirms it."""
    rest = match["rest"] or ""
    targets, left = named_targets(rest)
    if targets:
        kinds = {target.kind for target in targets}
        mixed = needs("one_kind") if "note" in kinds and len(kinds) > 1 else None
        return _left_beside(left, rest, targets, "delete") or mixed or Cancel(targets)
    everything = _ALL.fullmatch(rest)
    if everything is not None and (_PLURAL.fullmatch(everything["kind"]) or _BULK.search(rest)):
        kind = kind_of(everything["kind"])
        question = needs("confirm_all", kind, example=f"I confirm: delete all my {kind}")
        return replace(question, introduction="The complete request for that is:")
    if not rest or _EVERYTHING.fullmatch(rest):
        return needs("one_kind")
    if _KIND_INSIDE.search(rest) and _BULK.search(rest):
        return needs("leftover", rest, match[0], example="list my todos")
    return _which(rest, _THIS)


def read_complete(match: re.Match[str]) -> Found:
    """What a sentence whose ``rest`` follows "complete" or "mark" asks for."""
    rest = match["rest"]
    targets, left = named_targets(rest)
    left = re.sub(rf"(?:\bas\s+)?\b{_DONE}\Z", "", left, flags=re.IGNORECASE).strip()
    if not targets:
        return _which(rest, _IT)
    kinds = {target.kind for target in targets}
    if not kinds <= {"todo", "reminder"}:
        return needs("leftover", rest, match[0], example="list my todos")
    return _left_beside(left, rest, targets, "complete") or Complete(targets)


def _which(rest: str, pronoun: re.Pattern[str]) -> Found:
    """What is asked where ``rest`` names a kind or says "it", but no id; None where it does neither."""
    kind = _KIND_INSIDE.search(rest)
    if kind is not None:
        return needs("which_id", example=f"list my {kind_of(kind[0])}")
    return needs("which_id") if pronoun.fullmatch(rest) else None


def _left_beside(left: str, rest: str, targets: tuple[Target, ...], verb: str) -> NeedsInput | None:
    if not left:
        return None
    first = targets[0]
    name = f"note {first.id}" if first.kind == "note" else first.id
    return other_wish(rest) or needs("leftover", left, name, example=f"{verb} {name}")
