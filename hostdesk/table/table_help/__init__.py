"""The calculators for a hand at the table, which record nothing."""
