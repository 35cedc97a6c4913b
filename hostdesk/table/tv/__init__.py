"""The view for a television, for everybody in the room."""
