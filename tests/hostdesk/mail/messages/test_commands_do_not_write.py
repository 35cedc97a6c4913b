"""The link that stops the desk's e-mail: one for every player and address, and impossible to forge."""

import pytest

from hostdesk.mail.messages.commands import set_email, way_out, who_asks_not_to
from hostdesk.people.players.commands import merge_players
from reservations.acts.kinds import Stamp
from tests.hostdesk.post import reach
from tests.reservations.friday import START, cast, one

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def players():
    cast()
    reach("Bo", "Cy")


def secret(name):
    """Return the secret of the link in the foot of a player's mails."""
    return way_out(one(name), f"{name.lower()}@example.org").words.partition("/do-not-write/")[2].partition("/")[0]


def test_a_link_leads_to_its_player_alone():
    assert [who_asks_not_to(secret(name)).player for name in ("Bo", "Cy")] == [one("Bo"), one("Cy")]


def test_no_other_link_can_be_made_up():
    number, _, tag = secret("Bo").partition("-")
    others = [f"{one('Cy').number}-{tag}", f"{number}-", f"{number}-{'0' * 32}", f"{number}-é", "999-x", "", "x", "-"]

    assert [who_asks_not_to(each) for each in others] == [None] * 8


def test_a_link_is_over_once_the_player_has_another_address_or_none():
    old = secret("Bo")
    set_email(one("Bo"), "bo@example.net", wanted=True)
    moved = who_asks_not_to(old)
    set_email(one("Bo"), "", wanted=True)

    assert [moved, who_asks_not_to(old)] == [None, None]


def test_a_link_of_a_duplicate_leads_to_the_person_at_the_same_address():
    old = secret("Bo")
    merge_players(stamp=Stamp("bo-is-cy", START), player=one("Bo"), into=one("Cy"))
    elsewhere = who_asks_not_to(old)
    set_email(one("Cy"), "bo@example.org", wanted=True)

    assert (elsewhere, who_asks_not_to(old).player) == (None, one("Cy"))


@pytest.mark.parametrize(
    ("address", "is_told"),
    [("https://desk.example.org", True), ("https://desk.local", False), ("http://desk.example.org", False)],
)
def test_mail_programs_are_told_of_it_only_where_they_can_reach_the_desk(settings, address, is_told):
    settings.URL, settings.TLS = address, address.startswith("https")

    out = way_out(one("Bo"), "bo@example.org")

    link = f"{address}/do-not-write/{secret('Bo')}/"
    posted = {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    assert out.words.startswith(f"Do not write to me: {link}")
    assert ("it opens in our home network only" in out.words, out.headers) == (not is_told, posted if is_told else {})
