"""The host's acts: seating, bumping, pinning and favouring players, and players who make room."""

import json

import pytest

from reservations.acts.facts import Place
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed, Refused
from reservations.models import Fact, Night
from reservations.waiting_list import commands as waiting_list_commands
from tests import all_commands as commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def friday():
    """Let Bo and Cy sit and Di, Eve and Fay wait."""
    cast()
    return Friday(a_house()).full("Bo", "Cy", "Di", "Eve", "Fay")


def test_seating_beyond_the_seats_asks_who_makes_room(friday):
    with pytest.raises(Impossible) as refused:
        friday.do("seat_player", "Eve")

    assert str(refused.value) == "1 more seat is needed for Eve: say who makes room."


def test_who_makes_room_waits_and_is_not_moved_up_again(friday):
    friday.do("seat_player", "Eve", makes_room=[one("Bo")])
    assert (friday.seated, friday.waiting) == (["Cy", "Eve"], ["Di", "Fay", "Bo"])

    friday.no("Cy")
    friday.no("Eve")
    friday.no("Di")

    assert (friday.seated, friday.waiting) == (["Fay"], ["Bo"])
    assert friday.words["Bo"] == (
        "1st in line. The host moved you to the waiting list; only the host gives you a seat again."
    )


def test_one_who_makes_room_is_too_few_for_two(friday):
    friday.yes("Di", guests=["Ivy"])

    with pytest.raises(Impossible) as refused:
        friday.do("seat_player", "Di", makes_room=[one("Bo")])

    assert str(refused.value) == "1 more seat is needed for Di: say who makes room."


def test_several_make_room_for_a_party(friday):
    friday.yes("Di", guests=["Ivy"])

    noted = friday.do("seat_player", "Di", makes_room=[one("Cy"), one("Bo")])

    assert (friday.seated, friday.waiting) == (["Di"], ["Eve", "Fay", "Bo", "Cy"])
    assert json.loads(noted.fact.content) == {"makes_room": [one("Bo").number, one("Cy").number]}


@pytest.mark.parametrize("nobody", ["Ann", "Eve", "Di"])
def test_only_somebody_else_with_a_seat_makes_room(friday, nobody):
    with pytest.raises(Impossible) as refused:
        friday.do("seat_player", "Di", makes_room=[one("Bo"), one(nobody)])

    assert str(refused.value) == f"{nobody} has no seat and cannot make room."


@pytest.mark.parametrize(
    ("name", "why"), [("Bo", "Bo has a seat already."), ("Ann", "Ann has not said yes: answer for them first.")]
)
def test_who_is_seated_waits_and_has_said_yes(friday, name, why):
    with pytest.raises(Impossible) as refused:
        friday.do("seat_player", name)

    assert str(refused.value) == why


def test_the_host_gives_seats_after_the_start(friday):
    friday.do("release", "Bo", before=-10)
    assert (friday.seated, friday.waiting) == (["Cy"], ["Di", "Eve", "Fay"])

    friday.do("seat_player", "Fay", before=-10)

    assert (friday.seated, friday.waiting) == (["Cy", "Fay"], ["Di", "Eve"])


def test_a_seat_that_is_kept_is_the_hosts_to_give(friday):
    friday.no("Bo", before=60)

    friday.do("seat_player", "Di", before=59)

    assert friday.seated == ["Cy", "Di"]


def test_a_bump_frees_the_seat_for_the_next(friday):
    remark = friday.do("bump", "Bo").remark

    assert (remark, friday.seated, friday.waiting) == ("Bo is on the waiting list.", ["Cy", "Di"], ["Eve", "Fay", "Bo"])


def test_bumped_and_no_and_yes_again_is_still_bumped(friday):
    friday.do("bump", "Bo")
    for name in ("Di", "Eve", "Fay"):
        friday.no(name)
    friday.no("Bo")

    friday.yes("Bo")

    assert (friday.seated, friday.waiting, friday.rsvp_state.free) == (["Cy"], ["Bo"], 1)


def test_a_bumped_player_who_is_pinned_moves_up_as_others_do(friday):
    friday.do("bump", "Bo")
    friday.do("pin", "Bo", position=1)

    friday.no("Cy")

    assert friday.seated == ["Bo", "Di"]


def test_nobody_is_bumped_who_has_no_seat(friday):
    with pytest.raises(Impossible) as refused:
        friday.do("bump", "Di")

    assert str(refused.value) == "Di has no seat on the night of Fri 20 Nov 2026."


def test_a_deleted_reservation_is_no_strike_and_leaves_the_list(friday):
    friday.do("release", "Di")
    friday.do("release", "Bo", before=5)

    assert (friday.seated, friday.waiting) == (["Cy"], ["Fay"])
    assert [each.player for each in friday.rsvp_state.offered] == [one("Eve").number]
    assert friday.rsvp_state.of(one("Bo").number).because == "because"


def test_nothing_is_deleted_where_nothing_is(friday):
    with pytest.raises(Impossible) as refused:
        friday.do("release", "Ann")

    assert str(refused.value) == "Ann has no reservation for the night of Fri 20 Nov 2026."


def test_a_pin_holds_the_place(friday):
    friday.do("pin", "Fay", position=1)
    assert friday.waiting == ["Fay", "Di", "Eve"]
    assert friday.words == {
        "Fay": "1st in line. The host gave you this place.",
        "Di": "2nd in line. The host put one before you.",
        "Eve": "3rd in line. The host put one before you. One asked before you.",
    }

    friday.do("pin", "Fay", position=None)

    assert friday.waiting == ["Di", "Eve", "Fay"]


@pytest.mark.parametrize("position", [0, 4])
def test_a_pin_is_a_place_of_the_list(friday, position):
    with pytest.raises(Malformed) as refused:
        friday.do("pin", "Fay", position=position)

    assert str(refused.value) == "The waiting list has the places 1 to 3."


@pytest.mark.parametrize(("verb", "said"), [("pin", {"position": 1}), ("favour", {"on": True})])
def test_only_who_waits_has_a_place_in_line(friday, verb, said):
    with pytest.raises(Impossible) as refused:
        friday.do(verb, "Bo", **said)

    assert str(refused.value) == "Bo is not on the waiting list of the night of Fri 20 Nov 2026."


def test_the_hosts_favour_is_a_rule_of_the_house(friday):
    with pytest.raises(Refused) as refused:
        friday.do("favour", "Fay", on=True)

    assert refused.value.rules == "host's favour"
    assert "Pin them to a place instead." in str(refused.value)


def test_a_ruling_favours_anyway(friday):
    stamp = Stamp("by-a-ruling", START, "Ann", "flew in from afar")

    noted = waiting_list_commands.favour(
        stamp=stamp, night=friday.night, player=one("Fay"), on=True, reason="flew in from afar"
    )

    assert friday.waiting == ["Fay", "Di", "Eve"]
    outcome = json.loads(noted.fact.outcome)
    assert (outcome["remark"], outcome["ruling"]) == ("Fay is favoured.", "flew in from afar")
    assert [term for term, _ in outcome["overruled"]] == ["host's favour"]


def test_favour_comes_and_goes():
    cast()
    friday = Friday(a_house(waiting={"host_favour": True})).full("Bo", "Cy", "Di", "Eve", "Fay")
    friday.do("favour", "Fay", on=True)
    assert friday.words["Di"] == "2nd in line. One is before you by the host's favour."

    friday.do("favour", "Fay", on=False)

    assert friday.waiting == ["Di", "Eve", "Fay"]


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("seat_player", {"makes_room": ["Bo"]}),
        ("bump", {}),
        ("release", {}),
        ("pin", {"position": 1}),
        ("favour", {"on": False}),
    ],
)
def test_every_act_of_the_host_has_a_reason_and_counts_once(friday, verb, said):
    name = "Bo" if verb == "bump" else "Di"
    said = {key: [*map(one, value)] if key == "makes_room" else value for key, value in said.items()}
    with pytest.raises(Malformed):
        friday.do(verb, name, **{**said, "reason": "  "})
    stamp = friday.at(9000)
    command = getattr(commands, verb)

    first = command(stamp=stamp, night=friday.night, player=one(name), reason="because", **said)
    again = command(stamp=stamp, night=friday.night, player=one(name), reason="because", **said)

    assert (again.fact, again.known, again.remark) == (first.fact, True, first.remark)


def test_people_are_invited_once_each(friday):
    stamp = friday.at(9000)
    asked = [one("Bo"), one("Ann"), one("Bo")]

    first = waiting_list_commands.invite(stamp=stamp, night=friday.night, players=asked)
    waiting_list_commands.invite(stamp=stamp, night=friday.night, players=asked)

    assert (first.remark, friday.rsvp_state.invited) == ("2 are invited.", {one("Bo").number, one("Ann").number})
    assert Fact.objects.filter(kind="invite").count() == 1
    assert (
        waiting_list_commands.invite(stamp=friday.at(8000), night=friday.night, players=[one("Di")]).remark
        == "One is invited."
    )


def test_who_was_invited_before_is_told_once_more_only_where_the_host_says_so(friday):
    both = [one("Bo"), one("Ann")]
    waiting_list_commands.invite(stamp=friday.at(9000), night=friday.night, players=[one("Bo")])

    once, again = (
        waiting_list_commands.invite(stamp=friday.at(minutes), night=friday.night, players=both, again=again)
        for minutes, again in ((8000, False), (7000, True))
    )

    assert once.remark == "One is invited. 1 was invited before and gets no second message."
    assert [json.loads(each.fact.outcome)["told"] for each in (once, again)] == [
        [one("Ann").number],
        [one("Ann").number, one("Bo").number],
    ]


def test_the_same_invitation_sent_again_gets_the_same_answer(friday):
    stamp, asked = friday.at(9000), [one("Bo")]

    answers = [waiting_list_commands.invite(stamp=stamp, night=friday.night, players=asked) for _ in range(2)]

    assert [(each.known, each.remark) for each in answers] == [(False, "One is invited."), (True, "One is invited.")]


def test_nobody_is_not_invited_and_nobody_to_a_cancelled_night(friday):
    with pytest.raises(Malformed) as nobody:
        waiting_list_commands.invite(stamp=friday.at(9000), night=friday.night, players=[])
    Night.objects.update(cancelled_at=START)
    with pytest.raises(Impossible):
        waiting_list_commands.invite(stamp=friday.at(9000), night=friday.night, players=[one("Bo")])

    assert "whom to invite" in str(nobody.value)
    assert friday.rsvp_state.of(one("Ann").number).place == Place.NONE
