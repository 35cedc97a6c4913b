"""Every drill with few rounds; `make drills` has the full figures.

A control shows that its drill can fail. It costs as much, and changes only with the drill: the long run has it.
"""

import pytest

from hostdesk.imports.night_log.commands import post_log, read_log
from reservations.models import Player
from tests.drills.contents_drill import LINE
from tests.drills.drill import HERE, Drill, Found, all_drills, ran
from tests.drills.growing import DOORS

pytestmark = pytest.mark.sqlite  # drills lay out databases of their own, whatever the tests run on

DRILLS = all_drills()


WITHOUT_SISTER = [name for name, each in DRILLS.items() if not each.sister]


@pytest.mark.sweep
@pytest.mark.parametrize("name", WITHOUT_SISTER)
def test_a_promise_holds(name):
    found = DRILLS[name].run(DRILLS[name].short)

    assert found.holds, found.figure


@pytest.mark.long
@pytest.mark.parametrize("name", WITHOUT_SISTER)
def test_its_control_does_not(name):
    control = DRILLS[name].control(DRILLS[name].short)

    assert not control.holds, control.figure


def answering(*, holds):
    return lambda rounds: Found(f"{rounds} of {rounds}", holds)


def broken(rounds):
    raise OSError(f"no room for {rounds}")


@pytest.mark.parametrize(
    ("run", "control", "line"),
    [
        (answering(holds=True), answering(holds=False), "holds          a: b | 90 of 90 | control: 2 of 2"),
        (answering(holds=False), answering(holds=False), "DOES NOT HOLD  a: b | 90 of 90 | control: 2 of 2"),
        (answering(holds=True), answering(holds=True), "CONTROL HOLDS  a: b | 90 of 90 | control: 2 of 2"),
        (broken, answering(holds=False), "COULD NOT RUN  a: b | OSError: no room for 90"),
        (answering(holds=True), broken, "COULD NOT RUN  a: b | OSError: no room for 2"),
    ],
)
def test_only_a_promise_that_holds_with_a_control_that_does_not_is_well(run, control, line):
    assert ran("a: b", Drill("b", run, control, 90, 2)) == (line.startswith("holds"), line)


def test_the_test_that_stands_for_a_dear_drill_is_there():
    for sister in filter(None, (each.sister for each in DRILLS.values())):
        path, _, name = sister.partition("::")
        assert f"def {name or 'test_'}" in (HERE.parent.parent / path).read_text(encoding="utf-8")


@pytest.mark.django_db
def test_the_lines_of_a_log_that_grow_or_are_spoilt_are_right_to_begin_with():
    make, _ = DOORS["a log"].grows["lines"]

    post_log(read_log(str(make(3)).encode()))

    assert [player.name for player in Player.objects.order_by("number")] == ["P0", "P1", "P2"]
    assert str(make(1)).encode() == LINE


def test_a_word_chooses_the_drills_whose_name_holds_it():
    assert list(all_drills(["sent twice at once", "no such"])) == [
        "double_tap: a form that is sent twice at once is recorded once"
    ]
    assert list(all_drills(["no such"])) == []
