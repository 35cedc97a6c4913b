"""Bank notes: how they end, and their slips."""
