"""The page of likely duplicates: each pair with the figures of the two, and of both together."""

from collections.abc import Sequence
from dataclasses import dataclass

from hostdesk.base.lists.queries import PlayerRow, player_rows
from hostdesk.people.players.duplicates import PlayerEntry, likely_pairs
from hostdesk.people.players.queries import online_nicknames, sat_together
from ledger.standings.queries import standings
from reservations.models import Player

MOST_PAIRS = 40


@dataclass(frozen=True)
class PairShown:
    """Two entries of one person: the one to keep, the duplicate, the reason, and both their standings, in cents."""

    keep: PlayerRow
    duplicate: PlayerRow
    why: str
    stand: tuple[int, int]

    @property
    def numbers(self) -> str:
        """The duplicate and the one to keep, in the form of a field."""
        return f"{self.duplicate.player.number}-{self.keep.player.number}"

    @property
    def both(self) -> Sequence[tuple[PlayerRow, int]]:
        """The two with their standings."""
        return [(self.keep, self.stand[0]), (self.duplicate, self.stand[1])]

    @property
    def nights(self) -> int:
        """The nights that the two have played together."""
        return self.keep.nights + self.duplicate.nights

    @property
    def result_cents(self) -> int:
        """The result of the two together."""
        return self.keep.result_cents + self.duplicate.result_cents

    @property
    def standing_cents(self) -> int:
        """The standing of the two together; − is a debt."""
        return sum(self.stand)


def likely_duplicates() -> tuple[list[PairShown], int]:
    """Return the likely pairs, the surest first, at most 40 of them, and their number; in a fixed number of queries."""
    rows = {row.player.number: row for row in player_rows(Player.objects.people())}
    nicknames = online_nicknames()
    entries = [
        PlayerEntry(
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
            rows[pair.keep.number],
            rows[pair.duplicate.number],
            pair.why,
            (now.get(pair.keep.number, 0), now.get(pair.duplicate.number, 0)),
        )
        for pair in pairs[:MOST_PAIRS]
    ]
    return shown, len(pairs)
