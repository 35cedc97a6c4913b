"""How people pay for chips in the demo, and what becomes of their notes."""

from dataclasses import replace
from datetime import UTC, date, datetime
from random import Random

import pytest

from hostdesk.demo.bank import Bank
from hostdesk.demo.cast import Person, read_cast
from hostdesk.demo.credit import Credit
from hostdesk.demo.log import Log
from hostdesk.demo.setting import Quirks, Setting
from ledger.terms import Means
from reservations.kinds import Kind

CASH_ONLY, MIKE, _ = read_cast().games
EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)
PEOPLE = (
    Person("Ann", 10),
    Person("Bo", 10, limit_cents=1500),
    Person("Cy", 10, refuses_credit=True),
    Person("Gil", 10, brought_by="Ann"),
)
SETTING = Setting(
    number=1,
    day=date(2026, 11, 20),
    starts_at=EIGHT,
    game=MIKE,
    players=("Ann", "Bo", "Cy", "Gil"),
    people={person.name: person for person in PEOPLE},
    steps=25,
    leaving=(),
)


class Night:
    """A bank, and the acts that its credit writes."""

    def __init__(self, *, chance="any", **changed):
        setting = replace(SETTING, **changed)
        self.log = Log("01", EIGHT, by="Ann")
        self.bank = Bank(setting.game.terms, 2000)
        self.credit = Credit(setting, self.bank, Random(chance), self.log.write)

    def means(self, name, cents=1000):
        """Return what they may pay so much with, as often asked as it takes."""
        return {self.credit.choose(name, cents)[0] for _ in range(50)}

    def owe(self, name, cents=1000):
        """Let somebody write a note for a buy-in."""
        self.bank.take(Means.NOTE, name, cents, key=f"buy-in-{name}")

    def said(self):
        """Return the acts written so far."""
        return [(line.kind, dict(line.fields)) for line in self.log.lines]


def test_who_pays_with_what():
    night = Night()

    assert night.means("Ann") == set(MIKE.terms.pays_with)
    assert night.means("Cy") == {Means.CASH}
    assert night.means("Gil") == {Means.CASH, Means.NOTE}


@pytest.mark.parametrize(("standing", "may"), [(-500, True), (-501, False), (0, True), (-2000, False)])
def test_a_limit_counts_what_they_owe_already(standing, may):
    night = Night(standings={"Bo": standing})

    assert (night.means("Bo") == set(MIKE.terms.pays_with)) is may
    assert (night.means("Bo") == {Means.CASH}) is not may


def test_a_house_for_cash_leaves_the_chance_alone():
    night, chance = Night(game=CASH_ONLY), Random("any")

    assert night.credit.choose("Ann", 1000) == (Means.CASH, {"pay": Means.CASH})
    assert night.credit._chance.random() == chance.random()


def test_a_note_is_half_paid_and_then_the_rest():
    night = Night()
    night.owe("Bo")

    for step in range(25):
        night.credit.go_on(step)

    assert night.said() == [
        (Kind.REDEEM_NOTE, {"note": "n1", "amount": 500}),
        (Kind.REDEEM_NOTE, {"note": "n1", "amount": 500}),
    ]
    assert night.bank.drawer_cents == 3000


def test_somebody_finds_cash():
    night = Night(quirks=Quirks(found=True))
    night.owe("Bo")

    night.credit.go_on(10)

    assert night.said() == [(Kind.CHANGE_PAY, {"of": "buy-in-Bo", "pay": Means.CASH})]
    assert (night.bank.drawer_cents, list(night.bank.out())) == (3000, [])


def test_at_the_end_a_guests_note_is_the_inviters_and_the_others_are_committed():
    night = Night(chance="nobody pays")
    night.owe("Bo")
    night.owe("Gil")

    night.credit.settle()

    assert night.said() == [(Kind.NOTE_UNPAID, {"note": "n2"}), (Kind.COMMIT_NOTES, {})]
    assert dict(night.bank.book) == {"Bo": -1000, "Ann": -1000}


def test_some_pay_at_the_end():
    night = Night()
    for _ in range(20):
        night.owe("Gil", 500)

    night.credit.settle()

    paid = [kind for kind, _ in night.said()].count(Kind.REDEEM_NOTE)
    assert 0 < paid < 20
    assert dict(night.bank.book) == {"Ann": -500 * (20 - paid)}


def test_the_last_note_lapses():
    night = Night(quirks=Quirks(lapses=True))
    for name in ("Ann", "Bo", "Gil"):
        night.owe(name)

    night.credit.settle()

    assert [kind for kind, _ in night.said()] == [Kind.REDEEM_NOTE, Kind.REDEEM_NOTE, Kind.LAPSE_NOTES]
    assert (night.bank.drawer_cents, dict(night.bank.book), list(night.bank.out())) == (4000, {}, [])
