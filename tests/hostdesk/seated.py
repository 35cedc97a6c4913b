"""An evening at the tables: who comes, where they sit, and what is noted there, under keys of their own."""

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
    """An evening whose players have seats. Ann banks; ``come`` lets players arrive who are put on the list first."""

    def come(self, *names: str) -> "Tables":
        """Let players arrive, those who are not known yet as regulars."""
        for name in names:
            if name not in ("Ann", "Bo", "Cy", "Gil"):
                self.knows(name)
            self.arrives(name)
        return self

    def play(self, *names: str) -> "Tables":
        """Let players come and buy chips."""
        self.come(*names)
        for name in names:
            self.buy_in(name, "20.00")
        return self

    def seat_all(self) -> Noted:
        """Give everybody a seat who has none."""
        return seat_commands.seat_everybody(stamp=self.stamp(), night=self.night, present=self.present())

    def do(self, command: str, name: str, **said: Any) -> Noted:
        """Note something about a player."""
        act = getattr(commands, command)
        found: Noted = act(
            stamp=self.stamp(), night=self.night, player=player_named(name), present=self.present(), **said
        )
        return found

    def sit(self, name: str, table: int, seat: int) -> Noted:
        """Give a player a seat."""
        return self.do("take_seat", name, spot=Spot(table, seat))

    def missed(self, name: str, *, small: bool = False, big: bool = False) -> Noted:
        """Note which blinds a player has missed."""
        return self.do("note_missed", name, missed=Missed(small, big))

    def button(self, seat: int, table: int = 1, small: SmallBlind = SmallBlind.POSTED) -> Noted:
        """Say where the button is, and whether the small blind is dead."""
        return blinds_commands.place_button(
            stamp=self.stamp(), night=self.night, table=table, seat=seat, present=self.present(), small=small
        )

    def sizes(self, seats: int, table: int = 1) -> Noted:
        """Say how many seats a table has."""
        return seat_commands.size_table(
            stamp=self.stamp(), night=self.night, table=table, seats=seats, present=self.present()
        )

    def split(self) -> Noted:
        """Let the table become two; the seats at the second are drawn as the players came."""
        return tables_seat_commands.split_table(
            stamp=self.stamp(), night=self.night, volunteers=[], present=self.present(), cards=lambda cards: None
        )

    def present(self) -> Any:
        """Who is at the tables."""
        return present_at(self.night)

    def map(self) -> SeatMap:
        """The tables as the page draws them now."""
        return seat_map_of(tonight_of(self.night), self.now)

    def number(self, name: str) -> int:
        """The number of a player."""
        return player_named(name).number
