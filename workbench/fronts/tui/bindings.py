"""The bridge from commands to Textual: key bindings with stable ids.

Owns nothing but the translation; which commands there are is ``actions.commands``, which keys they have ``keymap``.
"""

from collections.abc import Iterable

from textual.binding import Binding, BindingsMap
from textual.keys import _character_to_key

from workbench.actions.commands import BY_ID, Command, Scope, in_scope


def key_of(command: Command) -> str:
    """A command's key by Textual's name, such as ``full_stop``."""
    return _character_to_key(command.key) if len(command.key) == 1 else command.key


def bindings_of(scope: Scope) -> list[Binding]:
    """One binding a command; two may share a key, since at most one of them applies at a time."""
    return [_binding(command) for command in in_scope(scope)]


def rebind(bindings: BindingsMap, commands: Iterable[Command]) -> None:
    """Give these commands the keys that they have now.

    Textual's own keymap cannot: where one of two commands with the same key moves, the other one loses it.
    """
    others = {
        key: [binding for binding in sharing if binding.id not in BY_ID]
        for key, sharing in bindings.key_to_bindings.items()
    }
    bindings.key_to_bindings.clear()
    for binding in map(_binding, commands):
        bindings.key_to_bindings.setdefault(binding.key, []).append(binding)
    for key, rest in others.items():
        if rest:
            bindings.key_to_bindings.setdefault(key, []).extend(rest)


def _binding(command: Command) -> Binding:
    return Binding(key_of(command), f"command('{command.id}')", command.label, show=False, id=command.id)
