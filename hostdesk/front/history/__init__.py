"""The history: one list of all records, of nights and between them, and the page of an act."""
