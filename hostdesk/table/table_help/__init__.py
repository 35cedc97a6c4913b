"""The pages for the table: they count what a hand asks, and record nothing."""
