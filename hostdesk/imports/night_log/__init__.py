"""Night logs: reading, posting, exporting."""
