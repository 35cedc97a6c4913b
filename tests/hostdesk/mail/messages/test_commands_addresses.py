"""Addresses and opt-outs of players: recorded with their author, and the right to take an opt-out back."""

import pytest

from hostdesk.mail.messages.commands import set_email
from hostdesk.mail.messages.queries import addresses, email_of
from tests.reservations.friday import cast, one

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def players():
    cast()


def kept():
    """Return Bo's address, whether e-mail is wanted, and the host who stopped it; None without an address."""
    email = email_of(one("Bo"))
    return email and (email.address, email.wanted, email.stopped_by)


def test_an_address_is_kept_changed_and_forgotten():
    said = []
    for address in ("bo@example.org", "bo@example.net", ""):
        set_email(one("Bo"), address, wanted=True)
        said.append(kept())

    assert said == [("bo@example.org", True, ""), ("bo@example.net", True, ""), None]


@pytest.mark.parametrize("address", ["bo@example.org", "bo@example.net", ""])
def test_what_a_player_turned_off_no_host_turns_on_whatever_the_address(address):
    set_email(one("Bo"), "bo@example.org", wanted=False)

    set_email(one("Bo"), address, wanted=True, by="Ann")

    assert (kept(), addresses(wanted=True)) == ((address, False, ""), {})


def test_what_a_host_turned_off_a_host_turns_on():
    said = []
    for wanted, by in ((False, "Ann"), (True, "Hanna")):
        set_email(one("Bo"), "bo@example.org", wanted=wanted, by=by)
        said.append(kept())

    assert said == [("bo@example.org", False, "Ann"), ("bo@example.org", True, "")]


def test_what_a_host_turned_off_and_the_player_too_is_the_players():
    set_email(one("Bo"), "bo@example.org", wanted=False, by="Ann")
    set_email(one("Bo"), "bo@example.org", wanted=False)

    set_email(one("Bo"), "bo@example.org", wanted=True, by="Ann")

    assert kept() == ("bo@example.org", False, "")
