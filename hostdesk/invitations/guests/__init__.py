"""The host's page of the players who come to a night."""
