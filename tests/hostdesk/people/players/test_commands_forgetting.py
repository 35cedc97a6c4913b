"""Forgetting a player: the data that is erased, the data that stays, and the matters that have to end first."""

from datetime import date

import pytest
from django.utils import timezone

from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.imports.night_log.export_queries import export_all
from hostdesk.invitations.nights.calendar_feed_commands import give_feed
from hostdesk.mail.messages.commands import note_came_back
from hostdesk.models import (
    Link,
    Message,
    OnlineNickname,
    PaymentWay,
    PlayerEmail,
    PlayerPin,
    ReceivedMail,
    SignIn,
    WitnessReport,
)
from hostdesk.people.players.commands import ERASED_TEXT, forget_player
from hostdesk.people.players.queries import in_the_way, texts_that_stay
from ledger.audit.queries import faults
from ledger.locale.queries import in_locale
from ledger.reports.night_queries import night_report
from reservations.acts.facts import FactKind
from reservations.acts.kept_head import forgotten_beside, forgotten_in
from reservations.models import Act, Desk, Fact, OwnLimitSaid, Player
from reservations.own_limits.commands import say_own_limits
from reservations.own_limits.rules import Limited
from reservations.players.commands import record_player
from reservations.players.queries import player_called, player_named, to_forget_again
from tests.reservations.friday import Friday, a_house, one
from tests.reservations.planned import a_night, weekly
from tests.running import run
from tests.signed_in import a_host, player_client
from tests.stories.evening import Evening, book, impossible

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """A closed night on which Zachary, once Zacharias, lost 20.00 in cash; his second buy-in took a ruling."""
    evening = Evening("dave-2018")
    evening.knows("Zacharias")
    evening.renames("Zacharias", "Zachary")
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Zachary", "20.00", by="Zachary")
    evening.buy_in("Zachary", "75.00", ruling="Zachary has a birthday", stack="20.00", by="Zachary")
    evening.last_hand()
    evening.cash_out("Bo", "60.00")
    evening.cash_out("Zachary", "75.00")
    evening.ends("200.00")
    return evening


def forget(evening, name="Zachary", key=""):
    return forget_player(stamp=evening.stamp(key), player=player_named(name))


def heads():
    return list(Act.objects.order_by("number").values_list("number", "head"))


def test_the_name_is_a_number_from_now_on(evening):
    number = player_named("Zachary").number

    answer = forget(evening)

    player = Player.objects.get(pk=number)
    assert (player.name, player.forgotten, player.removed) == (f"Player {number}", True, True)
    assert (answer.fact.kind, Desk.objects.get().forgets) == (FactKind.FORGET, True)


def test_the_books_hold_and_every_head_is_as_it_was(evening):
    before = heads()

    forget(evening)

    assert (heads()[: len(before)], [*faults()]) == (before, [])


def test_the_report_of_an_old_night_has_the_number_in_place_of_the_name(evening):
    forget(evening)

    with in_locale():
        report = repr(night_report(evening.night))

    number = player_named("Zachary").number
    assert (report.count("Zachar"), f"Player {number}" in report) == (report.count("Zachary has a birthday"), True)


def test_an_exported_log_keeps_the_name(evening):
    before = export_all()

    forget(evening)

    assert export_all()[: len(before)] == before


def test_the_exported_journal_has_the_number_in_place_of_the_name(evening):
    number = player_named("Zachary").number
    evening.corrects("Zachary", "Bo", "5.00")
    evening.corrects("Bo", "Zachary", "5.00")
    forget(evening)

    journal = run("export_journal").out

    assert ("Zachar" in journal, f"account book:Player {number}\n" in journal) == (False, True)


def test_whatever_is_the_players_own_is_erased(evening):
    zachary, now = player_named("Zachary"), timezone.now()
    player_client(zachary)
    PlayerPin.objects.create(player=zachary, digest="d" * 64)
    PaymentWay.objects.create(player=zachary, kind="text", details={"text": "zachary@bank.example"})
    PlayerEmail.objects.create(player=zachary, address="zachary@mail.example")
    give_feed(zachary)
    OnlineNickname.objects.create(key="zac", nickname="zac", player=zachary, night=evening.night)
    WitnessReport.objects.create(player=zachary, number=1, head="h" * 64, says="differs", at=now)
    say_own_limits(player=zachary, figures={Limited.NIGHT: 5000}, at=now)

    forget(evening)

    theirs = (PlayerPin, PaymentWay, PlayerEmail, OnlineNickname, WitnessReport, OwnLimitSaid, SignIn)
    assert [model.__name__ for model in (*theirs, Link) if model.objects.exists()] == []
    assert [*faults()] == []


def test_mails_lose_their_text_and_keep_their_key(evening):
    zachary, now = player_named("Zachary"), timezone.now()
    PlayerEmail.objects.create(player=zachary, address="zachary@mail.example")
    said = {"uid": 1, "subject": "no", "text": "Zachary here", "written_at": now, "arrived_at": now}
    ReceivedMail.objects.create(key="known", sender="zachary@mail.example", player=zachary, **said)
    ReceivedMail.objects.create(key="unknown", sender="Zachary@Mail.example", **said)
    ReceivedMail.objects.create(key="another", sender="bo@mail.example", **said)

    forget(evening)

    kept = dict(ReceivedMail.objects.values_list("key", "text"))
    assert kept == {"known": ERASED_TEXT, "unknown": ERASED_TEXT, "another": "Zachary here"}


def test_of_a_message_that_came_back_the_words_of_the_server_are_erased(evening):
    zachary, bo, now = player_named("Zachary"), player_named("Bo"), timezone.now()
    fact = Fact.objects.create(key="a-message", kind="ask", at=now, recorded_at=now)
    said = {"fact": fact, "made_at": now, "claimed_at": now}
    for player, kind in ((zachary, "asked"), (bo, "asked"), (zachary, "offered")):
        Message.objects.create(player=player, kind=kind, **said)
    for message in Message.objects.filter(kind="asked"):
        note_came_back(message, f"<{message.player.name}@mail.example>: no such user.")

    forget(evening)

    failed = list(Message.objects.order_by("id").values_list("failed", flat=True))
    assert failed == [ERASED_TEXT, "It came back: <Bo@mail.example>: no such user.", ""]


def test_messages_to_others_lose_the_name_alone(evening):
    zachary, bo, now = player_named("Zachary"), player_named("Bo"), timezone.now()
    fact = Fact.objects.create(key="a-message", kind="ask", at=now, recorded_at=now)
    said = {"fact": fact, "kind": "asked", "made_at": now}
    Message.objects.create(player=zachary, subject="Zachary", text="Dear Zachary", **said)
    Message.objects.create(player=bo, subject="Zacharyson", text="zacharias and Zachary come.", **said)
    Message.objects.create(player=bo, subject="Friday", text="Cy comes.", **{**said, "kind": "offered"})

    forget(evening)

    shown = f"Player {zachary.number}"
    assert list(Message.objects.order_by("id").values_list("subject", "text")) == [
        (ERASED_TEXT, ERASED_TEXT),
        ("Zacharyson", f"{shown} and {shown} come."),
        ("Friday", "Cy comes."),
    ]


def test_texts_that_stay_are_shown_before(evening):
    assert [each.text for each in texts_that_stay(player_named("Zachary"))] == ["Zachary has a birthday"]


def test_places_and_notes_of_nights_and_series_stay_and_are_shown_before(evening):
    night = a_night(day=date(2026, 11, 21), place="Zachary's flat", note="Ring at Zacharias")
    series = weekly(place="At Zachary's", note="Bring chairs")[0].series

    texts = texts_that_stay(player_named("Zachary"))

    ours = [(each.where, each.text) for each in texts if each.where in (str(night), str(series))]
    assert ours == [(str(series), "At Zachary's"), (str(night), "Zachary's flat"), (str(night), "Ring at Zacharias")]


def test_a_standing_keeps_a_player(evening):
    evening.corrects("Zachary", "Bo", "5.00")

    with impossible("Zachary owes", "5.00"):
        forget(evening)

    assert (book(), player_named("Zachary").forgotten) == ({"Bo": "5.00", "Zachary": "-5.00"}, False)


def test_a_claim_keeps_a_player(evening):
    evening.corrects("Bo", "Cy", "5.00")
    evening.claims("Bo", "Cy", "5.00")

    assert len([each for each in in_the_way(player_named("Bo"), evening.now) if "waits" in each]) == 1


def test_an_open_night_keeps_a_player(evening):
    evening.opens("dave-2018")
    evening.buy_in("Zachary", "20.00")

    with impossible("Zachary plays on", "20", "2026"):
        forget(evening)


def test_a_place_on_a_night_ahead_keeps_a_player(evening):
    friday = Friday(a_house(), seats=8).full("Bo")

    assert [*in_the_way(one("Bo"), friday.at(60).at)] == [
        f"Bo has a place on the {friday.night}: answer no for Bo first."
    ]


def test_a_host_is_not_forgotten_as_a_player(evening):
    a_host("Zacharias")

    with impossible("is a host here"):
        forget(evening)


def test_the_number_of_a_player_may_be_the_name_of_nobody_else(evening):
    number = player_named("Zachary").number
    evening.knows(f"Player {number}")

    with impossible(f"Player {number} is the name of somebody else"):
        forget(evening)


def test_the_same_form_twice_forgets_once(evening):
    first, again = (forget_player(stamp=evening.stamp("once-more"), player=player_named("Zachary")) for _ in "ab")

    assert (first.fact, again.known, Fact.objects.filter(kind=FactKind.FORGET).count()) == (again.fact, True, 1)


@pytest.mark.parametrize("name", ["Zachary", "Zacharias"])
def test_nobody_else_gets_the_name(evening, name):
    forget(evening)

    with impossible("a forgotten player"):
        evening.knows(name)
    with impossible("a forgotten player"):
        evening.renames("Bo", name)


def test_a_forgotten_player_is_not_changed(evening):
    forget(evening)
    number = player_named("Zachary").number

    for changed in (evening.renames, evening.merges):
        with impossible(f"Player {number} is a forgotten player"):
            changed("Zachary", "Bo")
    with impossible(f"Player {number} is a forgotten player"):
        evening.knows(f"Player {number}")
    with impossible(f"Player {number} is a forgotten player"):
        evening.merges("Bo", "Zachary")


def test_the_log_of_another_book_brings_the_name_back(evening):
    number = player_named("Zachary").number
    forget(evening)

    line = b'{"id":"other-book-1","at":"2026-11-21T20:00:00-05:00","act":"player","name":"Zachary"}'
    posted = post_log(read_log(line))

    player = Player.objects.get(pk=number)
    assert (player.name, player.forgotten, [*faults()]) == ("Zachary", False, [])
    assert posted.remarks == [(1, f"Player {number} was forgotten, and is called Zachary again.")]


def test_the_number_is_kept_beside_the_head(evening, settings, tmp_path, django_capture_on_commit_callbacks):
    settings.HEAD, number = tmp_path / "head", player_named("Zachary").number
    forgotten_beside(settings.HEAD).write_text("3\n")

    with django_capture_on_commit_callbacks(execute=True):
        forget(evening)

    assert (forgotten_in(settings.HEAD), to_forget_again()) == ({3, number}, [3])


def test_a_removed_player_is_forgotten_without_another_removal(evening):
    record_player(stamp=evening.stamp(), name="Zachary", removed=True)
    before = Act.objects.count()

    forget(evening)

    assert Act.objects.count() == before


def test_a_duplicate_goes_with_the_player(evening):
    evening.knows("Zac")
    evening.merges("Zac", "Zachary")

    forget(evening)

    assert sorted(Player.objects.filter(forgotten=True).values_list("name", flat=True)) == sorted(
        f"Player {player_called(name).number}" for name in ("Zac", "Zachary")
    )
    assert [*faults()] == []


def test_a_changed_name_of_a_forgotten_player_is_found(evening):
    forget(evening)

    Player.objects.filter(forgotten=True).update(name="Zachary")

    assert [*faults()] == [f"Player {player_named('Zachary').number}: name is not what their latest act says."]
