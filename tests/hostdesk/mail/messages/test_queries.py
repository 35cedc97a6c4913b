"""The players' e-mail addresses, and the message behind the id of a mail."""

import pytest

from hostdesk.mail.mail_account.account import MailServer
from hostdesk.mail.messages.commands import draft_messages, set_email
from hostdesk.mail.messages.queries import addresses, email_of, is_set_up, message_id, message_of
from hostdesk.people.players.commands import merge_players
from reservations.acts.kinds import Stamp
from tests.hostdesk.post import SERVER, friday, message
from tests.played_once import played_once
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


@pytest.fixture(autouse=True)
def server(settings):
    settings.MAIL_SERVER = SERVER


@pytest.fixture
@played_once
def bumped():
    """The message that tells Bo to wait."""
    friday().full("Bo").do("bump", "Bo")
    draft_messages()
    return message("waiting list", "Bo")


def test_a_mail_is_known_again_by_its_id_as_whoever_it_was_sent(bumped, settings):
    sent = message_id(bumped)
    settings.MAIL_SERVER = MailServer(sender="Our game <us@example.net>")

    assert sent.endswith("@example.org>")
    assert message_id(bumped) == sent.replace("example.org", "example.net")
    assert [message_of(told) for told in (sent, message_id(bumped), f" {sent}\r\n")] == [bumped] * 3


@pytest.mark.parametrize(
    "told",
    ["", "<>", "{number}", "<{number}.0123456789abcdef@example.org>", "<{next}.{tag}@example.org>", "{sent}{sent}"],
)
def test_an_id_that_the_desk_did_not_give_is_of_no_message(bumped, told):
    sent, number = message_id(bumped), bumped.pk
    tag = sent.partition(".")[2].partition("@")[0]

    assert message_of(told.format(number=number, next=number + 1, tag=tag, sent=sent)) is None


def test_the_message_of_an_id_may_be_gone(bumped):
    sent = message_id(bumped)
    bumped.delete()

    assert message_of(sent) is None
