"""The report of a night, in cents and local times: PDF, page and CSV show exactly this."""

from dataclasses import dataclass, field
from datetime import date, datetime

from ledger.money.cents import show_money
from ledger.reports.night_story import NightStory
from reservations.acts.problems import RuleViolation


@dataclass(frozen=True)
class PlayerLine:
    """One player's night: the money given for chips, the money received for them, and the difference.

    ``buy_in_*`` is the first buy-in, ``rebuy_*`` all later ones. ``bought_cents`` and ``received_cents`` count every
    way chips changed hands, chips from and to other players and a won final pot included; the result is received less
    bought. The line of totals has the same fields and its own name.
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
    """One line of a reckoning, of the drawer or of the chips; a ``total`` sums the lines above it."""

    label: str
    cents: int
    total: bool


@dataclass(frozen=True)
class RulingLine:
    """A refusal that was overruled: the act, the terms, the author, the reason, and the writer.

    ``number`` is that of the act; None for a fact at the tables, or about coming. In a dispute nothing was refused:
    ``what`` is the dispute, and the ``reason`` is the decision.
    """

    at: datetime
    what: str
    refused: tuple[RuleViolation, ...]
    decided_by: str
    reason: str
    by: str
    number: int | None = None

    @property
    def verb(self) -> str:
        """The verb of the ruling: something was allowed, or a dispute decided."""
        return "Allowed" if self.refused else "Decided"


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
class NoteLine:
    """A note of the night: number in the register, debtor with mark, last holder, and its end in words."""

    number: int
    name: str
    debtor: str
    mark: str
    holder: str
    cents: int
    ended: str


@dataclass(frozen=True)
class BookChange:
    """The change of a standing by a night, in cents (+ owed more): by chips, notes, and the bank's rest."""

    name: str
    chips_cents: int
    notes_cents: int
    bank_cents: int

    @property
    def cents(self) -> int:
        return self.chips_cents + self.notes_cents + self.bank_cents


@dataclass(frozen=True)
class CorrectionLine:
    """A correction in THE BOOK about the night: ``debtor`` owes the sum more. It has its own number and head."""

    number: int
    head: str
    at: datetime
    by: str
    debtor: str
    creditor: str
    cents: int
    reason: str


@dataclass(frozen=True)
class Tally:
    """A player's jumped bets, their cost in cents, and the warnings, for these or for anything else."""

    name: str
    penalties: int
    cents: int
    warnings: int


@dataclass(frozen=True)
class TallySheet:
    """The tally of a night, the most paid first, and its sums. The money stays in play: the bank does not see it."""

    rows: tuple[Tally, ...] = ()
    costs: bool = False
    penalties: int = 0
    cents: int = 0


@dataclass(frozen=True)
class NightReport:
    """A night as of act ``number``, the last one it shows; ``head`` is the chain's there (64 hex digits).

    ``over_short_cents`` has the sign of the account: above zero is missing, below zero too much; on a closed night it
    is the sum that the banker bore. ``final_pot_winner`` is "" if nobody has won one. ``lapsed`` names the loser of
    every note that lost its value, ``declared`` the reasons for missing or extra chips. Only ``corrections`` may be
    later than ``number``.
    """

    house: str
    rules_version: int
    rules_since: date
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
    notes: tuple[NoteLine, ...]
    lapsed: tuple[str, ...]
    book: tuple[BookChange, ...]
    corrections: tuple[CorrectionLine, ...]
    rulings: tuple[RulingLine, ...]
    tally: TallySheet
    timeline: tuple[TimelineLine, ...]
    number: int
    head: str
    story: NightStory = field(default_factory=NightStory)
    declared: tuple[str, ...] = ()

    @property
    def over_short_sentence(self) -> str:
        """Over or short in a sentence: drawer, declared chips and lapsed notes together; the banker bears it."""
        together = "Drawer, chips and lapsed notes together" if self.lapsed else "Drawer and chips together"
        cents = self.over_short_cents
        if cents == 0:
            return f"{together.removesuffix(' together')} agree."
        what = f"{together} are {'short' if cents > 0 else 'over'} by {show_money(abs(cents))}"
        if not self.closed:
            return f"{what} so far."
        return f"{what}. The banker, {self.banker}, {'bears' if cents > 0 else 'keeps'} it."

    @property
    def banks_rest(self) -> str:
        """The close's change of the banker's standing, in a sentence; "" without one."""
        cents = sum(line.bank_cents for line in self.book)
        if not cents:
            return ""
        if cents > 0:
            return f"The bank owed {self.banker} {show_money(cents)} more than the drawer held: it went to THE BOOK."
        return f"{self.banker} took home {show_money(-cents)} more than the bank owed: it went to THE BOOK."
