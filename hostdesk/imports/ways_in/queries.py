"""The players behind the names in a file, everybody's totals in it, and the imports so far."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from hostdesk.models import ImportedNight
from hostdesk.people.players.duplicates import SAME, alike
from ledger.results.queries import played_nights
from reservations.models import Act, Player
from reservations.parsing.names import name_key
from reservations.players.queries import Roster

NEW = "new"
"""The choice for a name that is a new player's."""


@dataclass(frozen=True)
class NameIn:
    """A name in a file: the ``person`` with that name, now or before, those with names ``near`` it, and the choice.

    ``answer`` is the number of the ``chosen`` player, `NEW`, or nothing: "".
    """

    text: str
    person: Player | None
    near: tuple[Player, ...]
    answer: str
    chosen: Player | None

    @property
    def field(self) -> str:
        """Its name in a form."""
        return field_of(self.text)

    @property
    def player(self) -> Player | None:
        """The player: the chosen one, else the one with that name; None for a new one, or an open question."""
        return self.chosen if self.answer else self.person

    @property
    def likely(self) -> Player | None:
        """The player, or else the only one whose name differs in case, accents and spaces alone."""
        same = [player for player in self.near if alike(player.name, self.text) == SAME]
        return same[0] if len(same) == 1 and not self.answer else self.player

    @property
    def choice(self) -> str:
        """The choice: without the host's, an unknown name is a new player's if no name is similar, and else open."""
        return self.answer or ("" if self.near else NEW)

    @property
    def who(self) -> str:
        """The identity of the person: a number, or the name of a new player; "" for an open question."""
        if self.player is not None:
            return str(self.player.number)
        return name_key(self.text) if self.choice == NEW else ""


def names_in(names: Iterable[str], choices: Mapping[str, str], roster: Roster) -> list[NameIn]:
    """Return the names of a file with the host's choices, by `field_of` a name. An impossible choice counts as none."""
    found = []
    for text in names:
        person, choice = roster.called(text), choices.get(field_of(text), "")
        chosen = roster.numbered(choice)
        near = () if person else tuple(person for person in roster.people if alike(text, person.name))
        found.append(NameIn(text, person, near, choice if choice == NEW or chosen else "", chosen))
    return found


def field_of(name: str) -> str:
    """Return the form's field for the choice of a name."""
    return f"who-{hashlib.sha256(name_key(name).encode()).hexdigest()[:12]}"


def totals_of(nights: Iterable[Sequence[tuple[str, int]]]) -> list[tuple[str, int, int]]:
    """Return the name, the number of nights and the net in cents of everybody, the highest net first.

    A night is names with cents; a name may be there twice.
    """
    nets, played = Counter[str](), Counter[str]()
    for night in nights:
        played.update({name for name, _ in night})
        for name, cents in night:
            nets[name] += cents
    return sorted(((name, played[name], net) for name, net in nets.items()), key=lambda total: (-total[2], total[0]))


def undone_keys(prefix: str) -> frozenset[str]:
    """Return the keys with that prefix whose acts were undone, for `free_key`: their records may come in again."""
    undone = Act.objects.filter(key__startswith=prefix, reversed_by__isnull=False)
    return frozenset(undone.values_list("key", flat=True))


def imports() -> list[list[ImportedNight]]:
    """Return the nights in effect by import and day, the latest import first."""
    rows = ImportedNight.objects.filter(night__in=played_nights()).select_related("night")
    ordered = rows.order_by("-at", "batch", "night__date")
    return [list(nights) for _, nights in groupby(ordered, key=lambda imported: imported.batch_id)]
