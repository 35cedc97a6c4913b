"""The host's page of who comes to a night."""
