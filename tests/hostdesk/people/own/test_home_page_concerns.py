"""Records that count as no news to a player leave that player's page as it was."""

import re
from html import unescape

import pytest

from hostdesk.people.own.home_page import concerns_player
from ledger.locale.queries import the_desk
from reservations.acts.queries import Books
from reservations.models import Player
from reservations.players.queries import people_at
from tests.hostdesk.logs import NIGHTS, posted
from tests.reservations.friday import Friday, a_house, cast, one
from tests.signed_in import player_client

pytestmark = [pytest.mark.further, pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]
READS = re.compile(r'id="pulse" hx-get="([^"]+)"')


class Phone:
    """A phone with a player's page: whether new records concern the player, and whether they change the page."""

    def __init__(self, player: Player) -> None:
        self.client, self.player = player_client(player), player.number
        self.reads, self.books = self.shown(), Books.read_with(the_desk())

    def shown(self) -> str:
        """Return the text marks of all parts of the page as it would be drawn now."""
        page = self.client.get(f"/own/{self.player}/", follow=True).content.decode()
        return unescape(READS.findall(page)[0]).partition("?")[2]

    def looks(self) -> tuple[bool, bool]:
        """Tell whether the records since the last look concern the player, and whether the page has changed."""
        before, books = self.books, self.reads
        self.books, self.reads = Books.read_with(the_desk()), self.shown()
        numbers = people_at().entries(people_at()[self.player])
        return concerns_player(numbers, before, self.books), self.reads != books


@pytest.mark.parametrize(
    "log", ["every-act", *(pytest.param(each, marks=pytest.mark.long) for each in ("mike-1", "hybrid-1"))]
)
def test_no_act_of_a_night_is_let_pass_that_changes_a_page(log):
    lines, phones, passed, hidden = (NIGHTS / f"{log}.jsonl").read_text("utf-8").splitlines(), list[Phone](), 0, []
    for count, line in enumerate(lines, start=1):
        posted("\n".join(lines[:count]))
        looks = [phone.looks() for phone in phones]
        hidden += [line for look in looks if look == (False, True)]
        passed += looks.count((False, False))
        known = {phone.player for phone in phones}
        phones += [Phone(each) for each in Player.objects.exclude(pk__in=known)[:1] if len(phones) < 3]

    assert (hidden, passed > 20) == ([], True)


@pytest.fixture
def friday():
    """Four seats, two of them taken by Bo and Cy; Ann has not answered."""
    cast()
    return Friday(a_house(), seats=4).full("Bo", "Cy")


def test_the_answers_of_others_are_let_pass(friday):
    phones = [Phone(one(name)) for name in ("Ann", "Bo")]

    friday.yes("Di")
    friday.no("Cy")

    assert [phone.looks() for phone in phones] == [(False, False), (False, False)]
