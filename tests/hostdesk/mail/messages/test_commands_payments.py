"""Messages about payments: without a night or a house, with a link to the reader's own page, while they are true."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from hostdesk.mail.messages.commands import draft_messages, in_full
from hostdesk.mail.messages.page import unseen_by
from hostdesk.mail.messages.sending_commands import send_due
from hostdesk.models import Message
from ledger.months.payment_commands import ask_about_claims, ask_to_pay
from reservations.players.queries import player_named
from tests.hostdesk.post import SERVER, drafted, message, reach
from tests.played_once import played_once
from tests.stories.months import Months, a_plan

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def server(settings):
    settings.MAIL_SERVER = SERVER
    settings.URL = "https://desk.example.org"


@pytest.fixture
@played_once
def asked() -> Months:
    """Ann asks Cy for the 25.00 that he owes her by the plan."""
    months = a_plan()
    ask_to_pay(stamp=months.stamp(), payer=player_named("Cy"), payee=player_named("Ann"))
    draft_messages()
    return months


def unseen(name: str) -> list[str]:
    return [each.subject for each in unseen_by(player_named(name), timezone.now())]


def test_the_payer_is_asked_and_nobody_else(asked):
    assert (drafted(), unseen("Cy"), unseen("Ann")) == (["asked to pay Cy"], ["$25.00 to Ann"], [])


def test_it_leads_to_the_page_of_its_reader_alone(asked):
    told = in_full(message("asked to pay", "Cy"), {})

    assert told.endswith(f"\nhttps://desk.example.org/own/{player_named('Cy').number}/\n")


def test_it_goes_out_by_mail_once(asked):
    reach("Cy", "Ann")

    sent = [send_due(asked.now), send_due(asked.now + timedelta(hours=1))]

    assert (sent, [(each.to, each.subject) for each in mail.outbox]) == (
        [1, 0],
        [(["cy@example.org"], "$25.00 to Ann")],
    )


@pytest.mark.parametrize("step", ["pays_debt", "claims"])
def test_paid_or_claimed_it_is_kept_back(asked, step):
    reach("Cy")
    getattr(asked, step)("Cy", "Ann", "25.00")

    assert (send_due(asked.now), mail.outbox, unseen("Cy")) == (0, [], [])


def test_a_receiver_without_an_answer_is_asked_if_it_came():
    months = a_plan()
    months.claims("Cy", "Ann", "25.00")
    later = months.now.replace(hour=12) + timedelta(days=32)

    asked = ask_about_claims(later)
    draft_messages()

    assert (asked, unseen("Ann"), unseen("Cy")) == (1, ["Did $25.00 from Cy come?"], [])
    assert Message.objects.get().fact.by == ""


def test_the_question_if_it_came_goes_out_by_day():
    months = a_plan()
    months.claims("Cy", "Ann", "25.00")
    reach("Ann")
    noon = months.now.replace(hour=12, minute=0, second=0) + timedelta(days=32)
    ask_about_claims(noon)
    draft_messages()

    sent = [send_due(noon + timedelta(hours=hours)) for hours in (10, 20, 21)]

    assert sent == [0, 0, 1]
