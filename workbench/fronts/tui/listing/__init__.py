"""The session list: what it holds, how a row says it, the reading behind it and what can be done to an entry."""
