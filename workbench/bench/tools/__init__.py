"""Tools: what a model or a front can call, with served and enforced schemas."""
