"""A drill: a promise that is put to the test many times, and a control that shows that the test can fail.

A module ``*_drill.py`` beside this one has a list ``DRILLS``. A drill works on its own desks and databases, in a folder
of its own: ``visiting()`` (`tests/browser/visit.py`) runs ``serve`` with a scene in its books and a signed-in host,
``Device`` (`tests/device.py`) posts to it, `tests/postgres.py` has the other database. It counts, and leaves the clock
to the machine: ``make test-long`` runs each drill with few rounds, on a machine that may be busy.
"""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Found:
    """The outcome of a drill: a figure in words, and whether the promise holds."""

    figure: str
    holds: bool


@dataclass(frozen=True)
class Drill:
    """A promise in words, the function that tries it, and the control, which tries it with a needed part damaged.

    Both take the number of rounds: ``rounds`` in full, ``short`` in ``make test-long`` and for the control.
    """

    what: str
    run: Callable[[int], Found]
    control: Callable[[int], Found]
    rounds: int
    short: int
    sister: str = ""
    """The test that takes its place in ``make test-long``, where even a short drill takes too long."""


def all_drills(words: Sequence[str] = ()) -> dict[str, Drill]:
    """Return the drills by name (the module and the promise): those with one of the words in it, or all."""
    modules = sorted(path.stem for path in HERE.glob("*_drill.py"))
    drills = {
        f"{module.removesuffix('_drill')}: {drill.what}": drill
        for module in modules
        for drill in importlib.import_module(f"tests.drills.{module}").DRILLS
    }
    return {name: drill for name, drill in drills.items() if not words or any(word in name for word in words)}


def ran(name: str, drill: Drill) -> tuple[bool, str]:
    """Run a drill in full, then its control; return whether both are as promised, and the line to print.

    A drill that cannot run is as bad as a promise that does not hold.
    """
    try:
        found = drill.run(drill.rounds)
        control = drill.control(drill.short)
    except Exception as fault:  # noqa: BLE001 - whatever it is, the drill did not run
        return False, f"COULD NOT RUN  {name} | {type(fault).__name__}: {fault}"
    word = "DOES NOT HOLD" if not found.holds else "CONTROL HOLDS" if control.holds else "holds"
    return word == "holds", f"{word:<13}  {name} | {found.figure} | control: {control.figure}"
