"""The page of likely duplicates: each pair with what the two are, and what they would be together."""

from collections.abc import Sequence
from dataclasses import dataclass

from hostdesk.base.lists.queries import PlayerRow, player_rows
from hostdesk.people.players.duplicates import Entry, likely_pairs
from hostdesk.people.players.queries import online_nicknames, sat_together
from ledger.standings.queries import standings
from reservations.models import Player

MOST_PAIRS = 40


@dataclass(frozen=True)
class PairShown:
    """Two entries of one person: whom to keep, the duplicate, why, and both their standings, in cents."""

    keep: PlayerRow
    duplicate: PlayerRow
    why: str
    stand: tuple[int, int]

    @property
    def numbers(self) -> str:
        """The duplicate and whom to keep, as the form says them."""
        return f"{self.duplicate.player.number}-{self.keep.player.number}"

    @property
    def both(self) -> Sequence[tuple[PlayerRow, int]]:
        """The two with their standings."""
        return [(self.keep, self.stand[0]), (self.duplicate, self.stand[1])]

    @property
    def nights(self) -> int:
        """How many nights the two have played together."""
        return self.keep.nights + self.duplicate.nights

    @property
    def result_cents(self) -> int:
        """What the two have won together."""
        return self.keep.result_cents + self.duplicate.result_cents

    @property
    def standing_cents(self) -> int:
        """What THE BOOK would owe the two together; − what they would owe."""
        return sum(self.stand)


def likely_duplicates() -> tuple[list[PairShown], int]:
    """Return the likely pairs, the surest first, at most 40 of them, and how many there are; in a fixed number of
    queries.
    """
    rows = {row.player.number: row for row in player_rows(Player.objects.people())}
    nicknames = online_nicknames()
    entries = [
        Entry(
            number,
            row.player.name,
            (row.player.regular, row.player.mark is not None, row.nights),
            tuple(nicknames.get(number, ())),
        )
        for number, row in rows.items()
    ]
    pairs, now = likely_pairs(entries, sat_together()), standings()
    shown = [
        PairShown(
            rows[each.keep.number],
            rows[each.duplicate.number],
            each.why,
            (now.get(each.keep.number, 0), now.get(each.duplicate.number, 0)),
        )
        for each in pairs[:MOST_PAIRS]
    ]
    return shown, len(pairs)
