"""Random seasons played through the commands, compared with the same seasons as plain rows."""

from datetime import date, timedelta
from random import Random

import pytest

from ledger.money.cents import format_cents
from ledger.seasons.queries import season_report
from tests.ledger.seasons import plain_rows
from tests.ledger.seasons.autumn import ALL
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

AGREED = "the table agreed"


def plays(chance: Random, evening: Evening, night: int) -> list[tuple[object, ...]]:
    """Play a random night, and return its rows: each player's purchases, their number, and the minutes at the table."""
    names = chance.sample(["Ann", "Bo", "Cy", "Gil"], chance.randint(2, 4))
    bought: dict[str, list[int]] = {name: [] for name in names}
    sat_down, left = {}, {}
    for minute in range(3):
        evening.it_is(f"20:{minute * 20:02}")
        for name in names if minute == 0 else chance.sample(names, 1):
            cents = 100 * chance.randint(4, 10)
            answer = evening.buy_in(name, format_cents(cents), stack="0.00", ruling=AGREED)
            if minute and chance.random() < 0.3:
                evening.undo(answer)
                continue
            bought[name].append(cents)
            sat_down.setdefault(name, minute * 20)
    in_play = sum(map(sum, bought.values()))
    cuts = sorted(chance.randint(0, in_play) for _ in names[1:])
    stacks = [high - low for low, high in zip([0, *cuts], [*cuts, in_play], strict=True)]
    evening.it_is("21:00")
    evening.last_hand()
    for place, name in enumerate(names):
        evening.it_is(f"21:{place * 10:02}")
        left[name] = 60 + place * 10
        evening.cash_out(name, format_cents(stacks[place]), ruling=AGREED)
    evening.ends("200.00")
    return [
        (night, name, sum(bought[name]), bought[name][0], len(bought[name]), stack, left[name] - sat_down[name])
        for name, stack in zip(names, stacks, strict=True)
    ]


def is_as_its_rows(seed: int) -> None:
    """Play a random season and compare every figure of its table."""
    chance, evening, rows = Random(seed), Evening("dave-2018"), []
    for night in range(4):
        if night:
            evening.opens("dave-2018", day=date(2026, 11, 20) + timedelta(weeks=night))
        rows += plays(chance, evening, night)

    found = {line.name: line for line in season_report(ALL).lines}

    wanted = plain_rows.table(rows)
    assert {name: {key: getattr(found[name], key) for key in each} for name, each in wanted.items()} == wanted
    assert found.keys() == wanted.keys()


def test_a_season_by_chance_is_as_its_rows():
    is_as_its_rows(1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 40))
def test_any_season_is_as_its_rows(seed):
    is_as_its_rows(seed)
