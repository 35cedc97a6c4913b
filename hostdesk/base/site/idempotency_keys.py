"""The keys of forms, which tell a double tap. The server makes them: a browser on plain http cannot."""

import secrets


def new_key() -> str:
    """Return a new random key."""
    return secrets.token_urlsafe(16)
