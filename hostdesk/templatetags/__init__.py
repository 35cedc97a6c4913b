"""What the templates may call."""
