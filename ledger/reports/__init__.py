"""Reports of a night, results over many nights, the journal, the emergency sheet."""
