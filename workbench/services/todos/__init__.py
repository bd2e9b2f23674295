"""Todos of an account (TODO-1 to TODO-9): the tools ``todo`` and ``forget``, their trash, and pages for screens.

Start reading at ``todos.py``; ``fields.py`` is the table that both the served schema and the enforced one come from.
"""
