"""The shared parts of all ways in: their files, the names in them, and the path from preview to posting."""
