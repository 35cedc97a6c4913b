"""Writing the messages about facts: every message once, in the words of that moment."""

from dataclasses import replace
from datetime import time, timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from hostdesk.base.sign_in.link_commands import spend
from hostdesk.base.sign_in.player_link_commands import answer_secrets
from hostdesk.mail.messages.commands import (
    AT_A_TIME,
    _context,
    answer_back,
    draft_messages,
    in_full,
    note_seen,
    pass_on,
    renew_link,
)
from hostdesk.mail.messages.queries import Concerned
from hostdesk.models import FactSetAside, Link, LinkKind, Message
from hostdesk.people.players.commands import merge_players
from reservations.acts.commands import record_fact
from reservations.acts.fact_queries import FactDraft
from reservations.acts.facts import FactKind, Mark
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, SetAside
from reservations.messages.text import TEXTS
from reservations.models import Fact
from reservations.nights import commands as nights_commands
from reservations.nights.queries import plan_of
from reservations.players import commands as players_commands
from reservations.strikes import commands as strikes_commands
from reservations.waiting_list import commands as waiting_list_commands
from tests.hostdesk.post import before, drafted, friday, message
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = pytest.mark.django_db


def test_who_moves_up_is_written_to_with_the_place():
    night = friday().full("Bo", "Cy", "Di")

    night.no("Bo")
    draft_messages()

    assert drafted() == ["seat Di"]
    assert message("seat", "Di").text.startswith(
        "Hello Di,\n\nYou have a seat at The friday game.\n\nWhen: Fri 20 Nov 2026, 19:00\nWhere: 12 Elm Street\n"
    )


def test_every_letter_is_written_once():
    night = friday().full("Bo", "Cy", "Di")
    night.do("bump", "Bo")

    for _ in range(3):
        draft_messages()
    night.do("release", "Bo")
    draft_messages()

    assert drafted() == ["waiting list Bo", "seat Di", "reservation deleted Bo"]


def test_of_two_changes_the_newest_is_news():
    """Every message tells the whole night. Players with a seat get all three; those in line only the new time."""
    night = friday().full("Bo", "Cy", "Di")
    for change in ({"place": "7 Oak Street"}, {"place": "9 Elm Street"}, {"starts": time(20)}):
        night.night.refresh_from_db()
        shown = plan_of(night.night)
        wanted = replace(shown, **change)
        nights_commands.change_night(stamp=night.at(9_000), night=night.night, shown=shown, wanted=wanted)
    draft_messages()

    messages = Message.objects.select_related("player", "fact")
    now = Concerned(messages, before(8_000))
    news = [(str(each.player), now.about(each)) for each in messages]

    assert news == [("Bo", False), ("Cy", False)] * 2 + [("Bo", True), ("Cy", True), ("Di", True)]


def test_who_answers_by_mail_is_answered_back_once_and_keeps_nobody_elses_message_from_being_written():
    night = friday().full("Bo", "Cy", "Di")
    night.no("Bo")
    eve = night.yes("Eve").fact

    for _ in range(2):
        answer_back(eve)
    draft_messages()

    assert drafted() == ["waiting list Eve", "seat Di"]


def test_what_comes_after_many_that_tell_nobody_anything_is_written():
    night = friday().full("Bo", "Cy", "Di")
    at = {"at": before(9_000), "recorded_at": before(9_000)}
    noted = {"kind": FactKind.CHANGE, "night": night.night, "content": '{"note":["","Snacks"]}', **at}
    Fact.objects.bulk_create(Fact(key=f"a-note-{number:04}", **noted) for number in range(AT_A_TIME + 1))

    night.no("Bo")
    draft_messages()

    assert drafted() == ["seat Di"]


def test_what_somebody_chose_themselves_is_passed_over():
    cast()
    house = a_house(waiting={"moves_up": "by an offer"}, confirmation={"remind_minutes": 0})
    night = Friday(house).full("Bo", "Cy", "Di")
    night.no("Bo", before=60)

    night.do("take_offer", "Di", before=50)
    draft_messages()

    assert drafted() == ["offer Di"]


def test_those_who_are_invited():
    night = friday()
    waiting_list_commands.invite(stamp=night.at(9_000), night=night.night, players=[one("Bo"), one("Cy")])

    draft_messages()

    assert drafted() == ["invitation Bo", "invitation Cy"]
    assert "Elm" not in message("invitation", "Bo").text


def test_the_host_who_invites_gets_no_message_to_themselves():
    night = friday()
    players_commands.record_player(stamp=Stamp("anna-is-here", START), name="Anna", regular=True)
    waiting_list_commands.invite(stamp=night.at(9_000), night=night.night, players=[one("Anna"), one("Bo"), one("Ann")])
    merge_players(stamp=Stamp("anna-is-ann", START), player=one("Anna"), into=one("Ann"))

    draft_messages()

    assert drafted() == ["invitation Bo"]


def test_what_can_be_answered_has_a_link_and_what_cannot_has_none():
    night = friday(starts_at=timezone.now() + timedelta(days=30)).full("Bo", "Cy", "Di")
    night.do("release", "Cy")
    draft_messages()

    texts = {each.kind: in_full(each, answer_secrets(night.night)) for each in Message.objects.all()}

    assert {kind: "/link/" in text for kind, text in texts.items()} == {"seat": True, "reservation deleted": False}
    assert [each.player.name for each in Link.objects.all() if each.player] == ["Di"]
    assert "/link/" not in message("seat", "Di").text


def test_what_changed_in_the_rules_leads_to_the_players_own_page():
    house, said = friday().night.house, {"told": [one("Bo").number], "changes": ["Bring cash."]}
    record_fact(FactDraft(FactKind.RULES, house=house, content={"version": 2}), Stamp("rules-told", START), said)
    draft_messages()

    told = in_full(message("rules", "Bo"), {})

    assert told.endswith(f"/own/{one('Bo').number}/rules/{house.key}/\n")
    assert "* Bring cash." in told


def test_once_a_link_is_used_a_message_leads_to_the_night_on_the_phone_that_is_in():
    night = friday(starts_at=timezone.now() + timedelta(days=30)).full("Bo", "Cy", "Di")
    night.no("Bo")
    draft_messages()
    assert spend(Link.objects.get(kind=LinkKind.PLAYER))

    told = in_full(message("seat", "Di"), answer_secrets(night.night))

    assert (f"/own/{one('Di').number}/nights/{night.night.pk}/" in told, "/link/" in told) == (True, False)


def test_the_host_makes_another_link_for_another_phone():
    night = friday(starts_at=timezone.now() + timedelta(days=30)).full("Bo", "Cy", "Di")
    night.no("Bo")
    draft_messages()
    assert spend(Link.objects.get(kind=LinkKind.PLAYER))

    for _ in range(2):
        renew_link(message("seat", "Di"), timezone.now())

    assert ([*answer_secrets(night.night)], Link.objects.filter(kind=LinkKind.PLAYER).count()) == (
        [one("Di").number],
        2,
    )


def test_what_is_of_no_night_has_no_link():
    cast()
    house = a_house(attendance={"steps": [[1, "removed"]]})
    night = Friday(house).full("Bo")
    night.mark("Bo", Mark.NO_SHOW)
    strikes_commands.reinstate(stamp=night.at(-90), player=one("Bo"), house=house, reason="He promised.")
    draft_messages()
    back = message("welcome back", "Bo")

    renew_link(back, timezone.now())

    assert (in_full(back, {}), Link.objects.filter(kind=LinkKind.PLAYER).count()) == (back.text, 0)


def test_who_was_two_is_written_to_once():
    night = friday()
    players_commands.record_player(stamp=Stamp("bobby-is-here", START), name="Bobby", regular=True)
    waiting_list_commands.invite(stamp=night.at(9_000), night=night.night, players=[one("Bo"), one("Bobby")])
    merge_players(stamp=Stamp("bobby-is-bo", START), player=one("Bobby"), into=one("Bo"))

    draft_messages()

    assert drafted() == ["invitation Bo"]


def test_who_was_invited_as_a_duplicate_is_not_invited_again():
    night = friday()
    players_commands.record_player(stamp=Stamp("bobby-is-here", START), name="Bobby", regular=True)
    waiting_list_commands.invite(stamp=night.at(9_000), night=night.night, players=[one("Bobby")])
    merge_players(stamp=Stamp("bobby-is-bo", START), player=one("Bobby"), into=one("Bo"))

    waiting_list_commands.invite(stamp=night.at(8_000), night=night.night, players=[one("Bo"), one("Cy")])
    draft_messages()

    assert drafted() == ["invitation Bo", "invitation Cy"]


def test_who_was_merged_after_they_were_reminded_is_written_to_as_the_person():
    cast()
    night = Friday(a_house(confirmation={"remind_minutes": 1_440})).full("Bo")
    night.tick(1_440)
    merge_players(stamp=Stamp("bo-is-cy", START), player=one("Bo"), into=one("Cy"))

    draft_messages()

    assert drafted() == ["reminder Cy"]


def test_a_cancelled_night_is_told_to_those_who_stood_on_it_then():
    night = friday().full("Bo", "Cy", "Di", "Eve")
    night.no("Eve")
    nights_commands.cancel_night(stamp=night.at(60), night=night.night, reason="The heating.")

    draft_messages()

    assert drafted() == ["cancelled Bo", "cancelled Cy", "cancelled Di"]
    assert "The reason: The heating." in message("cancelled", "Di").text


def test_strikes_are_written_of_by_what_follows_and_so_is_the_end_of_them():
    cast()
    house = a_house(attendance={"steps": [[1, "reminder"], [2, "removed"]]})
    first, second = Friday(house), Friday(house)
    for night in (first, second):
        night.full("Bo").mark("Bo", Mark.NO_SHOW)
    strikes_commands.reinstate(stamp=second.at(-90), player=one("Bo"), house=house, reason="He promised.")

    draft_messages()

    assert [each.subject for each in Message.objects.all()] == [
        "About The friday game, Fri 20 Nov 2026",
        "You can reserve no more seats: The friday game, Fri 20 Nov 2026",
        "Welcome back: The friday game",
    ]


def test_a_fact_about_no_night_and_no_house_is_told():
    fact = Fact(pk=7, kind=FactKind.REINSTATE, at=START, content="{}", outcome="{}")

    with pytest.raises(Impossible, match=r"^Fact 7 is about no night and no house\.$"):
        _context(fact)


def test_passed_on_and_seen_are_kept_as_they_were_first():
    friday().full("Bo").do("bump", "Bo")
    draft_messages()
    bumped = message("waiting list", "Bo")

    for minutes in (60, 30):
        pass_on(bumped, before(minutes))
        note_seen([bumped], before(minutes))

    bumped.refresh_from_db()
    assert (bumped.given_at, bumped.seen_at) == (before(60), before(60))


def test_a_fact_that_cannot_be_read_keeps_no_other_from_its_messages():
    """The desk never writes a fact like this one, without a night and a house."""
    night = friday().full("Bo", "Cy", "Di")
    Fact.objects.create(key="a-stray-one", kind="reinstate", at=before(9_000), recorded_at=before(9_000))
    night.no("Bo")

    with pytest.raises(SetAside, match="is about no night"):
        draft_messages()

    assert drafted() == ["seat Di"]


def test_a_fact_that_was_set_aside_is_tried_again_also_behind_later_ones_and_then_forgotten(monkeypatch):
    night = friday().full("Bo", "Cy", "Di")
    night.no("Bo")
    monkeypatch.setitem(TEXTS, "seat", None)  # a letter that cannot be written
    night.do("release", "Cy")
    with pytest.raises(SetAside):
        draft_messages()
    kept, written = [each.fact.kind for each in FactSetAside.objects.all()], drafted()
    monkeypatch.undo()

    draft_messages()

    assert (kept, written) == (["seat"], ["reservation deleted Cy"])
    assert (drafted(), FactSetAside.objects.count()) == (["reservation deleted Cy", "seat Di"], 0)


@pytest.mark.sqlite
def test_a_fault_of_the_database_sets_nothing_aside():
    friday().full("Bo", "Cy", "Di").no("Bo")
    file = connection.connection

    file.execute("PRAGMA query_only = ON")
    with pytest.raises(OperationalError):
        draft_messages()
    file.execute("PRAGMA query_only = OFF")

    assert file.execute("SELECT count(*) FROM hostdesk_factsetaside").fetchone() == (0,)
