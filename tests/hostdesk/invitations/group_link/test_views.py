"""The page behind a group link: the view for everybody, a tap on a name, and the rights of the phone after it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from hostdesk.base.sign_in.group_link_commands import MOST_IN_AN_HOUR, TRY
from hostdesk.base.sign_in.link_commands import end_link, make_link
from hostdesk.base.sign_in.player_link_commands import answer_secrets, give_answer_links, given_links
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.invitations.group_link.claim_commands import confirm_claim, refuse_claim, take_in
from hostdesk.models import GroupLinkUse, Link, LinkKind, NameClaim, ReceivedMail, SignIn
from ledger.book import commands as book_commands
from ledger.seasons.commands import Shared, share_seasons
from reservations.acts.kinds import Stamp
from reservations.models import Fact, Player
from reservations.players.commands import record_player
from tests.hostdesk.browsing import Page
from tests.hostdesk.invitations.group_link.chat import INVITED, PLACE, a_chat
from tests.reservations.friday import START, one
from tests.signed_in import banker_client, host_client, player_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def chat(db):
    return a_chat()


def looks(chat, phone=None):
    return Page((phone or Client()).get(chat.path), chat.path)


def names_on(page):
    """Return the names that can be tapped."""
    return re.findall(r'<button [^>]*name="player"[^>]*><bdi[^>]*>([^<]*)</bdi>', page.html)


def taps(chat, name, phone=None, **said):
    phone = phone or Client()
    said = {"player": one(name).number, "key": new_key(), **said}
    return phone, phone.post(f"{chat.path}name/", said, follow=True)


def asks(chat, name, phone=None, brought_by="Bo"):
    phone = phone or Client()
    said = {"name": name, "brought_by": one(brought_by).number, "key": new_key()}
    return phone, phone.post(f"{chat.path}newcomer/", said, follow=True)


def own_night(chat, name):
    return f"/own/{one(name).number}/nights/{chat.night.pk}/"


def claim():
    return NameClaim.objects.latest("pk")


def reply(chat, name):
    return chat.friday.rsvp_state.of(one(name).number).reply


def test_everybody_sees_the_night_and_the_names_of_the_invited_and_no_more(chat):
    chat.friday.full("Eve")

    page = looks(chat)

    assert (page.status, names_on(page)) == (200, ["Bo", "Cy", "Di", "Eve", "Gil"])
    assert ("1 of 2 seats is free." in page.text, "The friday game" in page.text) == (True, True)
    hidden = (PLACE, "4711", "Fay", "$", "Hanna")
    assert [word for word in hidden if word in page.text] == []


def test_looking_changes_nothing_but_the_count(chat):
    looks(chat)

    assert (NameClaim.objects.count(), SignIn.objects.count(), [*Link.objects.all()]) == (0, 0, [chat.link])
    assert {each.times for each in GroupLinkUse.objects.all()} == {1}


@pytest.mark.pg
def test_a_tap_on_a_name_goes_straight_on_to_the_answer(chat):
    phone, page = taps(chat, "Bo")

    assert page.redirect_chain == [(own_night(chat, "Bo"), 303)]
    phone.post(f"{own_night(chat, 'Bo')}answer/", {"answer": "yes", "key": new_key()})
    assert (reply(chat, "Bo"), Fact.objects.latest("pk").by) == ("yes", "Bo")


def test_the_phone_is_among_the_players_devices_and_ends_there(chat):
    phone, _ = taps(chat, "Bo")
    (given,) = given_links(one("Bo"), timezone.now())

    host_client().post(f"/players/{one('Bo').number}/link/", {"end": given.link.pk})

    assert (given.state, given.device.link.made_by) == ("in use", "the group chat")
    assert phone.get(own_night(chat, "Bo")).status_code == 302


def test_a_phone_that_is_a_players_goes_straight_to_its_own_page(chat):
    phone = player_client(one("Eve"))

    answer = phone.get(chat.path)

    assert (answer.status_code, answer["Location"]) == (302, own_night(chat, "Eve"))


def test_after_the_night_it_goes_to_the_players_own_page(chat):
    chat.friday.night.starts_at = timezone.now() - timedelta(hours=13)
    chat.friday.night.date = timezone.localdate() - timedelta(days=1)
    chat.friday.night.save()

    answer = player_client(one("Bo")).get(chat.path)

    assert (answer.status_code, answer["Location"]) == (302, f"/own/{one('Bo').number}/")


def test_a_phone_that_the_host_has_not_confirmed_sees_no_money_and_no_place(chat):
    owed = {one("Bo"): 1234, one("Cy"): -1234}
    book_commands.take_over_balances(stamp=Stamp("old-book", START), standings=owed, reason="the old book")
    phone, _ = taps(chat, "Bo")
    phone.post(f"{own_night(chat, 'Bo')}answer/", {"answer": "yes", "key": new_key()})

    before = [phone.get(path, follow=True).content.decode() for path in (own_night(chat, "Bo"), "/")]
    confirm_claim(claim().pk, by="Ann", now=timezone.now())
    after = [phone.get(path, follow=True).content.decode() for path in (own_night(chat, "Bo"), "/")]

    assert ["You have a seat" in page for page in (*before, *after)] == [True] * 4
    assert [(PLACE in page, "12.34" in page) for page in before] == [(False, False)] * 2
    assert [(PLACE in page, "12.34" in page) for page in after] == [(True, False), (True, True)]


def test_a_phone_that_the_host_has_not_confirmed_reads_nobodys_name(chat):
    chat.friday.yes("Cy")
    share_seasons(shared=Shared.WHOLE, records_shown=True, least_nights=1)
    phone, _ = taps(chat, "Bo")

    before = phone.get(own_night(chat, "Bo")).content.decode()
    confirm_claim(claim().pk, by="Ann", now=timezone.now())
    after = phone.get(own_night(chat, "Bo")).content.decode()

    assert [bool(re.search(r"\bCy\b", page)) for page in (before, after)] == [False, True]


@pytest.mark.parametrize("rest", ["devices/", "email/", "handle/", "calendar/"])
def test_a_phone_that_the_host_has_not_confirmed_only_answers(chat, rest):
    phone, _ = taps(chat, "Bo")
    own = f"/own/{one('Bo').number}/"

    shown, sent = phone.get(own + rest), phone.post(own + rest)

    assert ((shown.status_code, shown.get("Location")), sent.status_code) == ((302, own), 403)


@pytest.mark.parametrize("path", ["/seasons/", "/seasons/pictures/", "/search/?q=bo"])
def test_a_phone_that_the_host_has_not_confirmed_sees_no_season_and_finds_nobody(chat, path):
    phone, _ = taps(chat, "Bo")

    shown = phone.get(path)

    assert (shown.status_code, shown["Location"]) == (302, f"/own/{one('Bo').number}/")


def test_the_second_phone_is_told_that_the_host_is_asked_and_comes_in_by_its_answer(chat):
    taps(chat, "Bo")
    phone, page = taps(chat, "Bo")
    waiting = Page(page, chat.path)

    confirm_claim(claim().pk, by="Ann", now=timezone.now())
    asked = looks(chat, phone)
    answered = phone.post(f"{chat.path}enter/", {"answer": "maybe", "key": new_key()}, follow=True)

    assert ("The host is asked" in waiting.text, names_on(waiting)) == (True, [])
    assert "Welcome, Bo" in asked.text
    assert [status for _, status in answered.redirect_chain] == [307, 303]
    assert (answered.context["who"].name, answered.context["who"].is_confirmed, reply(chat, "Bo")) == (
        "Bo",
        True,
        "maybe",
    )


def test_a_phone_that_was_let_in_and_has_answered_already_only_goes_on(chat):
    chat.friday.no("Bo")
    player_client(one("Bo"))
    phone, _ = taps(chat, "Bo")
    confirm_claim(claim().pk, by="Ann", now=timezone.now())

    page = phone.post(f"{chat.path}enter/", follow=True)

    assert page.redirect_chain == [(own_night(chat, "Bo"), 302)]


def test_a_phone_that_was_let_in_comes_in_also_once_the_link_is_over(chat):
    taps(chat, "Bo")
    phone, _ = taps(chat, "Bo")
    confirm_claim(claim().pk, by="Ann", now=timezone.now())
    end_link(chat.link)

    page = phone.post(f"{chat.path}enter/", {"answer": "yes", "key": new_key()})

    assert (page.status_code, page["Location"]) == (302, f"/own/{one('Bo').number}/")


def test_nobody_comes_in_who_was_not_let_in(chat):
    taps(chat, "Bo")
    phone, _ = taps(chat, "Bo")

    answers = [each.post(f"{chat.path}enter/", {"answer": "yes", "key": new_key()}) for each in (phone, Client())]

    assert [(each.status_code, each["Location"]) for each in answers] == [(302, chat.path)] * 2
    assert reply(chat, "Bo") is None


def test_a_refused_phone_is_told_and_can_choose_again_but_waits(chat):
    taps(chat, "Bo")
    phone, _ = taps(chat, "Bo")
    refuse_claim(claim().pk, by="Ann", now=timezone.now())

    page = looks(chat, phone)
    _, again = taps(chat, "Cy", phone)

    assert ("The host says no" in page.text, len(names_on(page))) == (True, len(INVITED))
    assert ("The host is asked" in Page(again, "/").text, claim().link) == (True, None)


def test_a_phone_that_is_in_and_refused_is_signed_out(chat):
    phone, _ = taps(chat, "Bo")

    refuse_claim(claim().pk, by="Ann", now=timezone.now())

    assert phone.get(own_night(chat, "Bo")).status_code == 302
    assert phone.post(f"{own_night(chat, 'Bo')}answer/", {"answer": "no", "key": new_key()}).status_code == 401
    assert reply(chat, "Bo") is None


def test_the_wrong_name_is_given_back_by_a_tap(chat):
    phone, _ = taps(chat, "Bo")

    page = phone.post(f"{chat.path}leave/", follow=True)
    taps(chat, "Cy", phone)

    assert (page.redirect_chain, len(names_on(Page(page, "/")))) == ([(chat.path, 303)], len(INVITED))
    assert [(str(each.person), each.answer) for each in NameClaim.objects.all()] == [("Bo", "given back"), ("Cy", "")]
    assert phone.get("/", follow=True).context["who"].name == "Cy"


def test_a_phone_that_waits_gives_its_name_back_and_takes_another(chat):
    taps(chat, "Bo")
    phone, _ = taps(chat, "Bo")
    phone.post(f"{chat.path}leave/")
    taps(chat, "Bo", phone)
    taps(chat, "Di", phone)

    assert [each.answer for each in NameClaim.objects.all()] == ["", "given back", "given back", ""]


def test_leaving_without_a_name_changes_nothing(chat):
    player = player_client(one("Bo"))

    answers = [phone.post(f"{chat.path}leave/").status_code for phone in (Client(), player)]

    assert (answers, player.get("/", follow=True).context["who"].name) == ([303, 303], "Bo")


def test_a_newcomer_waits_is_taken_in_and_answers(chat):
    phone, page = asks(chat, "Hal")
    waiting = Page(page, chat.path)

    take_in(claim().pk, name="Hal", by="Ann", now=timezone.now())
    answered = phone.post(f"{chat.path}enter/", {"answer": "yes", "key": new_key()}, follow=True)

    assert "You are Hal , and Bo brings you" in waiting.text
    assert (answered.status_code, reply(chat, "Hal"), answered.context["who"].name) == (200, "yes", "Hal")


def test_a_newcomer_who_is_declined_is_told(chat):
    phone, _ = asks(chat, "Hal")

    refuse_claim(claim().pk, by="Ann", now=timezone.now())

    assert "The host says no" in looks(chat, phone).text


@pytest.mark.parametrize("name", ["", "\u202eoB", "W" * 41])
def test_a_name_that_cannot_be_kept_is_said_beside_the_field(chat, name):
    _, page = asks(chat, name)

    assert (page.status_code, NameClaim.objects.count()) == (422, 0)
    assert [*page.context["newcomer"].errors] == ["name"]


def test_a_newcomers_name_is_words_and_nothing_else(chat):
    names = ["<script>alert(1)</script>", "{{7*7}}", "שלום", "=HYPERLINK(1)", "W" * 40]
    host = host_client()

    told = [Page(asks(chat, name)[1], "/") for name in names]
    shown = Page(host.get("/inbox/"), "/inbox/")

    assert ["<script>alert" in each.html for each in (*told, shown)] == [False] * 6
    assert [name in each.text for name, each in zip(names, told, strict=True)] == [True] * 5
    assert [name for name in names if name not in shown.text] == []


def test_a_newcomer_learns_nothing_of_whom_the_desk_knows(chat):
    pages = [Page(asks(chat, name)[1], "/").text.replace(name, "NAME") for name in ("Fay", "Hal")]

    assert pages[0] == pages[1]


@pytest.mark.parametrize("said", [{"player": ""}, {"player": "x"}, {"player": 10**6}, {"key": ""}])
def test_a_tap_that_says_nothing_is_refused(chat, said):
    _, page = taps(chat, "Bo", **said)

    assert (page.status_code, len(names_on(Page(page, "/"))), NameClaim.objects.count()) == (422, len(INVITED), 0)


def test_who_brings_a_newcomer_is_one_of_the_names(chat):
    _, page = asks(chat, "Hal", brought_by="Fay")

    assert (page.status_code, NameClaim.objects.count()) == (422, 0)


def test_a_device_of_the_host_or_the_bank_takes_no_name(chat):
    banker = banker_client(chat.night, one("Ann"))

    answers = [taps(chat, "Bo", device)[1] for device in (host_client(), banker)]

    assert [(each.status_code, NameClaim.objects.count()) for each in answers] == [(422, 0)] * 2
    assert names_on(looks(chat, host_client())) == [*INVITED]


def test_a_removed_player_is_not_offered(chat):
    record_player(stamp=Stamp("bo-is-out", START), name="Bo", removed=True)

    assert names_on(looks(chat)) == ["Cy", "Di", "Gil"]


def test_a_night_to_which_nobody_is_invited_offers_no_name(chat):
    for name in INVITED:
        record_player(stamp=Stamp(f"{name}-is-out", START), name=name, removed=True)

    page = looks(chat)

    assert ("Nobody is invited yet" in page.text, [form.action for form in page.forms if "group" in form.action]) == (
        True,
        [],
    )


@pytest.mark.parametrize(("seats", "words"), [(None, "There is a seat for everybody"), (1, "All seats are taken")])
def test_it_says_how_many_seats_are_free(seats, words):
    chat = a_chat(seats=seats)
    chat.friday.full("Bo")

    assert words in looks(chat).text


def test_a_night_that_has_begun_says_so(chat):
    chat.friday.night.starts_at = timezone.now() - timedelta(minutes=5)
    chat.friday.night.save()

    assert "The night has begun" in looks(chat).text


def test_an_ended_link_says_so_in_plain_words(chat):
    address, said = chat.path, {"player": one("Bo").number, "key": new_key()}
    end_link(chat.link)

    pages = [Client().get(address), Client().post(f"{address}name/", said)]

    assert [(each.status_code, "The host has ended this link." in Page(each, "/").text) for each in pages] == [
        (410, True)
    ] * 2


def test_too_many_looks_and_taps_are_answered_with_429(chat):
    looks(chat)
    GroupLinkUse.objects.update(times=10**6)
    looked = Client().get(chat.path)
    GroupLinkUse.objects.create(
        group_link=chat.link, what=TRY, hour=GroupLinkUse.objects.latest("pk").hour, times=MOST_IN_AN_HOUR[TRY][1]
    )

    tapped = taps(chat, "Bo")[1]

    assert (looked.status_code, tapped.status_code, NameClaim.objects.count()) == (429, 429, 0)


def test_a_phone_that_waits_may_look_as_often_as_it_likes(chat):
    taps(chat, "Bo")
    phone, _ = taps(chat, "Bo")

    before = GroupLinkUse.objects.filter(what="look").count()
    looks(chat, phone)

    assert GroupLinkUse.objects.filter(what="look").count() == before


def test_the_link_that_was_given_to_the_player_alone_confirms_the_phone(chat):
    phone, _ = taps(chat, "Bo")
    give_answer_links(chat.night, [one("Bo").number])
    link = f"/link/{answer_secrets(chat.night)[one('Bo').number]}/"

    page = phone.post(link, {"answer": "yes", "key": new_key()}, follow=True)

    assert (page.context["who"].is_confirmed, claim().answer, claim().answered_by) == (True, "yes", "Bo")


def test_another_players_own_link_confirms_nobody(chat):
    phone, _ = taps(chat, "Bo")

    phone.post(f"/link/{make_link(LinkKind.PLAYER, player=one('Cy'))}/")

    assert (claim().answer, phone.get("/", follow=True).context["who"].name) == ("", "Cy")


def test_a_second_tap_of_one_form_is_one_phone(chat):
    key, phone = new_key(), Client()

    answers = [taps(chat, "Bo", each, key=key)[1] for each in (phone, Client())]

    assert [each.context["who"].name for each in answers] == ["Bo", "Bo"]
    assert NameClaim.objects.count() == 1


def test_the_log_keeps_no_secret(chat, caplog):
    Client(raise_request_exception=False).get(f"{chat.path}nowhere/")

    assert chat.path not in caplog.text
    assert Player.objects.count() > 0


def answered(chat, client, reply):
    """Answer from a phone that is Bo's, or claims to be, and return the page."""
    return client.post(f"{own_night(chat, 'Bo')}answer/", {"answer": reply, "key": new_key()}, follow=True)


def test_a_phone_that_nobody_confirmed_changes_nothing_of_a_player_with_an_own_way_in(chat):
    stranger, _ = taps(chat, "Bo")
    answered(chat, stranger, "maybe")
    bo = player_client(one("Bo"))
    answered(chat, bo, "yes")

    refused = answered(chat, stranger, "no")

    assert (chat.friday.seated, refused.status_code) == (["Bo"], 422)
    assert "Bo or the host confirms this phone first." in refused.content.decode()


def test_nor_of_one_who_answered_that_night_by_e_mail(chat):
    stranger, _ = taps(chat, "Bo")
    fact = chat.friday.yes("Bo").fact
    said = {"uid": 1, "written_at": chat.now, "arrived_at": chat.now, "player": one("Bo"), "night": chat.night}
    ReceivedMail.objects.create(key="mail-1", fact=fact, **said)

    answered(chat, stranger, "no")

    assert chat.friday.seated == ["Bo"]


@pytest.mark.parametrize(("says", "answer", "seated"), [("yes", "yes", []), ("no", "no", ["Bo"])])
def test_the_player_is_asked_whether_it_was_them(chat, says, answer, seated):
    stranger, _ = taps(chat, "Bo")
    bo = player_client(one("Bo"))
    answered(chat, bo, "yes")
    page = bo.get(f"/own/{one('Bo').number}/")

    bo.post(f"/own/{one('Bo').number}/devices/", {"phone": claim().pk, "say": says})
    answered(chat, stranger, "no")

    asked = ["Was that you?" in each.content.decode() for each in (page, bo.get(f"/own/{one('Bo').number}/"))]
    assert (asked, claim().answer, claim().answered_by, chat.friday.seated) == ([True, False], answer, "Bo", seated)


def test_the_host_is_asked_elsewhere(chat):
    taps(chat, "Bo")

    page = host_client().get(f"/own/{one('Bo').number}/").content.decode()

    assert "Was that you?" not in page


def test_nobody_answers_for_another_players_phone(chat):
    taps(chat, "Bo")

    player_client(one("Cy")).post(f"/own/{one('Cy').number}/devices/", {"phone": claim().pk, "say": "yes"})

    assert claim().answer == ""
