"""What the desk has a use for, so that pages show it."""
