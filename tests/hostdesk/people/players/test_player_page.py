"""The page of a player: its parts and their readers, the parts hidden until they are needed, and the links to it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from hostdesk.base.sign_in.commands import add_host
from reservations.acts.facts import Mark
from reservations.players.queries import player_named
from reservations.strikes.queries import strikes_of
from tests.hostdesk.browsing import Browser
from tests.reservations.friday import Friday, a_house, preset
from tests.signed_in import a_host, host_client
from tests.stories.evening import Evening, a_closed_night

pytestmark = [pytest.mark.further, pytest.mark.django_db]

PARTS = ("link", "lines", "credit", "attendance", "player-nights", "id")


def parts_of(page):
    return [part for part in PARTS if page.part(part)]


def page_of(name, asked=""):
    return f"/players/{player_named(name).number}/{asked}"


def no_show(house, name, days):
    start = timezone.now().replace(minute=0, second=0, microsecond=0) - timedelta(days=days)
    Friday(house, seats=3, starts_at=start).full(name).mark(name, Mark.NO_SHOW)


def test_a_desk_without_credit_strikes_and_ids_shows_who_they_are_and_their_nights(desk):
    a_closed_night()

    page, people = desk.opens(page_of("Bo")), desk.opens("/players/")

    assert parts_of(page) == ["link", "player-nights"]
    assert "Attendance" not in people.links
    assert "Fri 20 Nov 2026 20.00 10.00 −10.00 closed" in page.part("player-nights")


def test_the_first_debt_the_first_strike_and_a_house_that_asks_for_ids_bring_their_parts(desk):
    evening = a_closed_night()
    found = []
    for brings in (
        lambda: evening.takes_over(Bo="-12.00", Cy="12.00"),
        lambda: no_show(a_house(attendance={"steps": [[1, "reminder"]]}), "Bo", 7),
        lambda: preset("ericn"),
    ):
        brings()
        found.append(parts_of(desk.opens(page_of("Bo"))))

    assert found == [
        ["link", "lines", "credit", "player-nights"],
        ["link", "lines", "credit", "attendance", "player-nights"],
        [*PARTS],
    ]


def test_an_id_that_no_house_asks_for_is_noted_at_its_old_address_and_stays_in_sight(desk):
    a_closed_night()

    before = parts_of(desk.opens(page_of("Bo")))
    desk.sends(desk.opens(f"{page_of('Bo')}id/").form("/id/"), on="2026-11-20")

    assert (before, parts_of(desk.opens(page_of("Bo")))) == (["link", "player-nights"], ["link", "player-nights", "id"])


def test_a_mark_on_notes_is_asked_for_once_there_are_notes_or_the_player_has_one(desk):
    evening = a_closed_night()
    change = page_of("Bo", "?part=change")
    before = desk.opens(change).form("/edit/")
    renamed = desk.sends(before, name="Bob")
    evening.opens("mike")

    assert ("mark" in before.typed, renamed.status, player_named("Bob").mark) == (False, 200, None)
    assert "mark" in desk.opens(page_of("Bob", "?part=change")).form("/edit/").typed


def test_the_host_of_a_house_sees_attendance_there_and_nothing_that_is_for_the_host_of_all(desk):
    evening = Evening("mike")
    evening.takes_over(Bo="-12.00", Cy="12.00")
    mine, other = a_house("mine"), a_house("other")
    for house, days in ((mine, 7), (other, 8)):
        no_show(house, "Bo", days)
    a_host("Hanna")
    add_host("Zoë", [mine])
    zoe = Browser(host_client("Zoë"))

    page, rows = zoe.opens(page_of("Bo")), zoe.rows(page_of("Bo", "?as=csv"))
    step = zoe.opens(page_of("Bo", "?part=change"))

    assert parts_of(page) == ["attendance", "player-nights"]
    shown = ["The mine game 1 strike" in page.text, "other game" in page.text, "12.00" in page.text]
    assert shown == [True, False, False]
    assert [row[1:] for row in rows] == [["House", "Answer", "Outcome"], ["The mine game", "yes", "no-show"]]
    assert [form.action for form in step.forms if "/players/" in form.action and "strike" not in form.action] == []


def test_a_refused_strike_of_the_host_of_a_house_draws_what_that_host_sees(desk):
    evening, mine = Evening("mike"), a_house("mine")
    evening.takes_over(Bo="-12.00", Cy="12.00")
    no_show(mine, "Bo", 7)
    a_host("Hanna")
    add_host("Zoë", [mine])
    zoe = Browser(host_client("Zoë"))

    page = zoe.sends(zoe.opens(page_of("Bo")).form("/pardon/"), reason="")

    assert (page.status, parts_of(page)) == (422, ["attendance", "player-nights"])
    assert [each.state for each in strikes_of(player_named("Bo"))] == ["counts"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/players/{}/id/", "/players/{}/?part=id#id"),
        ("/players/{}/edit/", "/players/{}/?part=change#change"),
        ("/players/{}/merge/?with=1", "/players/{}/?part=merge&with=1#merge"),
        ("/players/{}/forget/", "/players/{}/?part=forget#forget"),
        ("/players/{}/link/", "/players/{}/#link"),
        ("/players/{}/credit/", "/players/{}/#credit"),
        ("/players/{}/attendance/?sort=date", "/players/{}/?sort=date#attendance"),
        ("/book/players/{}/?on=2026-11-20&as=csv", "/players/{}/?part=lines&on=2026-11-20&as=csv#lines"),
    ],
)
def test_an_old_address_leads_to_its_part_with_what_was_asked(desk, evening, old, new):
    answer = desk.client.get(old.format(player_named("Bo").number))

    assert (answer.status_code, answer["Location"]) == (301, new.format(player_named("Bo").number))


def test_each_list_of_the_page_is_sorted_and_saved_by_itself(desk):
    a_closed_night().takes_over(Bo="-12.00", Cy="12.00")

    lines = desk.rows(page_of("Bo", "?part=lines&sort=cents&as=csv"))
    nights = desk.rows(page_of("Bo", "?sort=-date&as=csv"))
    page = desk.opens(page_of("Bo", "?part=lines&sort=cents"))

    assert (lines[0][:3], nights[0][:2]) == (["No.", "Date", "What"], ["Date", "House"])
    assert page.html.count("aria-sort=") == 1
    assert [link for link in page.leads_to if "sort=result_cents" in link] == ["?sort=result_cents#player-nights"]
    assert [link for link in page.leads_to if "as=csv" in link] == [
        "?part=lines&sort=cents&as=csv",
        "?sort=cents&as=csv",
    ]
