"""The server at work: its background work, and the frame of every request."""
