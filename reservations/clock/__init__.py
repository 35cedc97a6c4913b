"""The clock of the blind levels."""
