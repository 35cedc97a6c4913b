"""Players' own limits, and the pause from invitations."""
