"""The comparison of a fork with its parent: two logs side by side, aligned to where they part, driven from there."""
