"""How people behaved tonight, as the pages show it: the tally in money, all that was noted, and who has the clock."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from hostdesk.tonight.queries import PlayerTonight, Tonight
from ledger.night.queries import terms_of
from reservations.acts.facts import FactKind
from reservations.clock.rules import in_minutes
from reservations.conduct.queries import conduct_of
from reservations.conduct.rules import Call, Conduct
from reservations.models import Fact, Night
from reservations.tables.queries import seating_terms_of

_LOOKED_AT = 100  # warnings
_USUAL = (
    "Acted out of turn",
    "Splashed the pot",
    "Slow rolled",
    "Talked about a hand in play",
    "Called the clock at once",
)


@dataclass(frozen=True)
class ConductLine:
    """One thing that was noted of a player. ``words`` are what they were warned with, ``cents`` the penalty."""

    fact: int
    at: datetime
    by: str
    name: str
    what: str
    words: str = ""
    cents: int | None = None


@dataclass(frozen=True)
class Tally:
    """What a player's jumped bets came to, in cents, and how often they were warned, of these or of anything else."""

    name: str
    penalties: int
    cents: int
    warnings: int


@dataclass(frozen=True)
class TallySheet:
    """The tally of a night, who paid most first, and its sums. The money stays in play: the bank does not see it."""

    rows: tuple[Tally, ...]
    costs: bool
    penalties: int
    cents: int


def lines_of(conduct: Conduct, names: Mapping[int, str], penalty_cents: int | None) -> list[ConductLine]:
    """Return all that was noted of players, in the order in which it was noted; ``names`` are by number."""
    jumped = "jumped the bet"
    lines = [
        ConductLine(each.fact, each.at, each.by, names[each.player], f"{jumped}: warned")
        if each.warning
        else ConductLine(each.fact, each.at, each.by, names[each.player], jumped, cents=penalty_cents)
        for each in conduct.jumps
    ]
    lines += [
        ConductLine(each.fact, each.at, each.by, names[each.player], "warned", each.words) for each in conduct.warnings
    ]
    lines += [
        ConductLine(each.fact, each.at, each.by, names[each.player], "had the clock called") for each in conduct.calls
    ]
    return sorted(lines, key=lambda each: each.fact)


def tally_of(conduct: Conduct, names: Mapping[int, str], penalty_cents: int | None) -> TallySheet:
    """Return the tally of every player of whom something was noted; ``penalty_cents`` is what a jumped bet costs."""
    warned = Counter([jump.player for jump in conduct.jumps if jump.warning] + [one.player for one in conduct.warnings])
    paid, each_cents = conduct.penalties, penalty_cents or 0
    rows = [
        Tally(names[number], paid.get(number, 0), paid.get(number, 0) * each_cents, warned[number])
        for number in dict.fromkeys([*paid, *warned])
    ]
    rows.sort(key=lambda each: -each.penalties)
    penalties = sum(each.penalties for each in rows)
    return TallySheet(tuple(rows), penalty_cents is not None, penalties, penalties * each_cents)


@dataclass(frozen=True)
class ConductNow:
    """All that the panel shows of conduct at one moment.

    ``players`` are those at the tables, each with what their jumped bets have come to, in cents. ``is_warned``: the
    next jumped bet costs the penalty. ``call`` is the call that is shown, of the player ``called``; ``call_length`` is
    how long a player may think, as in "1:00", "" if the house has no such rule. ``lines`` have the newest first.
    """

    conduct: Conduct
    penalty_cents: int | None
    players: list[tuple[PlayerTonight, int]]
    is_warned: bool
    lines: list[ConductLine]
    tally: TallySheet
    call: Call | None
    called: str
    is_time_up: bool
    can_call: bool
    call_length: str


def conduct_now(tonight: Tonight, now: datetime) -> ConductNow:
    """Read how people behaved tonight, as it stands at the aware moment ``now``."""
    conduct, terms, penalty = conduct_of(tonight.night), seating_terms_of(tonight.night), penalty_of(tonight.night)
    paid, call, running = conduct.penalties, conduct.call_at(now), conduct.running_at(now)
    here = [each for each in tonight.players if each.state != "left"]
    return ConductNow(
        conduct=conduct,
        penalty_cents=penalty,
        players=[(each, paid.get(each.number, 0) * (penalty or 0)) for each in here],
        is_warned=conduct.is_warned(terms.jump_warnings),
        lines=lines_of(conduct, tonight.names, penalty)[::-1],
        tally=tally_of(conduct, tonight.names, penalty),
        call=call,
        called=tonight.names[call.player] if call else "",
        is_time_up=call is not None and running is None,
        can_call=terms.call_seconds is not None and running is None,
        call_length=in_minutes(terms.call_seconds) if terms.call_seconds else "",
    )


def recent_warnings(most: int) -> list[str]:
    """Return the words of the latest warnings, each once and the newest first, then usual ones; so many at most."""
    facts = Fact.objects.filter(kind=FactKind.CONDUCT).exclude(reason="").order_by("-pk")
    words = facts.values_list("reason", flat=True)[:_LOOKED_AT]
    return list(dict.fromkeys([*words, *_USUAL]))[:most]


def penalty_of(night: Night) -> int | None:
    """Return what a jumped bet costs on a night whose bank was opened, in cents; None if it costs nothing."""
    return terms_of(night.kept_rules).jumped_bet_cents
