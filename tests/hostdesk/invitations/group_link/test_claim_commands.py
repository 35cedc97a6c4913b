"""Phones that take a name behind a group link: let in at once, waiting, or decided by the host."""

from dataclasses import replace
from datetime import timedelta

import pytest

from hostdesk.base.sign_in.group_link_commands import GroupLinkOver, make_group_link, set_group_links
from hostdesk.base.sign_in.link_commands import end_link
from hostdesk.invitations.group_link.claim_commands import (
    MOST_NEWCOMERS,
    MOST_WAITING,
    by_phone,
    claim_as_newcomer,
    claim_name,
    confirm_claim,
    give_back,
    names_behind,
    open_claims,
    recognise,
    refuse_claim,
    take_in,
    way_in,
)
from hostdesk.models import NameClaim
from hostdesk.people.players.commands import merge_players
from reservations.acts.facts import Reply
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Player
from reservations.players.commands import record_player
from reservations.rsvps.commands import answer
from tests.hostdesk.invitations.group_link.chat import a_chat
from tests.reservations.friday import START, one
from tests.signed_in import player_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def chat(db):
    return a_chat()


def remove(name, *, removed=True):
    record_player(stamp=Stamp(f"{name}-removed-{removed}", START), name=name, removed=removed)


def says(chat, name, reply):
    """Let a player answer from their own phone."""
    answer(stamp=Stamp(f"{name}-says-{reply}", chat.now, name), night=chat.night, player=one(name), reply=reply)


def says_by_phone(chat, claim, reply):
    """Let a phone that took Bo's name answer if it may, and return Bo's answer."""
    said = {"stamp": Stamp(f"{claim}-says-{reply}", chat.now, "Bo"), "night": chat.night, "player": one("Bo")}
    by_phone(claim, answer)(**said, reply=reply)
    return chat.friday.rsvp_state.of(one("Bo").number).reply


def answers():
    """Return the answer to every phone, in the order of their arrival."""
    return [each.answer for each in NameClaim.objects.all()]


def test_the_names_are_those_of_the_invited_and_of_who_comes_anyway(chat):
    chat.friday.full("Eve")
    chat.friday.no("Fay")
    remove("Di")

    assert [each.name for each in names_behind(chat.night)] == ["Bo", "Cy", "Eve", "Gil"]


def test_the_first_phone_is_in_at_once(chat):
    claim = chat.takes("Bo")

    way = way_in(claim.pk, chat.now, key=claim.key)
    assert (way, way.person, way.made_by, way.is_confirmed) == (claim.link, one("Bo"), "the group chat", False)


def test_a_second_phone_waits_for_the_host(chat):
    chat.takes("Bo")

    second = chat.takes("Bo")

    assert (second.link, way_in(second.pk, chat.now, key=second.key)) == (None, None)


def test_a_name_that_has_a_phone_waits_for_the_host(chat):
    player_client(one("Bo"))

    assert (chat.takes("Bo").link, chat.takes("Cy").link is None) == (None, False)


def test_a_name_that_has_a_place_waits_for_the_host(chat):
    chat.friday.full("Bo")

    assert chat.takes("Bo").link is None


def test_every_phone_waits_where_the_desk_is_told_so(chat):
    set_group_links(waits=True, shares_rules=False)

    assert chat.takes("Bo").link is None


def test_after_a_refusal_every_phone_behind_that_link_waits(chat):
    refuse_claim(chat.takes("Bo").pk, by="Ann", now=chat.now)

    assert [chat.takes("Bo").link, chat.takes("Cy").link] == [None, None]
    another = make_group_link(chat.night, made_by="Ann")
    assert replace(chat, link=another).takes("Di").link is not None


def test_a_newcomer_who_is_declined_makes_nobody_wait(chat):
    refuse_claim(chat.asks("Hal").pk, by="Ann", now=chat.now)

    assert chat.takes("Bo").link is not None


def test_a_double_tap_claims_once_and_the_second_answer_lets_in_too(chat):
    first, second = chat.takes("Bo", key="k" * 20), chat.takes("Bo", key="k" * 20)

    assert (first, NameClaim.objects.count()) == (second, 1)
    assert way_in(second.pk, chat.now, key="k" * 20) == first.link


@pytest.mark.parametrize(("key", "seconds"), [("another key of a form", 0), ("k" * 20, 61)])
def test_nobody_else_and_no_later_tap_comes_in_by_the_same_claim(chat, key, seconds):
    claim = chat.takes("Bo", key="k" * 20)

    assert way_in(claim.pk, chat.now + timedelta(seconds=seconds), key=key) is None


def test_a_phone_that_was_refused_does_not_come_in_by_its_second_tap(chat):
    claim = chat.takes("Bo", key="k" * 20)
    refuse_claim(claim.pk, by="Ann", now=chat.now)

    assert way_in(claim.pk, chat.now, key="k" * 20) is None


def test_the_form_of_one_name_takes_no_other(chat):
    chat.takes("Bo", key="k" * 20)

    with pytest.raises(Impossible, match="used already"):
        chat.takes("Cy", key="k" * 20)


@pytest.mark.parametrize("name", ["Eve", "Di"])
def test_a_name_that_is_not_behind_the_link_cannot_be_taken(chat, name):
    remove("Di")

    with pytest.raises(Impossible, match="not on the list"):
        chat.takes(name)


def test_nothing_is_taken_behind_a_link_that_is_over(chat):
    end_link(chat.link)

    with pytest.raises(GroupLinkOver):
        chat.takes("Bo")
    with pytest.raises(GroupLinkOver):
        chat.asks("Hal")


def test_so_many_phones_may_wait_as_one_player(chat):
    for _ in range(MOST_WAITING + 1):
        chat.takes("Bo")

    with pytest.raises(Impossible, match="3 phones"):
        chat.takes("Bo")


def test_a_phone_that_the_host_knows_is_its_players(chat):
    claim = chat.takes("Bo")

    confirmed = [confirm_claim(claim.pk, by=by, now=chat.now) for by in ("Ann", "Cy")]

    claim.link.refresh_from_db()
    assert [each.answered_by for each in confirmed] == ["Ann", "Ann"]
    assert (claim.link.is_confirmed, open_claims(chat.now)) == (True, [])


def test_a_phone_that_waited_is_let_in_once(chat):
    chat.takes("Bo")
    claim = chat.takes("Bo")
    before = way_in(claim.pk, chat.now)

    confirm_claim(claim.pk, by="Ann", now=chat.now)

    way = way_in(claim.pk, chat.now)
    assert (before, way.person, way.is_confirmed, way_in(claim.pk, chat.now)) == (None, one("Bo"), True, None)


def test_a_phone_of_who_was_removed_is_neither_confirmed_nor_let_in(chat):
    chat.friday.full("Bo", "Cy")
    bo, cy = chat.takes("Bo"), chat.takes("Cy")
    confirm_claim(cy.pk, by="Ann", now=chat.now)
    remove("Bo")
    remove("Cy")

    with pytest.raises(Impossible, match="removed from the group"):
        confirm_claim(bo.pk, by="Ann", now=chat.now)
    assert way_in(cy.pk, chat.now) is None


def test_a_refused_phone_is_signed_out_and_cannot_be_confirmed(chat):
    claim = chat.takes("Bo")

    for by in ("Ann", "Cy"):
        refuse_claim(claim.pk, by=by, now=chat.now)

    claim.link.refresh_from_db()
    assert (claim.link.ended_at is not None, answers(), open_claims(chat.now)) == (True, ["no"], [])
    with pytest.raises(Impossible, match="Ann has said no"):
        confirm_claim(claim.pk, by="Ann", now=chat.now)


def test_a_name_given_back_unused_is_free_again(chat):
    claim = chat.takes("Bo")

    give_back(claim, chat.now)

    assert (answers(), open_claims(chat.now), chat.takes("Bo").link is None) == (["given back"], [], False)
    with pytest.raises(Impossible, match="given the name back"):
        confirm_claim(claim.pk, by="Ann", now=chat.now)
    assert refuse_claim(claim.pk, by="Ann", now=chat.now).answer == "given back"


def test_a_name_in_which_something_was_said_is_not_given_back_in_silence(chat):
    claim = chat.takes("Bo")
    says(chat, "Bo", Reply.NO)

    give_back(claim, chat.now)

    (open_,) = open_claims(chat.now, chat.night)
    assert (open_.claim, open_.spoke, open_.is_out, open_.waits) == (claim, True, True, False)
    assert [each.claim for each in open_claims(chat.now, houses={chat.night.house_id})] == [claim]
    assert open_claims(chat.now, houses={0}) == []
    assert chat.takes("Bo").link is None


def test_a_phone_answers_for_a_player_who_has_no_other_way_in(chat):
    claim = chat.takes("Bo")

    assert says_by_phone(chat, claim.pk, Reply.NO) == Reply.NO


def test_a_phone_that_nobody_knows_does_not_answer_beside_the_players_own(chat):
    claim = chat.takes("Bo")
    player_client(one("Bo"))

    with pytest.raises(Impossible, match="answers in another way"):
        says_by_phone(chat, claim.pk, Reply.NO)

    assert chat.friday.rsvp_state.of(one("Bo").number).reply is None


def test_a_phone_that_the_host_knows_and_one_without_a_claim_answer_beside_another(chat):
    claim = confirm_claim(chat.takes("Bo").pk, by="Ann", now=chat.now)
    player_client(one("Bo"))

    said = [says_by_phone(chat, each, reply) for each, reply in ((claim.pk, Reply.NO), (None, Reply.MAYBE))]

    assert said == [Reply.NO, Reply.MAYBE]


def test_a_phone_that_is_known_keeps_its_name(chat):
    claim = confirm_claim(chat.takes("Bo").pk, by="Ann", now=chat.now)

    give_back(claim, chat.now)

    claim.link.refresh_from_db()
    assert (answers(), claim.link.ended_at) == (["yes"], None)


def test_a_phone_that_waits_gives_its_name_back(chat):
    chat.takes("Bo")
    second = chat.takes("Bo")

    give_back(second, chat.now)

    assert answers() == ["", "given back"]


def test_a_newcomer_waits_and_is_added_as_a_guest_of_who_brings_them(chat):
    claim = chat.asks("Hal", brought_by="Cy")
    before = way_in(claim.pk, chat.now)

    for _ in range(2):
        take_in(claim.pk, name="Hal", by="Ann", now=chat.now)

    hal = one("Hal")
    assert (before, way_in(claim.pk, chat.now).person) == (None, hal)
    assert (hal.guest_of, hal.number in chat.friday.rsvp_state.invited) == ("Cy", True)
    assert chat.friday.kinds == ["invite", "invite"]


def test_the_host_may_write_the_name_otherwise(chat):
    claim = take_in(chat.asks("hal 2000").pk, name="Hal", by="Ann", now=chat.now)

    assert claim.person == one("Hal")


def test_a_newcomer_with_the_name_of_a_player_may_be_them(chat):
    claim = chat.asks("EVE")
    (open_,) = open_claims(chat.now)

    for _ in range(2):
        recognise(claim.pk, by="Ann", now=chat.now)

    assert (open_.known, open_.waits) == (one("Eve"), True)
    assert way_in(claim.pk, chat.now).person == one("Eve")
    assert one("Eve").number in chat.friday.rsvp_state.invited


def test_who_is_invited_already_gets_no_second_invitation(chat):
    recognise(chat.asks("Bo", brought_by="Cy").pk, by="Ann", now=chat.now)

    assert chat.friday.kinds == ["invite"]


def test_a_known_name_is_not_given_twice_and_an_unknown_one_not_recognised(chat):
    eve, hal = chat.asks("Eve"), chat.asks("Hal")

    with pytest.raises(Impossible, match="a player called Eve already"):
        take_in(eve.pk, name="Eve", by="Ann", now=chat.now)
    with pytest.raises(Impossible, match="No player is called Hal"):
        recognise(hal.pk, by="Ann", now=chat.now)
    with pytest.raises(Impossible, match="take them in first"):
        confirm_claim(hal.pk, by="Ann", now=chat.now)
    assert (answers(), Player.objects.filter(name="Hal").exists()) == (["", ""], False)


def test_a_newcomer_who_was_refused_or_whose_namesake_was_removed_is_not_taken_in(chat):
    eve, hal = chat.asks("Eve"), chat.asks("Hal")
    remove("Eve")
    refuse_claim(hal.pk, by="Ann", now=chat.now)

    with pytest.raises(Impossible, match="Eve was removed"):
        recognise(eve.pk, by="Ann", now=chat.now)
    with pytest.raises(Impossible, match="Ann has said no"):
        take_in(hal.pk, name="Hal", by="Ann", now=chat.now)
    assert not Player.objects.filter(name="Hal").exists()


def test_only_a_regular_behind_the_link_brings_somebody(chat):
    for name in ("Gil", "Eve"):
        with pytest.raises(Impossible, match="who brings you"):
            chat.asks("Hal", brought_by=name)


def test_so_many_newcomers_may_wait(chat):
    for place in range(MOST_NEWCOMERS):
        chat.asks(f"Hal {place}")

    with pytest.raises(Impossible, match="10 newcomers"):
        chat.asks("Ida")


def test_a_newcomers_double_tap_asks_once(chat):
    first = chat.asks("Hal", key="k" * 20)

    assert (chat.asks("Hal", key="k" * 20), NameClaim.objects.count()) == (first, 1)
    with pytest.raises(Impossible, match="used already"):
        chat.asks("Ida", key="k" * 20)


@pytest.mark.parametrize("name", ["", "\u202eoB", "W" * 41, "B\0o"])
def test_a_name_that_nobody_can_be_known_by_is_refused(chat, name):
    with pytest.raises(Malformed):
        chat.asks(name)


def test_whom_a_phone_is_merged_with_while_it_waits_is_its_person(chat):
    claim = chat.asks("Hal", brought_by="Cy")
    merge_players(stamp=Stamp("cy-is-bo", START), player=one("Cy"), into=one("Bo"))

    take_in(claim.pk, name="Hal", by="Ann", now=chat.now)

    assert one("Hal").guest_of == "Bo"


def test_the_phones_of_a_link_that_is_over_are_told_of_while_they_are_in(chat):
    chat.takes("Bo")
    chat.takes("Bo")
    gone = chat.takes("Cy")
    end_link(chat.link)
    end_link(gone.link)

    assert [(str(each.claim.person), each.waits, each.night) for each in open_claims(chat.now)] == [("Bo", False, None)]


def test_a_claim_of_one_link_is_not_another_ones(chat):
    chat.takes("Bo", key="k" * 20)
    chat.asks("Hal", key="l" * 20)
    other = make_group_link(chat.friday.night, made_by="Ann")

    with pytest.raises(Impossible, match="used already"):
        claim_name(group_link=other, number=one("Bo").number, tap=chat.tap("k" * 20))
    with pytest.raises(Impossible, match="used already"):
        claim_as_newcomer(group_link=other, name="Hal", brought_by=one("Bo").number, tap=chat.tap("l" * 20))
