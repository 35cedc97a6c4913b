"""The server at work: what it does by itself, and what surrounds every request."""
