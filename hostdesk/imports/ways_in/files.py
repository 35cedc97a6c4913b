"""The files of an import, and zips of ledgers, unpacked within bounds; and their way through a form. Pure.

No path of a zip is trusted: an entry is read into memory, and only the last part of its name is shown.
"""

import base64
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from reservations.acts.problems import Faulty, Malformed

MOST_FILES = 500
MOST_BYTES = 20_000_000
"""The most bytes of all files of an import together, unpacked."""
MOST_RATIO = 100
"""How many times its packed size a file of a zip may have. Ledgers are packed to a fifth."""
_SUFFIXES = (".csv", ".tsv", ".txt")
_NAME_CHARACTERS = 80
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError, OSError)


@dataclass(frozen=True)
class SentFile:
    """A file by its shown name, and its bytes."""

    name: str
    data: bytes


class FaultyFiles(Malformed):
    """The faults of the files of an import: sentences with their file and their line."""

    def __init__(self, faults: Sequence[tuple[str, int, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{file}:{line}: {sentence}" for file, line, sentence in self.faults))

    @classmethod
    def of(cls, file: str, faulty: Faulty) -> "FaultyFiles":
        """Return the faults of one file."""
        return cls([(file, *fault) for fault in faulty.faults])

    @property
    def placed(self) -> list[tuple[Any, str]]:
        """The sentences by place, a file and a line in words."""
        return [(f"{file}, line {line}", sentence) for file, line, sentence in self.faults]


def unpacked(files: Sequence[SentFile]) -> list[SentFile]:
    """Return the files, in place of a zip those in it; two of one name get a number.

    Raises ``FaultyFiles`` for more files or bytes than an import may have, and for a zip that cannot be read, that is
    encrypted, that grows too much or that holds anything but CSV files.
    """
    found: list[SentFile] = []
    left = MOST_BYTES
    for file in files:
        for entry in _entries(file, left) if file.data.startswith(b"PK") else [file]:
            left -= len(entry.data)
            if left < 0:
                raise FaultyFiles([(file.name, 1, f"the files have more than {MOST_BYTES:,} bytes together.")])
            taken = {other.name for other in found}
            names = (entry.name, *(f"{entry.name} ({number})" for number in range(2, MOST_FILES + 2)))
            found.append(SentFile(next(name for name in names if name not in taken), entry.data))
            if len(found) > MOST_FILES:
                raise FaultyFiles([(file.name, 1, f"these are more than {MOST_FILES} files: bring them in by parts.")])
    return found


def _entries(file: SentFile, most_bytes: int) -> Iterator[SentFile]:
    """Yield the files of a zip, none larger than ``most_bytes`` and a byte more."""
    try:
        with zipfile.ZipFile(BytesIO(file.data)) as archive:
            entries = archive.infolist()
            if len(entries) > 4 * MOST_FILES:
                raise FaultyFiles([(file.name, 1, f"this zip holds {len(entries)} files.")])
            for entry in entries:
                path = entry.filename.replace("\\", "/")
                name = path.rpartition("/")[2]
                # Computers put these into zips by themselves.
                if not name or name.startswith(".") or path.startswith("__MACOSX/"):
                    continue
                shown = shown_name(name)
                if not name.lower().endswith(_SUFFIXES):
                    raise FaultyFiles([(file.name, 1, f"{shown} is no CSV file: a zip holds ledgers alone.")])
                if entry.flag_bits & 1:
                    raise FaultyFiles([(file.name, 1, f"{shown} needs a password.")])
                if entry.file_size > MOST_RATIO * max(entry.compress_size, 1_000):
                    raise FaultyFiles([(file.name, 1, f"{shown} is packed too tightly for a ledger.")])
                with archive.open(entry) as packed_file:
                    yield SentFile(shown, packed_file.read(most_bytes + 1))
    except _BROKEN as wrong:
        raise FaultyFiles([(file.name, 1, "this zip cannot be read.")]) from wrong


def shown_name(name: str) -> str:
    """Return the last part of a file's name, cut short, without invisible characters."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(character if character.isprintable() else "�" for character in last[-_NAME_CHARACTERS:]) or "file"


def packed(files: Sequence[SentFile]) -> str:
    """Return the files as a text that a form hands on."""
    parcel = BytesIO()
    with zipfile.ZipFile(parcel, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, file in enumerate(files):
            # A name that begins with a dot would be skipped.
            archive.writestr(zipfile.ZipInfo(f"{number}/_{file.name}.csv"), file.data, zipfile.ZIP_DEFLATED)
    return base64.b64encode(parcel.getvalue()).decode()


def handed_on(text: str) -> list[SentFile]:
    """Return the files of a text of ``packed``, within the same bounds. Raises ``Malformed``."""
    try:
        files = unpacked([SentFile("the files", base64.b64decode(text, validate=True))])
    except (ValueError, FaultyFiles) as wrong:
        raise Malformed("The files did not come back whole: choose them again.") from wrong
    return [SentFile(file.name.removeprefix("_").removesuffix(".csv"), file.data) for file in files]
