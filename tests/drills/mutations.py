"""Faults in a form that comes in: a field that is missing, doubled, huge, forged, in another alphabet, or no text."""

import random
from urllib.parse import quote_plus

from tests.drills.inside import FORM
from tests.hostdesk.browsing import Form

MEGABYTE = 1_000_000
NO_AMOUNT = (
    *("-5", "0.005", "1e3", "5_000", "+5", ".5", "1,000", "٣", "１２", "NaN", "inf", "0x10", "9" * 30, "5 5", "five"),
    *("--5", "5-", "1.000.000", "½", "²", "5€€", "1/2", "=5", "0b1", "٠", "𝟝", "5\u200b5", "９９", "1e-2", "1E5"),
)
"""Values that no amount field takes."""

WORDS = (
    *("", " ", "-1", "0", "1", "2", "9223372036854775808", "9" * 20, "..", "../../etc/passwd", "%00", "None", "null"),
    *("true", "[]", "{}", "{{7*7}}", "'; DROP TABLE ledger_transfer; --", "<script>alert(1)</script>", "\u202eevil"),
    *("🂡🔥", "שלום", "a" * 41, "W" * 10_000, "\r\nSet-Cookie: a=b", "=HYPERLINK(1)", "2026-02-30", "0000-00-00"),
    *("25:61", "https://evil.example/", "//evil.example/", "/\\evil.example/", "9999-12-31", "0001-01-01", "/"),
)
BROKEN = (b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80")
"""Bytes that are not text: invalid UTF-8, halves of pairs."""

IN_PARTS = "multipart/form-data; boundary=b"
KINDS = (IN_PARTS, "multipart/form-data", "application/json", "text/plain", "", f"{FORM}; charset=utf-7")
PART = b'--b\r\nContent-Disposition: form-data; name="%s"; filename="../%s"\r\nContent-Type: text/csv\r\n\r\n%s\r\n'


class Wrong:
    """A post of a form with something wrong in it: its body, its content type, and its unreadable fields."""

    def __init__(self, form: Form, dice: random.Random) -> None:
        self.kind = FORM
        self.unreadable = set[str]()
        said = self._filled_in(form, dice)
        names = sorted(said) or ["nothing"]
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            self._spoil(said, dice.choice(names), dice)
        pairs = ((name, value) for name, values in said.items() for value in values)
        self.body = b"&".join(f"{quote_plus(name)}=".encode() + quote_plus(value).encode() for name, value in pairs)
        if dice.random() < 0.06:
            self._spoil_body(said, dice)

    @property
    def records_nothing(self) -> bool:
        """Whether a field is unreadable, so that the post must record nothing."""
        return bool(self.unreadable)

    def _filled_in(self, form: Form, dice: random.Random) -> dict[str, list[bytes]]:
        """Fill in a form as people do, with one of its buttons pressed."""
        said = {name: [value.encode() for value in values] for name, values in form.fields.items()}
        for name in sorted(form.typed):
            if said.get(name, [b""]) == [b""] and dice.random() < 0.7:
                said[name] = [dice.choice((b"5.00", b"20.00", b"Bo", b"3", b"a word"))]
        for name, takes in sorted(form.takes.items()):
            if name != "key" and takes and dice.random() < 0.3:
                said[name] = [dice.choice(sorted(takes)).encode()]
        if buttons := [button for button in form.buttons if button[0]]:
            name, value, _ = dice.choice(buttons)
            said[name] = [value.encode()]
        return said

    def _spoil(self, said: dict[str, list[bytes]], name: str, dice: random.Random) -> None:
        """Make one field wrong, in one of the ways of people, scripts and attackers."""
        way, is_amount = dice.randrange(10), name.partition("-")[0] == "amount"
        self.unreadable.discard(name)
        if way == 0:
            said.pop(name, None)
        elif way == 1:
            said[name] = [*said.get(name, [b"1"]), dice.choice(WORDS).encode()]
        elif way == 2:
            said[name] = [dice.choice(BROKEN)]
            self.unreadable.add(name)
        elif way == 3 and dice.random() < 0.1:
            said[name] = [b"9" * MEGABYTE]
        elif way == 4:
            said[name + dice.choice(("[]", ".0", "-1", "\0", " "))] = [b"1"]
        elif way == 5:
            said[name] = [b"a\0b"]
        elif is_amount or way in (6, 7):
            said[name] = [dice.choice(NO_AMOUNT).encode()]
            self.unreadable |= {"amount"} & {name}
        else:
            said[name] = [dice.choice(WORDS).encode()]

    def _spoil_body(self, said: dict[str, list[bytes]], dice: random.Random) -> None:
        """Send the fields as files, cut off, with another content type, or with far too many more."""
        way = dice.randrange(4)
        if way == 0:
            names = (quote_plus(name).encode() for name in said)
            self.body = b"".join(PART % (name, name, b"\x00\xff,1\n" * 50) for name in names) + b"--b--\r\n"
            self.kind = IN_PARTS
        elif way == 1:
            self.body = self.body[: dice.randrange(len(self.body) + 1)]
            self.unreadable.clear()
        elif way == 2:
            self.kind = dice.choice(KINDS)
            self.unreadable.clear()
        else:
            self.body += b"&x=1" * 6_500
