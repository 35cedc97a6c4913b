"""Keeps a password so that nobody reads it out of the books or a backup of them: the desk's secret is in neither.

The key is made of the desk's secret for this one purpose (HKDF), so that what is kept here says nothing of the links
that are made of the same secret. Fernet encrypts and seals: what was kept with another secret, or changed, is not read.
Whoever has the books and the secret reads it, as the desk itself must to sign in at the mail server.
"""

import base64
import json

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_PURPOSE = b"hostdesk.mail_account"
_KEY_BYTES = 32


def lock(password: str, *, goes_to: str, secret: str) -> str:
    """Return a password as it is kept, each time another text; ``goes_to`` says which servers it is for."""
    return _fernet(secret).encrypt(json.dumps([goes_to, password]).encode()).decode("ascii")


def unlock(kept: str, *, goes_to: str, secret: str) -> str | None:
    """Return the password that was kept; None if with another secret, for other servers, or it is damaged.

    So a backup in which somebody has written a server of their own sends them no password.
    """
    try:
        for_whom, password = json.loads(_fernet(secret).decrypt(kept.encode()))
    except InvalidToken:
        return None
    return str(password) if for_whom == goes_to else None


def _fernet(secret: str) -> Fernet:
    """Return what encrypts with the key that is made of a secret.

    The secret is long and random, or was chosen to be: it needs no slow stretching as a password would.
    """
    key = HKDF(algorithm=SHA256(), length=_KEY_BYTES, salt=None, info=_PURPOSE).derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(key))
