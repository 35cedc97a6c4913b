"""The verbs of the stories about seats: players by name, seats such as 2-4, and cards from the top of the deck."""

import json
from collections.abc import Callable
from typing import Any

from hostdesk.table.tables.queries import present_at, seating_now
from reservations.acts.fact_queries import Noted
from reservations.conduct import commands as conduct_commands
from reservations.houses.seating_terms import SeatingTerms
from reservations.players.queries import player_named, player_names
from reservations.tables import blinds_commands as blinds_commands
from reservations.tables import seat_commands as seat_commands
from reservations.tables.balancing import proposals, wishes_of
from reservations.tables.draws import CardDraw
from reservations.tables.queries import seating_terms_of
from reservations.tables.seats import Present, Seating, Spot
from tests.stories.evening import Evening


def spot(text: str) -> Spot:
    """Return the seat for a text: 2-4 is seat 4 of table 2."""
    table, seat = text.split("-")
    return Spot(int(table), int(seat))


class Tables(Evening):
    """An evening on which all players who arrive buy chips and take a seat."""

    def comes(self, *names: str) -> None:
        """Let players arrive one after the other, and take the proposed seats."""
        for name in names:
            self.comes_to_stand(name)
        self.does(seat_commands.seat_everybody)

    def comes_to_stand(self, name: str) -> None:
        """Let a player arrive and buy chips, without a seat for now."""
        self.knows(name)
        self.buy_in(name, "20.00")

    def cash_out_each(self, *names: str) -> None:
        """Let players cash out 20.00 each."""
        for name in names:
            self.cash_out(name, "20.00", round_played=True)

    def does(self, verb: Callable[..., Noted], *who: str, **said: Any) -> Noted:
        """Run a command about no player, one player or two."""
        people = dict(zip(("player", "other"), map(player_named, who), strict=False))
        return verb(stamp=self.stamp(), night=self.night, present=self.present, **people, **said)

    def calls_the_clock(self, name: str) -> Noted:
        """Call the clock on a player, for the time that the house gives."""
        seconds = self.terms.call_seconds or 0
        return conduct_commands.call_clock(
            stamp=self.stamp(), night=self.night, player=player_named(name), seconds=seconds
        )

    def cards(self, noted: Noted) -> list[str]:
        """Return the players and the cards they drew, round by round."""
        drawing = CardDraw.of(json.loads(noted.fact.outcome)["cards"])
        names = player_names(drawing.order)
        return [", ".join(f"{names[number]} {card}" for number, card in each) for each in drawing.rounds]

    @property
    def present(self) -> Present:
        """The players present at the tables."""
        return present_at(self.night)

    @property
    def seating(self) -> Seating:
        """The tables with the players present."""
        return seating_now(self.night)

    @property
    def terms(self) -> SeatingTerms:
        """The seating terms of the night."""
        return seating_terms_of(self.night)

    @property
    def sizes(self) -> list[int]:
        """The number of players at each table."""
        return [self.seating.count(table) for table in self.seating.numbers()]

    def table(self, number: int) -> str:
        """Return the seats and players of a table: "1 Ann, 3 Cy"."""
        sitting = self.seating.sitting(number)
        names = player_names(sitting.values())
        return ", ".join(f"{seat} {names[player]}" for seat, player in sitting.items())

    def places_buttons(self, *spots: str) -> None:
        """Place the buttons."""
        for text in spots:
            self.does(blinds_commands.place_button, table=spot(text).table, seat=spot(text).seat)

    @property
    def proposed(self) -> list[str]:
        """The proposed moves to the smaller table, best first: name, seat, hands until the big blind here and there."""
        names = player_names(self.present.here)
        moves = proposals(self.seating, self.present, self.terms)
        seats = [f"{each.spot.table}-{each.spot.seat} ({each.here}, {each.there})" for each in moves]
        return [f"{names[each.player]} {seat}" for each, seat in zip(moves, seats, strict=True)]

    @property
    def wishes(self) -> dict[str, str]:
        """The words about each wish, by name."""
        names = player_names(self.present.here)
        return {names[each.wish.player]: each.words for each in wishes_of(self.seating, self.terms)}
