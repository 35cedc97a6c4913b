from random import Random

import pytest

from hostdesk.demo.table import Table

LUCK = {"Ann": 1, "Bo": 1, "Cy": 1}


def test_chips_only_change_hands():
    table = Table(LUCK, {"Ann": 2000, "Bo": 700, "Cy": 0})
    chance = Random(1)

    for _ in range(200):
        table.play(chance, 25)
        assert sum(table.stacks.values()) == 2700
        assert min(table.stacks.values()) >= 0
    assert table.stacks != {"Ann": 2000, "Bo": 700, "Cy": 0}


@pytest.mark.parametrize("stacks", [{}, {"Ann": 500}, {"Ann": 500, "Bo": 0}])
def test_nobody_plays_alone(stacks):
    table = Table(LUCK, dict(stacks))

    table.play(Random(1), 25)

    assert table.stacks == stacks


def test_chips_are_passed_on():
    table = Table(LUCK, {"Ann": 2000, "Bo": 100})

    table.pass_on("Ann", "Bo", 500)

    assert table.stacks == {"Ann": 1500, "Bo": 600}


def test_chips_come_and_go():
    table = Table(LUCK)

    table.buy("Ann", 500)
    table.buy("Bo", 300)
    table.buy("Ann", 200)
    table.lose(150)

    assert table.biggest() == "Ann"
    assert table.leave("Ann") == 550
    assert table.stacks == {"Bo": 300}
