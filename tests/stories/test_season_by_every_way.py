"""One invented season, imported in three ways, gives the same table as its plain rows."""

from dataclasses import asdict

import pytest

from ledger.seasons.queries import season_report
from ledger.seasons.report import RANKED_BY, ranked
from tests.ledger.seasons import plain_rows
from tests.ledger.seasons.autumn import ALL
from tests.ledger.seasons.invented import HOURS, invented, night_logs, pokernow_ledgers, results_sheets
from tests.running import run

pytestmark = pytest.mark.django_db

SEASON = invented(6, 5, table=3, again=2)
MINUTES = HOURS.seconds // 60
ROWS = [
    (night, each.player, 100 * sum(each.bought), 2000, len(each.bought), 100 * each.back, MINUTES)
    for night, played in enumerate(SEASON)
    for each in played
]
TABLE = plain_rows.table(ROWS)
OF_RESULTS = {
    "nights",
    "net_cents",
    "average_cents",
    "best_cents",
    "worst_cents",
    "up",
    "down",
    "streak",
    "hot",
    "cold",
}
OF_RESULTS |= {"deviation_cents", "curve"}
OF_SITTINGS = OF_RESULTS | {"bought_cents", "return_percent", "minutes", "hourly_cents"}
ALL_FIGURES = {*RANKED_BY, "curve"}


def files(folder, contents, ending):
    """Write files into a folder, and return their paths."""
    paths = [folder / f"{number}.{ending}" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    return map(str, paths)


@pytest.mark.parametrize(
    ("write", "command", "told"),
    [
        (night_logs, ("import_night",), ALL_FIGURES),
        (results_sheets, ("import_results", "--house", "mike"), OF_RESULTS),
        (pokernow_ledgers, ("import_pokernow", "--unit", "whole", "--house", "mike"), OF_SITTINGS),
    ],
    ids=["night logs", "a results sheet", "PokerNow"],
)
def test_a_season_that_is_brought_in_has_the_table_of_its_rows(tmp_path, write, command, told):
    name, *options = command
    ran = run(name, *options, *files(tmp_path, [*write(SEASON)], "csv"))

    lines = season_report(ALL).lines

    assert ran.code == 0
    wanted = {player: {key: each[key] for key in told} for player, each in TABLE.items()}
    assert {line.name: {key: asdict(line)[key] for key in told} for line in lines} == wanted
    for by in told & {*RANKED_BY}:
        ranks = {each.line.name: each.rank for each in ranked(lines, by) if each.rank}
        assert ranks == plain_rows.ranks(TABLE, by)
