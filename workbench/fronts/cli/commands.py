"""The names of the commands, in the order help lists them; each lives in the module ``NAME_command``."""

COMMANDS: tuple[str, ...] = (
    "run", "state", "preview", "plan", "explain", "journal", "new", "fork", "reset", "clean", "check", "repair",
)  # fmt: skip
