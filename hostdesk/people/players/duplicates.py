"""Likely duplicates on the list of players, by their names. Pure."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

_NUMBERED = re.compile(r"(?P<name>.+) \(\d+\)")
_LEAST_LETTERS = 4


class PlayerEntry(NamedTuple):
    """A player by number and name, and the weight for keeping this entry: the higher, the better.

    ``nicknames`` are those under which they have played online.
    """

    number: int
    name: str
    weight: tuple[int, ...] = ()
    nicknames: tuple[str, ...] = ()


class LikelyPair(NamedTuple):
    """Two entries that are likely one person: the one to keep, the duplicate, and the reason in words."""

    keep: PlayerEntry
    duplicate: PlayerEntry
    why: str


def likely_pairs(entries: Sequence[PlayerEntry], together: Collection[frozenset[int]] = ()) -> list[LikelyPair]:
    """Return the pairs of entries with similar names, the surest first; never two who were ``together`` on a night.

    Of a pair the entry with more weight is kept, else the older one.
    """
    by_key = defaultdict(list)
    for place, entry in enumerate(entries):
        for key in _keys(entry):
            by_key[key].append(place)
    found = []
    for places in sorted({pair for sharing in by_key.values() for pair in combinations(sharing, 2)}):
        pair = [entries[place] for place in places]
        why = alike(pair[0].name, pair[1].name) or (ONLINE if _share_nickname(*pair) else "")
        if why and not any({player.number for player in pair} <= night for night in together):
            keep, duplicate = sorted(pair, key=lambda player: (*(-part for part in player.weight), player.number))
            found.append((_SURENESS.index(why), LikelyPair(keep, duplicate, why)))
    return [pair for _, pair in sorted(found, key=lambda pair: (pair[0], pair[1].keep.name.casefold()))]


SAME, ONLINE, NICKNAME, NUMBERED, INITIAL, LETTER = _SURENESS = (
    "the same but for case, accents or spaces",
    "one has played online under a name of the other",
    "the same but for digits and signs, as in a nickname",
    "the same name with a number behind it",
    "the first name, alone or with an initial",
    "one letter differs",
)


def alike(one: str, other: str) -> str:
    """Return why two names are likely one person's, the surest reason; "" if they are not."""
    plain, turned = (_plain(one), _plain(other)), ((one, other), (other, one))
    if plain[0] == plain[1]:
        return SAME
    if any((found := _NUMBERED.fullmatch(name)) and _plain(found["name"]) == _plain(than) for name, than in turned):
        return NUMBERED
    letters = ["".join(filter(str.isalpha, name)) for name in plain]
    if letters[0] == letters[1] != "" and any(map(str.isalpha, plain)):  # two numbers behind it tell two people apart
        return NICKNAME
    if any(_shortens(*names) for names in turned):
        return INITIAL
    return LETTER if min(map(len, letters)) >= _LEAST_LETTERS and _one_letter_apart(*plain) else ""


def _keys(entry: PlayerEntry) -> set[str]:
    """Return keys of which two similar entries share one: only such pairs are compared.

    Names that are one letter apart are the same with one letter left out.
    """
    plain = _plain(entry.name)
    numbered = _NUMBERED.fullmatch(entry.name)
    return {
        plain,
        _plain(numbered["name"]) if numbered else plain,
        "".join(filter(str.isalpha, plain)),
        _plain(entry.name.split()[0]),
        *map(_plain, entry.nicknames),
        *(plain[:place] + plain[place + 1 :] for place in range(len(plain))),
    }


def _share_nickname(one: PlayerEntry, other: PlayerEntry) -> bool:
    """Tell whether one of them has played under the name, or a nickname, of the other."""
    mine, theirs = (({*map(_plain, player.nicknames)} - {""}, _plain(player.name)) for player in (one, other))
    return not mine[0].isdisjoint({*theirs[0], theirs[1]}) or mine[1] in theirs[0]


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    """Return the letters and digits of a name, without case and accents."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in bare if character.isalnum())


def _shortens(short: str, long: str) -> bool:
    """Tell whether one name is the first name of the other, alone or with the first letter of the last name."""
    first, *rest = map(_plain, short.split())
    names = [*map(_plain, long.split())]
    if len(names) < 2 or first != names[0] or len(rest) > 1:
        return False
    return not rest or (len(rest[0]) == 1 and names[-1].startswith(rest[0]))


def _one_letter_apart(one: str, other: str) -> bool:
    """Tell whether one letter is missing, different or swapped with its neighbour; digits distinguish people."""
    short, long = sorted((one, other), key=len)
    begin = next((place for place, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(long) > len(short):
        return short[begin:] == long[begin + 1 :] and long[begin].isalpha()
    if short[begin + 1 :] == long[begin + 1 :]:
        return short[begin].isalpha() and long[begin].isalpha()
    return short[begin : begin + 2] == long[begin : begin + 2][::-1] and short[begin + 2 :] == long[begin + 2 :]
