"""Time: instants, calendar text, zones, durations, phrases. Pure; never asks what time it is."""
