"""Who may owe how much."""
