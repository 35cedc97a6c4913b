"""The table of a hand: its house, its blinds, the smallest chip, and its players after the button.

Everybody may count with letters. Names are those of an open night, for its host, its banker and its players alone.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from string import ascii_uppercase
from typing import Any

from django.http import QueryDict

from hostdesk.rules.houses.presets import load_preset
from hostdesk.table.table_help.forms import MOST_LETTERS, Sitter
from hostdesk.table.tables.queries import present_in
from ledger.bank.queries import bank_of, first_blinds, terms_of
from ledger.money.cents import show_money
from ledger.table_help.betting import BetRules
from ledger.terms.bank_terms import BankTerms, Blinds
from ledger.terms.text import betting_bounds
from reservations.houses.queries import houses_among, seating_terms_of_rules
from reservations.houses.seating_terms import SeatingTerms
from reservations.houses.text import seating_statement
from reservations.models import House, Night, Rules
from reservations.parsing.documents import beside
from reservations.parsing.names import whole_number
from reservations.players.queries import player_names
from reservations.rsvps.door_queries import turned_away
from reservations.tables.balancing import known_button
from reservations.tables.positions import BlindSeats, blinds, clockwise
from reservations.tables.queries import seating_of
from reservations.tables.seats import Button, Missed, Seating

_LETTERS = 6
_ABOUT: Mapping[str, Mapping[str, list[str]]] = beside(__file__, "articles.toml")
"""So many articles of the house are shown beside an answer."""
_UNSAID = {
    "betting-odd_chips": "The house rules do not say who gets odd chips. Usual: the first winners after the button.",
    "betting-straddles": "The house rules do not mention straddles. If the table takes one, it counts as a blind.",
    "betting-short_raise": "The house rules do not mention it. Usual: half a raise or more is made a raise.",
}


@dataclass(frozen=True)
class Viewer:
    """The visitor: a host, the banker of a night (its id), or a player (their number) on a confirmed phone.

    ``houses`` are the only ones, by id, of a host of some houses; None: all.
    """

    is_host: bool = False
    houses: frozenset[int] | None = None
    banks: int | None = None
    player: int | None = None


@dataclass(frozen=True)
class LastHand:
    """The last hand at a table: the places of the button and the blinds, and the players by seat.

    ``seat_of`` has the players who are there still, by key; ``names`` all of that hand, by seat.
    """

    seats: int
    button: int
    blinds: BlindSeats
    seat_of: Mapping[str, int]
    names: Mapping[int, str]


@dataclass(frozen=True)
class TableNow:
    """A table, with its players in the order after the button: it ``has_button`` if that is known.

    ``query`` is the table's part of the address, for every link and form. ``missed`` are the blinds that players owe,
    by key; ``blinds`` are None while they are not set, and so is the ``last`` hand while the button is unknown.
    """

    house: House | None
    night: Night | None
    terms: BankTerms | None
    seating: SeatingTerms
    blinds: Blinds | None
    players: tuple[Sitter, ...]
    is_named: bool = False
    has_button: bool = False
    number: int = 1
    tables: int = 1
    last: LastHand | None = None
    missed: Mapping[str, Missed] = field(default_factory=dict)
    query: Sequence[tuple[str, str]] = ()
    document: Mapping[str, Any] = field(default_factory=dict)

    @property
    def smallest_chip_cents(self) -> int:
        """The lowest chip of the house; without colours the small blind, without blinds one cent."""
        colours = self.terms.chips if self.terms else ()
        least = self.blinds.small_cents if self.blinds else 1
        return min((colour.cents for colour in colours), default=least)

    @property
    def names(self) -> dict[str, str]:
        """The names of players, by key."""
        return {player.key: player.name for player in self.players}

    def bets(self, big_cents: int | None = None) -> BetRules:
        """Return the betting rules here, with that big blind or the table's own."""
        terms = self.terms
        least = big_cents or (self.blinds.big_cents if self.blinds else self.smallest_chip_cents)
        if terms is None:
            return BetRules(least)
        return BetRules(
            least_bet_cents=least,
            least_raise_cents=terms.least_raise_cents,
            greatest_bet_cents=terms.greatest_bet_cents,
            greatest_raise_cents=terms.greatest_raise_cents,
            most_raises=self.seating.most_raises,
        )

    @property
    def stated(self) -> dict[str, str]:
        """The house's statements on its tables and bets, by term."""
        has_blinds = self.terms is None or self.terms.blinds is not None or self.terms.blinds_at_opening
        bounds = betting_bounds(self.terms, show_money) if self.terms else ""
        statement = seating_statement(self.seating, blinds=has_blinds)
        return {**statement, "betting-greatest_bet": bounds} if bounds else statement

    def says(self, terms: Sequence[str]) -> list[str]:
        """Return the house's statements on those terms, and the assumptions for missing ones."""
        stated = self.stated
        return [sentence for term in terms if (sentence := stated.get(term) or _UNSAID.get(term))]

    def articles(self, question: str) -> list[Mapping[str, Any]]:
        """Return the articles of the preset that answer a question, as the house has them under number and title."""
        key = self.document.get("key", "")
        numbers = _ABOUT.get(key, {}).get(question, ())
        own = {(article["number"], article["title"]): article for article in self.document.get("articles", ())}
        titles = {article["number"]: article["title"] for article in load_preset(key)["articles"]} if numbers else {}
        return [own[it] for number in numbers if (it := (number, titles[number])) in own]


def table_of(viewer: Viewer, data: QueryDict, now: datetime) -> TableNow:
    """Return the table of the question: of a night or a house in the address, else of the open night."""
    nights = Night.objects.in_houses(viewer.houses).select_related("house", "rules", "bank")
    night, house = None, houses_among(viewer.houses).filter(key=data.get("house", "")[:40]).first()
    if house is None:
        number = whole_number(data.get("night", "")) or viewer.banks
        opened = nights.filter(bank__isnull=False)
        night = nights.filter(pk=number).first() if number else opened.filter(bank__closed=None).order_by("-pk").first()
        house = night.house if night else _usual_house(viewer.houses)
    rules = night.rules if night and night.rules else house.newest() if house else None
    about = [("house", house.key)] if house and data.get("house") else [("night", str(night.pk))] if night else []
    if rules is None:
        return TableNow(None, None, None, SeatingTerms(), None, letters(data))
    if night is not None and hasattr(night, "bank") and night.bank.closed_id is None:
        return _at_night(viewer, data, now, night, about)
    return _of_house(rules, night, letters(data), about)


def letters(data: QueryDict) -> tuple[Sitter, ...]:
    """Return as many players without names as the address says, A first."""
    many = whole_number(data.get("seats", ""), most_digits=2) or _LETTERS
    return tuple(Sitter(letter, letter) for letter in ascii_uppercase[: min(max(many, 2), MOST_LETTERS)])


def _usual_house(houses: frozenset[int] | None) -> House | None:
    """Return the house of the latest night, else one that was made; of the houses of these ids, or of all."""
    latest = Night.objects.in_houses(houses).select_related("house").order_by("-date", "-pk").first()
    return latest.house if latest else houses_among(houses).order_by("pk").first()


def _of_house(
    rules: Rules, night: Night | None, players: tuple[Sitter, ...], query: Sequence[tuple[str, str]]
) -> TableNow:
    terms, seating, document = terms_of(rules), seating_terms_of_rules(rules), json.loads(rules.document)
    is_closed = night is not None and hasattr(night, "bank")
    at = bank_of(night).blinds if night and is_closed else first_blinds(terms, night.stakes if night else {})
    return TableNow(rules.house, night, terms, seating, at, players, query=query, document=document)


def hand_of(players: Sequence[Sitter]) -> LastHand | None:
    """Return a hand of players without seats, in order from the button on; None for fewer than two."""
    many = len(players)
    at = blinds(1, range(1, many + 1), many)
    seat_of = {player.key: seat for seat, player in enumerate(players, 1)}
    return LastHand(many, 1, at, seat_of, dict(enumerate((player.name for player in players), 1))) if at else None


def _last_hand(
    everybody: Seating, seating: Seating, number: int, button: Button, names: Mapping[int, str]
) -> LastHand | None:
    """Return the hand with that button; without noted blinds, by the present players."""
    seats, sitting = seating.seats(number), seating.dealt_in(number, away_too=True)
    at = blinds(button.seat, sitting, seats)
    if button.small is not None and button.big is not None:
        at = BlindSeats(button.small, button.big)
    if at is None:
        return None
    gone = {spot.seat: names[player] for player, spot in everybody.spots.items() if spot.table == number}
    here = {seat: names[player] for seat, player in sitting.items()}
    empty = {seat: f"seat {seat}" for seat in range(1, seats + 1)}
    seat_of = {str(player): seat for seat, player in sitting.items()}
    return LastHand(seats, button.seat, at, seat_of, {**empty, **gone, **here})


def _at_night(
    viewer: Viewer, data: QueryDict, now: datetime, night: Night, query: Sequence[tuple[str, str]]
) -> TableNow:
    """Return a table of an open night: with names for those who sit there, for its banker and the host."""
    bank = bank_of(night)
    present, rules = present_in(bank.history, turned_away(night)), night.kept_rules
    everybody = seating_of(night)
    seating, names = everybody.only(present), player_names({*everybody.spots, *present.here})
    number = whole_number(data.get("table", "")) or 1
    if viewer.player is not None and viewer.player in seating.spots and not data.get("table"):
        number = seating.spots[viewer.player].table
    number = number if number in seating.numbers() else 1
    button, seats = known_button(seating, number, now), seating.seats(number)
    sitting = seating.dealt_in(number, away_too=True)
    order = [sitting[seat] for seat in clockwise(button.seat if button else seats, seats) if seat in sitting]
    order = order or ([] if seating.spots else list(present.here))
    dealer = whole_number(data.get("button", ""))
    if dealer in order:  # The address names the player with the button: the order begins after them.
        order = [*order[order.index(dealer) + 1 :], *order[: order.index(dealer) + 1]]
        button = Button(seating.spots[dealer].seat, now) if dealer in seating.spots else None
    players = tuple(Sitter(str(number), names[number]) for number in order)
    is_named = len(order) > 1 and (viewer.is_host or viewer.banks == night.pk or viewer.player in present.here)
    last = _last_hand(everybody, seating, number, button, names) if button else None
    if dealer in order and not seating.spots:
        last = hand_of([*players[-1:], *players[:-1]])
    table = TableNow(
        house=night.house,
        night=night,
        terms=bank.terms,
        seating=seating_terms_of_rules(rules),
        blinds=bank.blinds,
        players=letters(data),
        has_button=button is not None or dealer in order,
        number=number,
        tables=seating.tables,
        query=[*query, *([("table", str(number))] if data.get("table") else [])],
        document=json.loads(rules.document),
    )
    if not is_named:
        return table
    missed = {str(key): blinds for key, blinds in seating.missed.items() if key in order}
    asks = [*table.query, *([("button", str(dealer))] if dealer in order else [])]
    return replace(table, players=players, is_named=True, last=last, missed=missed, query=asks)
