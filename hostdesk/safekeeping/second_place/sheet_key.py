"""The key on the recovery sheet: made, written in groups, read back from paper; locking and opening with it.

The desk keeps the public half alone, which locks and opens nothing. Keys and files are in the age format, so that other
programs (age, rage) open a copy too.
"""

from typing import BinaryIO

import pyrage
from pyrage import x25519

from reservations.acts.problems import Problem

PREFIX = "AGE-SECRET-KEY-1"
LETTERS = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
"""The characters of a key. Missing ones are easily mistaken for others: `_MEANT` lists them."""
LENGTH, GROUP = 58, 4
DAMAGED = "it is damaged or cut off, or it is no copy of a second place"
_MEANT = str.maketrans("OI1B", "0LL8")


class NoKey(Problem):
    """The typed text is no key; the sentence names its fault, and never repeats it."""


class CannotOpen(Problem):
    """A copy that this key does not open, or that is damaged or cut off; the sentence says which."""


def new_key() -> str:
    """Return a new key, in the form of other programs."""
    return str(x25519.Identity.generate())


def public_half(key: str) -> str:
    """Return the public half of a key, which locks and opens nothing: a line that begins with age1."""
    return str(x25519.Identity.from_str(key).to_public())


def is_public_half(text: str) -> bool:
    """Tell whether a text is the public half of a key."""
    try:
        x25519.Recipient.from_str(text)
    except pyrage.RecipientError:
        return False
    return True


def in_groups(key: str) -> list[str]:
    """Return the part of a key to type, in groups of four characters; the last one has two."""
    typed = key.removeprefix(PREFIX)
    return [typed[at : at + GROUP] for at in range(0, len(typed), GROUP)]


def read_key(text: str) -> str:
    """Return the key in a text that was typed from paper or read from a file.

    Spaces, lines, hyphens and the common beginning of all keys may be missing; letters that look alike count as one,
    and lines with a # are skipped. Raises `NoKey`, which names the group with a single slip.
    """
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    typed = "".join("".join(lines).split()).upper().replace("-", "")
    typed = typed.removeprefix(PREFIX.replace("-", "")).translate(_MEANT)
    if strange := sorted(set(typed) - set(LETTERS)):
        raise NoKey(f"A key has letters and digits only, and this has {' '.join(strange)}.")
    if len(typed) != LENGTH:
        groups = -(-LENGTH // GROUP)
        raise NoKey(
            f"A key has {LENGTH} characters in {groups} groups, and this has {len(typed)}. Compare it with the sheet."
        )
    if _is_key(typed):
        return PREFIX + typed
    near = ((at, f"{typed[:at]}{letter}{typed[at + 1 :]}") for at in range(LENGTH) for letter in LETTERS)
    slips = {at // GROUP + 1 for at, other in near if _is_key(other)}
    where = f"Look at group {slips.pop()}." if slips else "More than one character is wrong: compare group by group."
    raise NoKey(f"This is not a key: something was misread. {where}")


def _is_key(typed: str) -> bool:
    try:
        x25519.Identity.from_str(PREFIX + typed)
    except pyrage.IdentityError:
        return False
    return True


def lock(plain: BinaryIO, locked: BinaryIO, recipients: list[str]) -> None:
    """Encrypt to the public halves of keys: any of them alone opens it. Raises ``OSError``."""
    try:
        pyrage.encrypt_io(plain, locked, [x25519.Recipient.from_str(recipient) for recipient in recipients])
    except pyrage.EncryptError as fault:
        raise OSError(str(fault)) from None


def unlock(locked: BinaryIO, plain: BinaryIO, key: str) -> None:
    """Decrypt, to the last byte. Output before an error is not to be used.

    Raises `CannotOpen`, and ``OSError`` if the disk is at fault.
    """
    try:
        pyrage.decrypt_io(locked, plain, [x25519.Identity.from_str(key)])
    except pyrage.DecryptError as fault:
        if str(fault).startswith("OSError"):
            raise OSError(str(fault)) from None
        other = "this key does not open it: it was made for another recovery sheet"
        raise CannotOpen(other if "No matching keys" in str(fault) else DAMAGED) from None
    except OSError as fault:
        if fault.errno is not None:
            raise
        raise CannotOpen(DAMAGED) from None  # a part of the content that fails its own check
