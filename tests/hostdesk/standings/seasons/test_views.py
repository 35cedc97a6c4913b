"""The season on the host's tablet and on players' phones."""

import csv
import io
from typing import Any

import pytest

from hostdesk.standings.seasons.tables import SeasonTable
from ledger.models import Season
from ledger.seasons.commands import Shared, keep_results_private, share_seasons
from reservations.models import Desk, Night
from reservations.players.queries import player_named
from tests.hostdesk.imports.results.winter import NINTH, brings, knows
from tests.ledger.seasons.autumn import FRIDAYS, an_autumn, plays
from tests.signed_in import banker_client, host_client, player_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]

URL = "/seasons/?season=2026"


def rows(answer):
    return [(row.record.rank, row.record.line.name) for row in answer.context["table"].rows]


def shares(shared, *, records=True):
    share_seasons(shared=shared, records_shown=records, least_nights=1)


def phone(name="Bo"):
    return player_client(player_named(name))


def test_the_host_sees_the_whole_table():
    an_autumn()

    answer = host_client().get(URL)

    assert rows(answer) == [(1, "Ann"), (2, "Bo"), (None, "Gil")]
    assert [*answer.context["filter"]["form"].fields] == ["season", "player", "sort"]


def test_one_tap_shows_all_figures_of_a_player():
    an_autumn()

    answer = host_client().get(f"{URL}&player={player_named('Bo').number}")

    one = answer.context["page"].one
    assert (one.rank, one.line.name, one.line.net_cents) == (2, "Bo", -500)
    assert [(day, cents) for _, day, cents, _ in answer.context["page"].nights] == [
        (FRIDAYS[1], 500),
        (FRIDAYS[0], -1000),
    ]
    assert dict(answer.context["card"])["Net"] == "−5.00"
    assert answer.context["page"].badges == ["First to come"]


def test_what_is_printed_has_all_figures_and_every_night():
    an_autumn()

    answer = host_client().get(f"{URL}&figures=all")

    assert [column.name for column in answer.context["table"].columns] == [
        name for name in SeasonTable.base_columns if name != "curve"
    ]
    assert [each for _, _, *each in answer.context["nights"]] == [
        [4000, [("Ann", 1000), ("Bo", -1000)]],
        [4000, [("Bo", 500), ("Ann", -500)]],
        [4000, [("Ann", 2000), ("Gil", -2000)]],
    ]
    assert host_client().get(URL).context.get("nights") is None


def test_a_player_is_not_told_every_night():
    an_autumn()
    shares(Shared.WHOLE)

    assert phone().get(f"{URL}&figures=all").context["nights"] == []


def test_a_night_of_results_only_does_not_say_what_was_bought():
    knows("Ann", "Bo")
    brings(NINTH, Ann=1500, Bo=-1500)

    ((_, _, bought_cents, results),) = host_client().get("/seasons/?season=all&figures=all").context["nights"]

    assert (bought_cents, results) == (None, [("Ann", 1500), ("Bo", -1500)])


def test_the_table_goes_into_a_file():
    an_autumn()

    answer = host_client().get(f"{URL}&as=csv&sort=-nights")

    sheet = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [(row["#"], row["Player"], row["Net"]) for row in sheet] == [
        ("1", "Ann", "25.00"),
        ("2", "Bo", "-5.00"),
        ("", "Gil", "-20.00"),
    ]
    assert host_client().get(f"{URL}&as=xlsx").content.startswith(b"PK")


@pytest.mark.parametrize("nights", [1, 3])
def test_the_page_asks_as_often_whatever_the_past(nights, django_assert_max_num_queries):
    evening = an_autumn()
    for _ in range(nights):
        evening.opens("dave-2018", day=FRIDAYS[2])
        plays(evening, Ann=("20.00", "20.00"))
    host = host_client()
    host.get(URL)

    with django_assert_max_num_queries(14):
        host.get(URL)


def test_a_player_sees_their_own_line_alone_by_default():
    an_autumn()

    answer = phone().get(URL)

    assert rows(answer) == [(2, "Bo")]
    assert ">Ann<" not in answer.content.decode()
    assert [*answer.context["filter"]["form"].fields] == ["season"]
    assert phone().get(f"{URL}&player={player_named('Ann').number}").context["page"].one.line.name == "Bo"


def test_ranks_are_shown_without_amounts_of_others():
    an_autumn()
    shares(Shared.RANKS)

    answer = phone().get(f"{URL}&sort=-average_cents&player={player_named('Ann').number}")

    assert rows(answer) == [(1, "Ann"), (2, "Bo"), (None, "Gil")]
    assert [column.name for column in answer.context["table"].columns] == ["rank", "name", "nights"]
    assert answer.context["page"].one.line.name == "Bo"
    page = answer.content.decode()
    assert ("25.00" in page, "−5.00" in page) == (False, True)
    assert phone().get(f"{URL}&as=csv").content.decode() == "#,Player,Nights\n1,Ann,3\n2,Bo,2\n,Gil,1\n"


def test_first_names_are_shown_where_the_host_shares_them():
    evening = an_autumn()
    evening.renames("Ann", to="Ann Arbor")
    shares(Shared.FIRST_NAMES)

    answer = phone().get(URL)

    assert rows(answer) == [(1, "Ann"), (2, "Bo"), (None, "Gil")]
    assert "Arbor" not in answer.content.decode()


def test_the_whole_table_has_another_players_figures():
    an_autumn()
    shares(Shared.WHOLE)

    answer = phone().get(f"{URL}&player={player_named('Ann').number}")

    assert answer.context["page"].one.line.name == "Ann"
    assert rows(answer) == [(1, "Ann"), (2, "Bo"), (None, "Gil")]


def test_a_page_shows_few_figures_with_the_one_it_is_ranked_by_and_a_file_all():
    an_autumn()
    host = host_client()

    pages = [host.get(f"{URL}{asked}").context for asked in ("", "&sort=-minutes")]
    heads = host.get(f"{URL}&as=csv").content.decode().splitlines()[0].split(",")

    shown = [[column.name for column in page["table"].columns] for page in pages]
    glance = ["rank", "name", "net_cents", "curve", "nights", "average_cents", "best_cents", "streak"]
    assert shown == [glance, [*glance, "minutes"]]
    assert [page["filter"]["form"]["sort"].value() for page in pages] == ["-net_cents", "-minutes"]
    assert len(heads) == 18


def test_private_results_count_and_are_not_named_to_others():
    an_autumn()
    shares(Shared.WHOLE)
    keep_results_private(player=player_named("Ann"), on=True)

    seen = phone().get(f"{URL}&player={player_named('Ann').number}")
    records = phone().get("/seasons/pictures/?season=2026")

    assert rows(seen) == [(2, "Bo"), (None, "Gil")]
    assert seen.context["page"].report.bought_cents == 12000
    assert [page.content.decode().count("Ann") for page in (seen, records)] == [0, 0]
    assert [name for name, _ in records.context["records"][0].holders] == ["Somebody"]
    assert rows(phone("Ann").get(URL))[0] == (1, "Ann")
    assert rows(host_client().get(URL))[0] == (1, "Ann")


def test_a_player_keeps_results_private_from_the_page_and_the_host_may_too():
    an_autumn()
    bo = player_named("Bo")

    answer = phone().post(f"/own/{bo.number}/private/", {"on": "yes"})
    assert (answer.status_code, answer["Location"]) == (303, "/seasons/")
    assert phone().get(URL).context["is_private"]

    answer = host_client().post(f"/own/{bo.number}/private/", {"on": "no"})
    assert (answer.status_code, answer["Location"]) == (303, f"/seasons/?player={bo.number}")
    assert not phone().get(URL).context["is_private"]


def test_it_is_said_that_one_private_result_can_be_worked_out_from_the_others():
    an_autumn()
    me = f"/own/{player_named('Bo').number}/me/"
    before = phone().get(me)
    phone().post(me.replace("me", "private"), {"on": "yes"})

    pages = [before, phone().get(me), phone().get(URL), host_client().get("/seasons/sharing/")]

    assert ["worked out from the others" in page.content.decode() for page in pages] == [False, True, True, True]


def test_who_played_nothing_is_told_so():
    an_autumn()

    answer = phone("Cy").get(URL)

    assert (answer.context["page"].one, rows(answer)) == (None, [])


def test_a_banker_of_a_night_has_no_season():
    evening = an_autumn()
    evening.opens("dave-2018")

    assert banker_client(evening.night, player_named("Ann")).get(URL).status_code == 403


def test_records_have_their_rule_and_the_night_that_set_them():
    an_autumn()

    answer = host_client().get("/seasons/pictures/?season=2026")

    told = {
        each.title: (each.figure, [(name, holder.day) for name, holder in each.holders])
        for each in answer.context["records"]
    }
    assert told["Biggest night"] == ("$20.00", [("Ann", FRIDAYS[2])])
    assert told["Always there"] == ("3 nights", [("Ann", FRIDAYS[2])])
    assert told["First to come"] == ("2 nights", [("Bo", FRIDAYS[1])])
    assert told["The marathon"] == ("3:59 hours", [("Ann", FRIDAYS[0])])


@pytest.mark.parametrize(
    ("shared", "titles", "figure"),
    [
        (Shared.OWN, ["First to come"], "2 nights"),
        (Shared.RANKS, ["Biggest night", "Always there", "First to come", "The marathon"], ""),
    ],
)
def test_players_see_records_as_far_as_results_are_shared(shared, titles, figure):
    an_autumn()
    shares(shared)

    shown = phone().get("/seasons/pictures/?season=2026").context["records"]

    assert ([each.title for each in shown], shown[0].figure) == (titles, figure)


def test_records_of_one_player_and_records_switched_off():
    an_autumn()
    host, bo = host_client(), player_named("Bo").number
    assert [each.title for each in host.get(f"/seasons/pictures/?player={bo}&season=2026").context["records"]] == [
        "First to come"
    ]

    shares(Shared.OWN, records=False)

    assert host.get("/seasons/pictures/?season=2026").context["records"] == []


def test_a_season_is_made_changed_and_ended_on_its_page():
    an_autumn()
    host = host_client()
    said = {"key": "form-one", "name": "Advent", "first": "2026-11-27", "last": "", "house": "", "least_nights": "2"}

    made = host.post("/seasons/new/", said)
    season = Season.objects.get()
    assert (made.status_code, made["Location"]) == (303, f"/seasons/?season=s{season.pk}")
    assert host.post("/seasons/new/", said)["Location"] == made["Location"]
    assert rows(host.get(made["Location"])) == [(1, "Ann"), (2, "Bo"), (None, "Cy"), (None, "Gil")]
    assert [span.name for span in host.get("/seasons/new/").context["own"]] == ["Advent"]

    changed = host.post(f"/seasons/{season.pk}/change/", {**said, "shown": "0", "name": "December"})
    assert (changed.status_code, Season.objects.get().name) == (303, "December")
    late = host.post(f"/seasons/{season.pk}/change/", {**said, "shown": "0", "name": "January"})
    assert (late.status_code, Season.objects.get().name) == (422, "December")

    host.post(f"/seasons/{season.pk}/change/", {**said, "first": "2020-01-01", "shown": "1", "end": "today"})
    assert Season.objects.get().last is not None
    assert not host.get(f"/seasons/{season.pk}/change/").context["runs"]


def test_a_season_that_cannot_be_is_shown_again_with_the_reason():
    answer = host_client().post(
        "/seasons/new/", {"name": "Spring", "first": "2026-03-01", "last": "2026-02-01", "least_nights": "1"}
    )

    assert (answer.status_code, Season.objects.count()) == (422, 0)
    assert len(answer.context["form"].non_field_errors()) == 1


def test_the_host_says_who_sees_what():
    host = host_client()

    answer = host.post("/seasons/sharing/", {"shared": "first", "least_nights": "3"})

    desk = Desk.objects.get()
    assert answer.status_code == 303
    assert (desk.season_shared, desk.records_shown, desk.least_nights) == ("first", False, 3)
    assert host.get("/seasons/sharing/").context["form"]["shared"].value() == "first"


def test_an_empty_season_says_so():
    Night.objects.all().delete()

    answer = host_client().get("/seasons/?season=1999")

    assert (answer.status_code, rows(answer)) == (200, [])


@pytest.mark.parametrize("page", ["", "pictures/"])
def test_a_season_in_which_somebody_only_began_with_a_result_has_its_pages(page):
    knows("Ann", "Bo")
    brings(NINTH, starting=True, Ann=1000, Bo=-1000)

    answer = host_client().get(f"/seasons/{page}?season=2026")

    assert answer.status_code == 200


def test_the_report_that_was_a_file_is_the_page_of_the_season():
    answer = host_client().get("/seasons/report.pdf?season=2026&player=2")

    assert (answer.status_code, answer["Location"]) == (301, "/seasons/?figures=all&season=2026&player=2")


def test_the_page_that_is_printed_has_everybody():
    nets: dict[str, Any] = {f"Player{number}": 0 for number in range(30)}
    knows(*nets)
    brings(NINTH, **nets)

    assert len(rows(host_client().get("/seasons/?season=2026"))) == 30
