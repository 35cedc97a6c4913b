"""How people behaved tonight, as the pages show it: the tally in money, all that was noted, and who has the clock."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from hostdesk.tonight.queries import Sitting, Tonight
from ledger.night.queries import terms_of
from reservations.conduct.queries import conduct_of, recent_warnings
from reservations.conduct.rules import Call, Conduct
from reservations.houses.seating_terms import SeatingTerms
from reservations.models import Night
from reservations.tables.queries import seating_terms_of

_OFFERED_WORDS = 5


@dataclass(frozen=True)
class ConductLine:
    """One thing that was noted of somebody. ``words`` are what they were warned with, ``cents`` the penalty."""

    fact: int
    at: datetime
    by: str
    name: str
    what: str
    words: str = ""
    cents: int | None = None


@dataclass(frozen=True)
class Tally:
    """What somebody's jumped bets came to, and how often they were warned, of those as of anything else."""

    name: str
    penalties: int
    cents: int
    warnings: int


def lines_of(conduct: Conduct, names: Mapping[int, str], penalty_cents: int | None) -> list[ConductLine]:
    """Return all that was noted of anybody, in the order in which it was noted; ``names`` are those of the players."""
    return sorted(_lines(conduct, names, penalty_cents), key=lambda each: each.fact)


def _lines(conduct: Conduct, names: Mapping[int, str], penalty_cents: int | None) -> Iterator[ConductLine]:
    for jump in conduct.jumps:
        cents = None if jump.warning else penalty_cents
        what = "jumped the bet: warned" if jump.warning else "jumped the bet"
        yield ConductLine(jump.fact, jump.at, jump.by, names[jump.player], what, cents=cents)
    for warned in conduct.warnings:
        yield ConductLine(warned.fact, warned.at, warned.by, names[warned.player], "warned", warned.words)
    for call in conduct.calls:
        yield ConductLine(call.fact, call.at, call.by, names[call.player], "has the clock called on them")


@dataclass(frozen=True)
class TallySheet:
    """The tally of a night, who paid most first. What it comes to stays in play: the bank does not see it."""

    rows: tuple[Tally, ...]
    costs: bool

    @property
    def penalties(self) -> int:
        """How many penalties were paid."""
        return sum(each.penalties for each in self.rows)

    @property
    def cents(self) -> int:
        """What all of them came to."""
        return sum(each.cents for each in self.rows)


def tally_of(conduct: Conduct, names: Mapping[int, str], penalty_cents: int | None) -> TallySheet:
    """Return the tally of everybody of whom something was noted; ``penalty_cents`` is what each jumped bet costs."""
    warned = Counter([jump.player for jump in conduct.jumps if jump.warning] + [one.player for one in conduct.warnings])
    paid = conduct.penalties
    rows = [
        Tally(names[number], paid.get(number, 0), paid.get(number, 0) * (penalty_cents or 0), warned[number])
        for number in dict.fromkeys([*paid, *warned])
    ]
    return TallySheet(tuple(sorted(rows, key=lambda each: -each.penalties)), penalty_cents is not None)


@dataclass(frozen=True)
class ConductNow:
    """All that the panel shows of conduct at one moment: of one night, for those who are at its tables."""

    conduct: Conduct
    terms: SeatingTerms
    penalty_cents: int | None
    names: Mapping[int, str]
    here: Sequence[Sitting]
    now: datetime

    @property
    def is_warned(self) -> bool:
        """Whether the next jumped bet costs the penalty."""
        return self.conduct.is_warned(self.terms.jump_warnings)

    @property
    def lines(self) -> list[ConductLine]:
        """All that was noted of anybody, the newest first."""
        return lines_of(self.conduct, self.names, self.penalty_cents)[::-1]

    @property
    def players(self) -> list[tuple[Sitting, int]]:
        """Who is at the tables, each with what their jumped bets have come to, in cents."""
        paid, cents = self.conduct.penalties, self.penalty_cents or 0
        return [(each, paid.get(each.number, 0) * cents) for each in self.here]

    @property
    def tally(self) -> TallySheet:
        """The tally by player."""
        return tally_of(self.conduct, self.names, self.penalty_cents)

    @property
    def call(self) -> Call | None:
        """The call that is shown."""
        return self.conduct.call_at(self.now)

    @property
    def called(self) -> str:
        """On whom the clock is called."""
        return self.names[self.call.player] if self.call else ""

    @property
    def is_time_up(self) -> bool:
        """Whether they have had their time."""
        return self.call is not None and self.conduct.running_at(self.now) is None

    @property
    def can_call(self) -> bool:
        """Whether the clock can be called on somebody now: where the house has that, and it runs on nobody."""
        return self.terms.call_seconds is not None and self.conduct.running_at(self.now) is None

    @property
    def call_length(self) -> str:
        """How long somebody may think on whom the clock was called, as in 1:00; nothing where the house has no such."""
        minutes, seconds = divmod(self.terms.call_seconds or 0, 60)
        return f"{minutes}:{seconds:02}" if self.terms.call_seconds else ""

    @property
    def words(self) -> list[str]:
        """What people were warned with lately."""
        return recent_warnings(_OFFERED_WORDS)


def conduct_now(tonight: Tonight, now: datetime) -> ConductNow:
    """Read how people behaved tonight, as it stands at ``now``, which is aware."""
    here = [each for each in tonight.players if each.state != "left"]
    terms = seating_terms_of(tonight.night)
    return ConductNow(conduct_of(tonight.night), terms, penalty_of(tonight.night), tonight.names, here, now)


def penalty_of(night: Night) -> int | None:
    """Return what a jumped bet costs on a night whose bank was opened, in cents; nothing where it costs nothing."""
    return terms_of(night.kept_rules).jumped_bet_cents
