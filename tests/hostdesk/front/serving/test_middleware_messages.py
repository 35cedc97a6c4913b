"""The messages about a fact are written after the view that recorded it."""

import pytest
from django.db import OperationalError

from hostdesk.front.serving import middleware
from hostdesk.mail.messages.commands import draft_messages
from reservations.acts.facts import Place
from tests.hostdesk.ahead import a_friday, place_of, says
from tests.hostdesk.post import drafted

pytestmark = pytest.mark.django_db


@pytest.fixture
def friday():
    """Cy and Di have the two seats of a night, and Bo would have to wait."""
    friday = a_friday()
    friday.yes("Cy")
    friday.yes("Di")
    draft_messages()
    return friday


def test_who_moves_up_is_written_to_with_the_answer_that_gave_the_seat_back(friday):
    says("Bo", friday, answer="yes", wait="on")

    page = says("Cy", friday, answer="no", warned="yes")

    assert (page.status, place_of("Bo", friday)) == (200, Place.SEAT)
    assert [each for each in drafted() if each.endswith("Bo")] == ["seat Bo"]


def test_an_answer_counts_where_its_messages_cannot_be_written_yet(friday, monkeypatch, caplog):
    says("Bo", friday, answer="yes", wait="on")

    def fails() -> None:
        raise OperationalError("disk I/O error")

    monkeypatch.setattr(middleware, "draft_messages", fails)
    page = says("Cy", friday, answer="no", warned="yes")
    written = [each for each in drafted() if each.endswith("Bo")]
    draft_messages()

    assert (page.status, place_of("Bo", friday), written) == (200, Place.SEAT, [])
    assert [record.name for record in caplog.records if record.levelname == "ERROR"] == [middleware.__name__]
    assert [each for each in drafted() if each.endswith("Bo")] == ["seat Bo"]
