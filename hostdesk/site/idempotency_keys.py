"""The keys of forms: minted by the server, because a browser on plain http has no good source of chance."""

import secrets


def new_key() -> str:
    """Return a key that no form has had yet."""
    return secrets.token_urlsafe(16)
