"""The encryption of a password in the books and their backups: the desk's secret is in neither.

The key is made of the desk's secret for this one purpose (HKDF), so that the result reveals nothing about the links
from the same secret. Fernet encrypts and seals: a text kept with another secret, or changed, is not read. Anybody with
the books and the secret reads it, as the desk itself must to sign in at the mail server.
"""

import base64
import json

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_PURPOSE = b"hostdesk.mail_account"
_KEY_BYTES = 32


def lock(password: str, *, goes_to: str, secret: str) -> str:
    """Return a password in its kept form, another text every time; ``goes_to`` names its servers."""
    return _fernet(secret).encrypt(json.dumps([goes_to, password]).encode()).decode("ascii")


def unlock(kept: str, *, goes_to: str, secret: str) -> str | None:
    """Return the kept password; None if it was kept with another secret, for other servers, or is damaged.

    So a backup with a forged server sends it no password.
    """
    try:
        for_whom, password = json.loads(_fernet(secret).decrypt(kept.encode()))
    except InvalidToken:
        return None
    return str(password) if for_whom == goes_to else None


def _fernet(secret: str) -> Fernet:
    """Return the cipher with the key that is made of a secret.

    The secret is long and random, or was chosen to be: it needs no slow stretching as a password would.
    """
    key = HKDF(algorithm=SHA256(), length=_KEY_BYTES, salt=None, info=_PURPOSE).derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(key))
