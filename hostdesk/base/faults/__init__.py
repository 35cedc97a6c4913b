"""What broke: its number, the last faults, and the report of them that may leave the house."""
