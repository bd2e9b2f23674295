"""Models: who answers in a turn, behind one small interface."""
