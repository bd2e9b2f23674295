"""Whole screens: the session, the session list, a problem, the help."""
