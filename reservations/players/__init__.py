"""Players: their names, their marks, and merged players."""
