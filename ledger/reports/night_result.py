"""The result of a closed night for its group: podium, figures, comeback, season and payments. Pure.

It shows no private data: a private name is `SOMEBODY`, and a private amount is None.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile

from ledger.money.cents import show_cents, show_money, show_signed
from ledger.months.text import isolated
from ledger.settle.fewest_payments import Payment
from reservations.parsing.days import day_of
from reservations.parsing.names import counted, joined_words

SOMEBODY = "Somebody"
"""Who keeps their results to themselves."""
_STEPS = 3


@dataclass(frozen=True)
class Placing:
    """A player's place, 1 for the first, with their result in cents, of the night or of a season."""

    place: int
    name: str
    cents: int | None = None

    @property
    def line(self) -> str:
        """The place in words: "1. Ann +15.00"."""
        return f"{self.place}. {isolated(self.name)}{'' if self.cents is None else f' {show_signed(self.cents)}'}"


@dataclass(frozen=True)
class Comeback:
    """The player who bought most after their first chips and still left ahead, in cents; None for private amounts."""

    name: str
    bought_cents: int | None = None
    won_cents: int | None = None

    @property
    def sentence(self) -> str:
        """The comeback in words."""
        if self.bought_cents is None or self.won_cents is None:
            return f"{isolated(self.name)} bought again and still left ahead."
        again, won = show_money(self.bought_cents), show_money(self.won_cents)
        return f"{isolated(self.name)} bought {again} more and still won {won}."


@dataclass(frozen=True)
class NightResult:
    """The result of a night. ``places`` are the players by result; the first ``ahead`` of them won.

    ``figures`` are pairs of label and value. ``season`` is the name of the night's season, ``nights`` the number of its
    nights by then, ``leaders`` its first players. ``payments`` settle the night by name; ``payment_count`` also counts
    payments without names, and ``proof`` compares that with the fewest possible; "" without payments. ``turned``: the
    first player's money for chips and from them, in cents, if not private. ``until`` is the time of its end,
    ``skyline`` that of its story.
    ``course``: in a player's own picture, the money of that player, drawn before the skyline.
    """

    house: str
    day: date
    figures: tuple[tuple[str, str], ...] = ()
    places: tuple[Placing, ...] = ()
    player_count: int = 0
    ahead: int = 0
    comeback: Comeback | None = None
    season: str = ""
    nights: int = 0
    leaders: tuple[Placing, ...] = ()
    payments: tuple[Payment[str], ...] = ()
    payment_count: int = 0
    proof: str = ""
    turned: tuple[int, int] | None = None
    until: str = ""
    skyline: tuple[tuple[float, float], ...] = ()
    course: tuple[tuple[float, float], ...] = ()

    @property
    def sentence(self) -> str:
        """The night in one sentence: "Ann turned 50 into 144"; without names, the hour of its end."""
        firsts = [isolated(placing.name) for placing in self.places[: self.ahead] if placing.place == 1]
        if not firsts:
            return f"Cards until {self.until}" if self.until and self.ahead else self.without_podium
        if len(firsts) > _STEPS:
            return f"{len(firsts)} players won the night"
        if self.turned and len(firsts) == 1:
            gave, got = (show_cents(cents) if cents % 100 else show_cents(cents)[:-3] for cents in self.turned)
            return f"{firsts[0]} turned {gave} into {got}"
        return f"{joined_words(firsts)} won the night"

    @property
    def outline(self) -> str:
        """The skyline as the corners of a polygon in a square of 100, from its upper left; "" without one."""
        corners = ((0, 0), *self.skyline, (1, 0)) if self.skyline else ()
        return " ".join(f"{100 * x:.4g},{100 - 100 * y:.4g}" for x, y in corners)

    @property
    def podium(self) -> tuple[Placing, ...]:
        """The first three players who left ahead; players with the same result by name."""
        return self.places[: min(self.ahead, _STEPS)]

    @property
    def others(self) -> int:
        """The number of further players with the last place on the podium."""
        last = self.podium[-1].place if self.podium else 0
        return sum(placing.place == last for placing in self.places[_STEPS : self.ahead])

    @property
    def without_podium(self) -> str:
        """The text in place of a podium: why there is none; "" if there is one."""
        if self.podium:
            return ""
        if not self.player_count:
            return "Nobody played."
        if self.ahead:
            return f"{counted(self.ahead, 'player')} left ahead."
        return "Everybody went home even." if self.player_count > 1 else "One player, home even."

    @property
    def payments_sentence(self) -> str:
        """The number of payments that settle the night, with the proof: "2 payments. Fewest possible: proven."."""
        return f"{counted(self.payment_count, 'payment')}. {self.proof}" if self.proof else ""

    @property
    def text(self) -> str:
        """All of it as text for a chat, in parts with an empty line between them."""
        places = [place for place in self.places if place.cents is not None] or self.podium
        comeback = [f"Best comeback: {self.comeback.sentence}"] if self.comeback else []
        season = [f"{isolated(self.season)} after {counted(self.nights, 'night')}"]
        season += [place.line for place in self.leaders]
        pays = [(isolated(paid.payer), isolated(paid.payee), show_money(paid.cents)) for paid in self.payments]
        payments = [f"{payer} pays {payee} {amount}" for payer, payee, amount in pays]
        parts = (
            [f"{day_of(self.day)}, {isolated(self.house)}"],
            [place.line for place in places] or [self.without_podium],
            [f"{label}: {value}" for label, value in self.figures],
            comeback,
            season if self.leaders else [],
            [*payments, self.payments_sentence] if self.proof else [],
        )
        return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def placed(cents: Mapping[int, int], names: Mapping[int, str], *, with_amounts: bool) -> tuple[Placing, ...]:
    """Return players by number in their places, the most cents first; equal results by name, with the same place.

    A player without a name in ``names`` is `SOMEBODY`, without an amount.
    """
    order = sorted(cents, key=lambda player: (-cents[player], names.get(player, SOMEBODY).casefold(), player))
    amounts = [cents[player] for player in order]
    shown = {player: cents[player] for player in order if with_amounts and player in names}
    rows = [(amounts.index(cents[player]) + 1, names.get(player, SOMEBODY), shown.get(player)) for player in order]
    return tuple(Placing(*row) for row in rows)


def leading(places: Sequence[Placing]) -> tuple[Placing, ...]:
    """Return the first three of them, in their order."""
    return tuple(takewhile(lambda placing: placing.place <= _STEPS, places))[:_STEPS]
