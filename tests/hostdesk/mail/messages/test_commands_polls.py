"""The messages of a poll: a personal link for every reader while they are asked, and then the result."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.core import mail

from hostdesk.base.sign_in.link_commands import digest_of, find_link, spend
from hostdesk.base.sign_in.player_link_commands import answer_secrets, give_link, given_links
from hostdesk.mail.messages.commands import draft_messages, in_full, renew_link, secrets_for, way_out
from hostdesk.mail.messages.queries import Concerned
from hostdesk.mail.messages.sending_commands import send_due
from hostdesk.models import Link, Message
from reservations.acts.facts import Reply
from reservations.acts.kinds import Stamp
from reservations.rsvps.commands import answer
from tests.hostdesk.post import SERVER, drafted, message, outbox, reach
from tests.played_once import played_once
from tests.reservations.friday import NEW_YORK, a_house, cast, one
from tests.reservations.polls.dates import NOON, Dates, at_noon

pytestmark = pytest.mark.django_db
AHEAD = datetime(2099, 1, 2, 19, 0, tzinfo=NEW_YORK)


@played_once
def asked():
    cast()
    return Dates(a_house(), "Ann", "Bo", "Cy", "Di", dates=[AHEAD + timedelta(weeks=week) for week in range(4)])


@pytest.fixture
def dates():
    """A poll by Ann for herself, Bo, Cy and Di, with its messages written."""
    dates = asked()
    draft_messages()
    return dates


def concerned(at=NOON):
    return [f"{each.kind} {each.player}" for each in Message.objects.all() if Concerned([each], at).about(each)]


def test_everybody_asked_but_the_host_is_written_to_with_a_link_of_their_own(dates):
    poll = message("poll", "Bo").fact
    secrets = answer_secrets(poll)

    assert drafted() == ["poll Bo", "poll Cy", "poll Di"]
    assert sorted(secrets) == [one(name).number for name in ("Bo", "Cy", "Di")]
    own = [f"/link/{secrets[each.person.number]}/" in in_full(each, secrets) for each in Message.objects.all()]
    assert own == [True, True, True]


def test_the_link_leads_to_the_poll_until_the_last_of_its_dates(dates):
    link = find_link(answer_secrets(message("poll", "Bo").fact)[one("Bo").number])

    assert (link.person, link.poll_id, link.night) == (one("Bo"), dates.number, None)
    assert link.expires_at == dates.poll.dates[-1].starts_at


def test_once_used_the_text_leads_to_their_own_page_of_the_poll_and_a_new_link_can_be_made(dates):
    told = message("poll", "Bo")
    assert spend(Link.objects.get(digest=digest_of(answer_secrets(told.fact)[one("Bo").number])))

    assert f"/own/{one('Bo').number}/polls/{dates.number}/" in in_full(told, secrets_for(told.fact))
    renew_link(told, NOON)
    assert one("Bo").number in answer_secrets(told.fact)


def test_another_link_of_the_player_leaves_it_alone(dates):
    give_link(one("Bo"), made_by="Ann", key="a-link-of-bo")

    assert one("Bo").number in answer_secrets(message("poll", "Bo").fact)
    assert len(given_links(one("Bo"), NOON)) == 2


def test_the_question_concerns_who_has_not_answered_while_they_can(dates):
    dates.says("Cy", "yyyy")

    assert concerned() == ["poll Bo", "poll Di"]
    assert concerned(at_noon(6)) == []
    dates.closes()
    assert concerned() == []


def test_what_came_of_it_is_told_to_everybody_once_and_with_a_link_to_the_night(dates):
    for name, words in (("Bo", "ynnn"), ("Cy", "mnnn")):
        dates.says(name, words)
    dates.decides()
    draft_messages()

    assert drafted()[3:] == ["date Bo", "date for others Cy", "date for others Di"]
    assert concerned(at_noon(1)) == ["date Bo", "date for others Cy", "date for others Di"]
    assert "12 Elm Street" in message("date", "Bo").text
    cy = message("date for others", "Cy")
    assert "you are noted as a maybe" in cy.text
    assert "12 Elm Street" not in cy.text
    assert answer_secrets(dates.night)[one("Cy").number] in in_full(cy, secrets_for(cy.fact))


def test_who_answers_the_night_before_the_message_goes_out_has_seen_it(dates):
    dates.says("Bo", "ynnn")
    dates.decides()
    draft_messages()
    night, later = dates.night, at_noon(2)

    answer(stamp=Stamp("bo-cannot", later, "Bo"), night=night, player=one("Bo"), reply=Reply.NO)
    answer(stamp=Stamp("di-says-no", later, "Di"), night=night, player=one("Di"), reply=Reply.NO)

    assert concerned(later + timedelta(hours=1)) == ["date for others Cy"]


def test_the_mail_has_the_link_and_asks_for_no_answer_by_mail(dates, settings):
    settings.MAIL_SERVER = SERVER
    reach("Bo")

    send_due(NOON)

    assert outbox() == ["bo@example.org: Which date suits you? The friday game"]
    told = message("poll", "Bo")
    body, foot = in_full(told, answer_secrets(told.fact)), way_out(told.person, "bo@example.org").words
    assert (mail.outbox[0].body, mail.outbox[0].alternatives) == (f"{body}\n{foot}", [])


def test_a_message_of_the_result_waits_for_its_answers_where_it_is_written_later(dates):
    """The fact of the invitation comes before the answers, but the message counts them too."""
    dates.says("Bo", "ynnn")
    dates.decides(stamp=replace(dates.stamp(), at=at_noon(1)))

    draft_messages()

    assert [f"{each.kind} {each.player}" for each in Message.objects.filter(kind="date")] == ["date Bo"]
