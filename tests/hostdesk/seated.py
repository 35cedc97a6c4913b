"""An evening at the tables: the arrivals, the seats, and the notes there, each under a key of its own."""

from typing import Any

from hostdesk.table.open_night.queries import tonight_of
from hostdesk.table.tables.queries import present_at
from hostdesk.table.tables.seats_page import SeatMap, seat_map_of
from reservations.acts.fact_queries import Noted
from reservations.players.queries import player_named
from reservations.tables import blinds_commands as blinds_commands
from reservations.tables import seat_commands as seat_commands
from reservations.tables import seat_commands as tables_seat_commands
from reservations.tables.seats import Missed, SmallBlind, Spot
from tests import all_commands as commands
from tests.stories.evening import Evening


class Tables(Evening):
    """An evening whose players have seats. Ann banks; ``come`` puts unknown players on the list before they arrive."""

    def come(self, *names: str) -> "Tables":
        """Let players arrive; players who are not known become regulars first."""
        for name in names:
            if name not in ("Ann", "Bo", "Cy", "Gil"):
                self.knows(name)
            self.arrives(name)
        return self

    def play(self, *names: str) -> "Tables":
        """Let players arrive and buy chips."""
        self.come(*names)
        for name in names:
            self.buy_in(name, "20.00")
        return self

    def seat_all(self) -> Noted:
        """Give a seat to everybody without one."""
        return seat_commands.seat_everybody(stamp=self.stamp(), night=self.night, present=self.present())

    def do(self, command: str, name: str, **said: Any) -> Noted:
        """Record a note about a player."""
        act = getattr(commands, command)
        found: Noted = act(
            stamp=self.stamp(), night=self.night, player=player_named(name), present=self.present(), **said
        )
        return found

    def sit(self, name: str, table: int, seat: int) -> Noted:
        """Give a player a seat."""
        return self.do("take_seat", name, spot=Spot(table, seat))

    def missed(self, name: str, *, small: bool = False, big: bool = False) -> Noted:
        """Record the blinds that a player has missed."""
        return self.do("note_missed", name, missed=Missed(small, big))

    def button(self, seat: int, table: int = 1, small: SmallBlind = SmallBlind.POSTED) -> Noted:
        """Place the button, and say whether the small blind is dead."""
        return blinds_commands.place_button(
            stamp=self.stamp(), night=self.night, table=table, seat=seat, present=self.present(), small=small
        )

    def sizes(self, seats: int, table: int = 1) -> Noted:
        """Set the number of seats of a table."""
        return seat_commands.size_table(
            stamp=self.stamp(), night=self.night, table=table, seats=seats, present=self.present()
        )

    def split(self) -> Noted:
        """Split the table in two; the seats at the second are given in the order of arrival."""
        return tables_seat_commands.split_table(
            stamp=self.stamp(), night=self.night, volunteers=[], present=self.present(), cards=lambda cards: None
        )

    def present(self) -> Any:
        """Return the players at the tables."""
        return present_at(self.night)

    def map(self) -> SeatMap:
        """Return the tables as the page draws them now."""
        return seat_map_of(tonight_of(self.night), self.now)

    def number(self, name: str) -> int:
        """Return the number of a player."""
        return player_named(name).number
