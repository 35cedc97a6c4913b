"""Features that can be taken out whole."""
