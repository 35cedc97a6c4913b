"""The end of a night: what is done, what is next, and what may be the mistake where something is off.

All of it is read from the ledger, so the closing can be left at any time and is found as it was.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from django.utils.timezone import localtime

from hostdesk.tonight import Sitting, Tonight
from ledger import reconcile
from ledger.course import Happening
from ledger.difference import ADDS, Difference, Entry, Place
from ledger.queries import drawer_is_counted, pots_won
from ledger.suspects import suspects
from ledger.terms import Means
from ledger.wording import amount_of
from reservations.kinds import Kind
from reservations.models import Act
from reservations.problems import Impossible

_RECENT = 4
_LOOKED_THROUGH = 40


class State(StrEnum):
    """How far a step of the closing is."""

    DONE = "done"
    NOW = "now"
    LATER = "later"


@dataclass(frozen=True)
class Lead:
    """A suspect with where to look: the number of its act, else of its player, else nowhere in particular."""

    sentence: str
    act: int | None
    player: int | None


@dataclass(frozen=True)
class Closing:
    """The closing of a night, derived from the ledger."""

    tonight: Tonight
    drawer_counted: bool

    @property
    def holders(self) -> list[Sitting]:
        """Everybody who bought chips and has not cashed out since."""
        return [each for each in self.tonight.players if each.holds]

    @property
    def chips_cents(self) -> int:
        """Chips that are still out, in cents."""
        return self.tonight.now.balances.chips_cents

    @property
    def has_pot(self) -> bool:
        """Whether the house plays for a final pot."""
        return self.tonight.now.terms.payout_unit_cents > 1

    @property
    def pot_cents(self) -> int:
        """The final pot with the chips left in the middle, as its winner will get it."""
        return self.tonight.now.balances.final_pot_cents + self.chips_cents

    @property
    def banker_bears_cents(self) -> int:
        """What was missing so far and is the banker's to bear; negative for too much."""
        return self.tonight.now.balances.over_short_cents

    @property
    def bears(self) -> int:
        """The same without its sign."""
        return abs(self.banker_bears_cents)

    @property
    def losers(self) -> list[str]:
        """The names of those who bought chips and left with none, where all chips are back."""
        return [each.name for each in self.holders]

    @cached_property
    def states(self) -> dict[str, State]:
        """The steps of this house in their order, each with how far it is."""
        reached, states = True, {}
        for name, is_done in self._done().items():
            states[name] = State.LATER if not reached else State.DONE if is_done else State.NOW
            reached = reached and is_done
        if states.get("pot") is State.NOW and self.chips_cents:
            # What is left may lie in the middle or may be lost: both ways on are open.
            states["chips"] = State.NOW
        return states

    def _done(self) -> dict[str, bool]:
        nothing_out = not self.chips_cents and not (self.has_pot and self.pot_cents)
        pot = {"pot": not self.pot_cents} if self.has_pot else {}
        return {
            "players": not self.holders or nothing_out,
            **pot,
            "chips": not self.chips_cents,
            "drawer": self.drawer_counted,
            "close": not self.tonight.is_open,
        }

    @property
    def faults(self) -> Sequence[str]:
        """What is still in the way, a sentence each."""
        return reconcile.close_faults(self.tonight.now.balances, drawer_counted=self.drawer_counted)

    @property
    def ends(self) -> reconcile.Closing | None:
        """How the night would close now; nothing where it would not."""
        try:
            return None if self.faults else reconcile.closing(self.tonight.now.balances)
        except Impossible:
            return None


def closing_of(tonight: Tonight) -> Closing:
    """Read how far the closing of a night is."""
    return Closing(tonight, drawer_is_counted(tonight.now))


def reasons_given() -> list[str]:
    """Return why chips were declared lately, each reason once, the newest first."""
    acts = Act.objects.filter(kind=Kind.DECLARE_CHIPS).order_by("-number").values_list("content", flat=True)
    reasons = (json.loads(content)["reason"] for content in acts[:_LOOKED_THROUGH])
    return list(dict.fromkeys(reasons))[:_RECENT]


def leads(tonight: Tonight, place: Place, difference_cents: int) -> list[Lead]:
    """Return what may be the mistake, the likeliest first; + where more is there than the books expect, in cents."""
    numbers = {name: number for number, name in tonight.names.items()}
    found = suspects(_difference(tonight, place, difference_cents))
    return [Lead(each.sentence, each.act, numbers.get(each.player)) for each in found]


def _difference(tonight: Tonight, place: Place, cents: int) -> Difference:
    now = tonight.now
    # What an earlier count of the drawer was off by is in the books: only what came after it can be wrong now.
    confirmed = now.course.drawer_counted_by if place is Place.DRAWER else None
    return Difference(
        place=place,
        cents=cents,
        entries=[each for each in entries(tonight) if each.number > (confirmed or 0)],
        usual_cents=now.limits.usual_cents,
        colours=now.terms.chips,
        payout_unit_cents=now.terms.payout_unit_cents,
        takes_transfer=Means.TRANSFER in now.terms.pays_with,
    )


def entries(tonight: Tonight) -> Iterator[Entry]:
    """Yield the acts of the night that stand and are about money, as they are searched for a mistake."""
    pots = pots_won(each.number for each in tonight.now.course.happenings if each.kind == Kind.FINAL_POT)
    for each in tonight.now.course.happenings:
        cents = pots.get(each.number, 0) if each.kind == Kind.FINAL_POT else _cents(each)
        if cents:
            yield Entry(
                number=each.number,
                kind=each.kind,
                at=localtime(each.at),
                cents=cents,
                player=_name(tonight, each),
                not_cash_cents=_not_cash(tonight, each),
            )


def _cents(each: Happening) -> int:
    content = each.content
    if each.kind == Kind.DECLARE_CHIPS:
        return int(content.get("extra", 0)) - int(content.get("missing", 0))
    return (amount_of(each.kind, content) or 0) if each.kind in _SEARCHED else 0


_SEARCHED = {kind for kinds in ADDS.values() for kind in kinds}


def _name(tonight: Tonight, each: Happening) -> str:
    roles = (each.content[role] for role in ("player", "winner") if role in each.content)
    return tonight.names.get(next(roles, 0), "")


def _not_cash(tonight: Tonight, each: Happening) -> int:
    if each.kind == Kind.BUY_IN:
        return 0 if tonight.now.course.means_of(each) is Means.CASH else int(each.content["amount"])
    parts = each.content.get("payout", ())
    return sum(part["amount"] for part in parts if part["by"] != Means.CASH)
