"""Reports of a night, the journal, the emergency sheet."""
