"""What the report of a night says, as plain values: the PDF, the page and the CSV all show exactly this.

Amounts are whole cents; times are aware and already in the installation's time zone. Reading the database is not done
here, so that paper can be made, and tested, without one.
"""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True)
class PlayerLine:
    """One player's night: what they gave for chips, what they were given for them, and the difference.

    ``buy_in_*`` is the first buy-in, ``rebuy_*`` all later ones. ``bought_cents`` and ``received_cents`` count every
    way chips changed hands, chips from and to other players and a won final pot included; the result is received less
    bought. The line of totals has the same fields and the name of the whole.
    """

    name: str
    buy_in_count: int
    buy_in_cents: int
    rebuy_count: int
    rebuy_cents: int
    bought_from_players_cents: int
    sold_cents: int
    cash_out_cents: int
    final_pot_cents: int
    bought_cents: int
    received_cents: int
    result_cents: int


@dataclass(frozen=True)
class DrawerLine:
    """One line of a reckoning, of the drawer or of the chips; a ``total`` sums what stands above it."""

    label: str
    cents: int
    total: bool


@dataclass(frozen=True)
class RulingLine:
    """An act that a term of the house refused and that was allowed all the same: what, which terms, by whom, why."""

    number: int
    at: datetime
    what: str
    refused: tuple[str, ...]
    decided_by: str
    reason: str


@dataclass(frozen=True)
class TimelineLine:
    """One act of the night in the order of the numbers; an undone one stays, marked."""

    number: int
    at: datetime
    text: str
    by: str
    undone: bool
    cents: int | None


@dataclass(frozen=True)
class NightReport:
    """A night as of act ``number``, the last one it shows; ``head`` is the chain's there (64 hex digits).

    ``over_short_cents`` has the sign of the account: more than zero was missing, less than zero was too much; for a
    closed night it is what the banker bore at the close. ``final_pot_winner`` is empty where nobody has won one.
    """

    house: str
    rules_version: int
    night_id: int
    date: date
    closed: bool
    banker: str
    earlier_bankers: tuple[str, ...]
    stakes: str
    limits: tuple[str, ...]
    players: tuple[PlayerLine, ...]
    totals: PlayerLine
    chips: tuple[DrawerLine, ...]
    drawer: tuple[DrawerLine, ...]
    over_short_cents: int
    final_pot_winner: str
    final_pot_cents: int
    rulings: tuple[RulingLine, ...]
    timeline: tuple[TimelineLine, ...]
    number: int
    head: str
