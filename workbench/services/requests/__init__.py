"""Requests in plain words (page 5): what a message asks for, or what it leaves open."""
