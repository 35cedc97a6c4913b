"""The files that groups keep of PokerNow's players: nicknames, ids, and names of players. Pure."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from ledger.files.csv_rows import read_rows
from reservations.acts.problems import Faults, Faulty, Malformed, quoted
from reservations.parsing.names import name_key, parse_name

BIGGEST_FILE = 1_000_000
_PLAYER = ("player", "name", "person")


@dataclass(frozen=True)
class Given:
    """The host's word on the players behind an id (exactly as written) or a nickname (by its key).

    A nickname that was given for several people has all of their names.
    """

    ids: Mapping[str, str] = field(default_factory=dict)
    nicknames: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def followed_by(self, ids: Mapping[str, str]) -> "Given":
        """Return these with further ids, which come before them."""
        return Given({**self.ids, **ids}, self.nicknames)


def nickname_key(nickname: str) -> str:
    """Return a nickname in comparable form: without case, and as names are kept."""
    return name_key(" ".join(nickname.split()))


def given_by_hand(given: Given, aliases: Mapping[str, str], ids: Collection[str], nicknames: Collection[str]) -> Given:
    """Return these with aliases that were given one by one: ids, else nicknames, of these files.

    Raises ``Faulty`` with every alias that is neither, and for a name that no player can have.
    """
    faults, by_id, by_nickname = Faults(), dict[str, str](), dict[str, frozenset[str]]()
    keys = set(map(nickname_key, nicknames))
    for alias, player in aliases.items():
        with faults.at(1, f"--alias {alias}"):
            name = parse_name(player)
            if alias in ids:
                by_id[alias] = name
            elif nickname_key(alias) in keys:
                by_nickname[nickname_key(alias)] = frozenset([name])
            else:
                raise Malformed("no row has this id.")
    faults.end()
    return Given({**given.ids, **by_id}, {**given.nicknames, **by_nickname})


def is_name(nickname: str) -> bool:
    """Tell whether a nickname can be remembered: it reads as a player's name."""
    try:
        return bool(parse_name(nickname))
    except Malformed:
        return False


def read_aliases(data: bytes) -> Given:
    """Read a file of aliases: JSON or CSV.

    JSON is an object of alias to player, of player to a list of aliases, or of player to an object with lists of
    aliases; or a list of objects with the player's ``name`` and lists of aliases. A row of CSV has an alias and a
    player; with a heading ``player`` the other cells of a row are that player's aliases.

    Raises ``Faulty`` with every fault by line.
    """
    text = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if len(data) > BIGGEST_FILE:
        raise Faulty([(1, f"the file is larger than {BIGGEST_FILE:,} bytes.")])
    pairs = list(_of_json(text) if text.startswith((b"{", b"[")) else _of_csv(data))
    faults, ids, nicknames = Faults(), dict[str, str](), dict[str, frozenset[str]]()
    for line, alias, player in pairs:
        with faults.at(line):
            name, key = parse_name(player), nickname_key(alias)
            if name_key(ids.setdefault(alias, name)) != name_key(name):
                raise Malformed(f"{quoted(alias)} is {ids[alias]} and {name}: each is one player.")
            nicknames[key] = nicknames.get(key, frozenset()) | {ids[alias]}
    if not pairs:
        faults.add(1, "", "there is nobody in this file.")
    faults.end()
    return Given(ids, nicknames)


Pairs = Iterator[tuple[int, str, str]]
"""The line, the alias and the player."""


def _of_json(text: bytes) -> Pairs:
    try:
        groups = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        line = wrong.lineno if isinstance(wrong, json.JSONDecodeError) else 1
        raise Faulty([(line, "this is no JSON that can be read.")]) from wrong
    for entry in groups if isinstance(groups, list) else [{"name": name, "aliases": groups[name]} for name in groups]:
        names = [entry[key] for key in _PLAYER if isinstance(entry.get(key), str)] if isinstance(entry, dict) else []
        if not names:
            raise Faulty([(1, "each entry of the list is an object with the name of a player.")])
        if isinstance(entry.get("aliases"), str) and not isinstance(groups, list):
            yield 1, names[0], entry["aliases"]
            continue
        values = [value for key, value in entry.items() if key not in _PLAYER]
        inner = [part for value in values if isinstance(value, dict) for part in value.values()]
        # Anything but a list of texts is the group's own note.
        lists = [value for value in (*values, *inner) if isinstance(value, list)]
        yield from ((1, alias, names[0]) for others in lists for alias in others if isinstance(alias, str))


def _of_csv(data: bytes) -> Pairs:
    rows, faults = read_rows(data, most_bytes=BIGGEST_FILE, separators=",;\t")
    Faults(faults).end()
    heads = [cell.strip().lower() for cell in rows[0][1]]
    place = next((heads.index(head) for head in _PLAYER if head in heads), None)
    for line, cells in rows if place is None else rows[1:]:
        if place is None and len(cells) != 2:
            raise Faulty([(line, "a row has an alias and a player; for more, one of the headings is player.")])
        aliases = [cell.strip() for number, cell in enumerate(cells) if number != (1 if place is None else place)]
        player = cells[1 if place is None else place] if len(cells) > (place or 0) else ""
        yield from ((line, alias, player) for alias in aliases if alias)
