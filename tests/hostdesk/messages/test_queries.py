"""Where players are reached by e-mail."""

import pytest

from hostdesk.messages.commands import set_email
from hostdesk.messages.mail_server import MailServer
from hostdesk.messages.queries import addresses, email_of, is_set_up
from hostdesk.players.commands import merge_players
from reservations.acts.kinds import Stamp
from tests.reservations.friday import START, cast, one

pytestmark = pytest.mark.django_db


def test_it_is_set_changed_and_taken_back():
    cast()

    kept = []
    for address, wanted in (("bo@example.org", True), ("bo@example.net", False), ("", True)):
        set_email(one("Bo"), address, wanted=wanted)
        kept.append(email_of(one("Bo")))

    assert [each and (each.address, each.wanted) for each in kept] == [
        ("bo@example.org", True),
        ("bo@example.net", False),
        None,
    ]


def test_a_duplicate_is_reached_where_the_person_is():
    cast()
    set_email(one("Bo"), "bo@example.org", wanted=True)
    set_email(one("Di"), "di@example.org", wanted=False)

    merge_players(stamp=Stamp("cy-is-bo", START), player=one("Cy"), into=one("Bo"))

    bo, cy, di = (one(name).number for name in ("Bo", "Cy", "Di"))
    assert addresses(wanted=True) == {bo: "bo@example.org", cy: "bo@example.org"}
    assert addresses(wanted=False) == {bo: "bo@example.org", cy: "bo@example.org", di: "di@example.org"}


@pytest.mark.parametrize("sender", ["", "desk@example.org"])
def test_a_desk_without_a_sender_sends_none(settings, sender):
    settings.MAIL_SERVER = MailServer(sender=sender)

    assert is_set_up() is bool(sender)
