"""The terminal screen: panes over immutable bench snapshots. Imports nothing by itself, so that it costs nothing."""
