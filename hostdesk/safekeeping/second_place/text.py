"""The text of the recovery sheet, word for word, for page and paper alike."""

import shlex
from datetime import date
from typing import NamedTuple

from hostdesk.safekeeping.second_place.sheet_key import in_groups

_PER_LINE = 4
PACKAGES = "sudo apt install git make python3-venv"
PACKAGES_OF_WHEEL = "sudo apt install pipx"
KEEP_IT = (
    "Whoever has this sheet and a copy can read the whole books. Keep it where you keep cash: not with the computer, "
    "and not with the copies."
)
IF_LOST = (
    "If this sheet is lost, make a new key: “Settings”, “Backups and second place”. Copies made before open with the "
    "old sheet alone."
)
OTHERWISE = (
    "The copies are age files (age-encryption.org). Without Hostdesk, age --decrypt --identity KEYFILE COPY opens one, "
    "with the key in a file."
)


class SheetStep(NamedTuple):
    """One step: its words, and its commands, one a line."""

    words: str
    commands: tuple[str, ...] = ()


class RecoverySheet(NamedTuple):
    """The key, its day, and the place of its copies.

    ``source`` is the address of the program; "" if unknown, to be written in by hand. ``is_installed``: the desk came
    as one file, a wheel, and not as its source.
    """

    key: str
    made_on: date
    folder: str
    source: str
    on_postgresql: bool
    is_installed: bool = False

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The key for typing: lines of four groups, with the numbers of the groups."""
        groups = in_groups(self.key)
        lines = ((at, groups[at : at + _PER_LINE]) for at in range(0, len(groups), _PER_LINE))
        return [(f"{at + 1}–{at + len(line)}", " ".join(line)) for at, line in lines]

    @property
    def steps(self) -> list[SheetStep]:
        """The steps on an empty computer, from the first command to the running desk."""
        source = shlex.quote(self.source) if self.source else "SOURCE"
        unknown = "" if self.source else " SOURCE is where you have it from; write that here: " + "_" * 30
        database = SheetStep(
            "Make an empty database, with a password of your choice.",
            (
                "sudo -u postgres createuser --pwprompt hostdesk",
                "sudo -u postgres createdb --owner=hostdesk hostdesk",
                "export DATABASE_URL=postgres://hostdesk:PASSWORD@localhost:5432/hostdesk",
            ),
        )
        get = SheetStep(f"Get Hostdesk.{unknown}", (f"git clone {source} hostdesk", "cd hostdesk", "make install"))
        packages, restore, start = PACKAGES, ".venv/bin/python manage.py restore", "make run"
        way_in = "“make host-link” in the folder hostdesk"
        if self.is_installed:
            get = SheetStep(
                "Install Hostdesk out of its file, hostdesk-…-py3-none-any.whl. It belongs beside the copies: put it "
                "there today. Then close the terminal, and open a new one.",
                (f"pipx install {shlex.quote(self.folder)}/hostdesk-*.whl", "pipx ensurepath"),
            )
            packages, restore, start = PACKAGES_OF_WHEEL, "hostdesk restore", "hostdesk"
            way_in = "“hostdesk host_link”"
        return [
            SheetStep(
                "Take a computer with Debian or Ubuntu and the internet. Open a terminal; type each line, then Enter.",
                (f"{packages}{' postgresql' * self.on_postgresql}",),
            ),
            get,
            *([database] if self.on_postgresql else []),
            SheetStep(
                "Plug in the stick, or mount the share. If its folder has another name here, type that one. "
                "The desk takes the newest copy and asks for the key: type the groups above, one after the other. "
                "Small letters and spaces do not matter. It checks the key and the copy before it writes anything.",
                (f"{restore} {shlex.quote(self.folder)}",),
            ),
            SheetStep(
                "Start the desk, open the address that it shows, and sign in with the password of that time. Nobody "
                f"knows it? Open a second terminal, and type {way_in}: it lets you in.",
                (start,),
            ),
            SheetStep(
                "Every phone link has ended, so send your players new ones. Type the password of the mail account "
                "again. Choose the second place again, in *Settings* or by HOSTDESK_BACKUP_TO. This sheet stays good."
            ),
        ]
