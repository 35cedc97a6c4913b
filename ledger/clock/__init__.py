"""The clock of a night: its levels as acts, and what it shows at a moment."""
