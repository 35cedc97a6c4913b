"""The clock of a night: its levels as acts, and its display at a moment."""
