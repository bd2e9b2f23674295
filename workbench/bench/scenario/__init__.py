"""Scenario files (page 6): reading them, walking their steps over a bench, and comparing with what they expect."""
