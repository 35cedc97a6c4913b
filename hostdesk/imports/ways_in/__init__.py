"""What every way in shares: its files, the names in them, and the path from a preview to what is posted."""
