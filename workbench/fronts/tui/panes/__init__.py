"""The parts of a screen, one module each; every pane draws whole lines from a scene and owns no state of the bench."""
