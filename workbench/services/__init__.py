"""Account-scoped services and the small language they understand; they know no session and no front."""
