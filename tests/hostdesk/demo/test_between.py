"""THE BOOK between the demo's nights."""

from dataclasses import replace
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from hostdesk.demo.between import Between
from hostdesk.demo.cast import Cast, Person, read_cast
from hostdesk.demo.setting import Setting
from reservations.kinds import Kind

NEW_YORK = ZoneInfo("America/New_York")
FIRST = datetime(2026, 8, 28, 19, tzinfo=NEW_YORK)
TODAY = date(2026, 11, 20)
CAST = Cast(
    people=(
        Person("Ann", 10),
        Person("Bo", 10, limit_cents=2500),
        Person("Cy", 10, refuses_credit=True),
        Person("Gil", 10, brought_by="Ann"),
    ),
    visitors={},
    games=(),
    old_book={"Ann": 1250, "Bo": -2000, "Gil": 750},
)
SETTING = Setting(
    number=1,
    day=date(2026, 9, 4),
    starts_at=datetime(2026, 9, 4, 23, tzinfo=UTC),
    game=read_cast().games[1],
    players=("Ann", "Bo", "Cy"),
    people={},
    steps=0,
    leaving=(),
)


def between(months=(), **changed):
    """Return what is between nights from the end of August on."""
    return Between(replace(CAST, **changed), FIRST, months, TODAY)


def at(month, day):
    """Return that day's evening, at nineteen hours of the place."""
    return datetime(2026, month, day, 19, tzinfo=NEW_YORK)


def said(lines):
    """Return the kind, who said it, and the fields of acts."""
    return [(line.kind, line.stamp.by, dict(line.fields)) for line in lines]


def days(lines):
    """Return the days of acts where they happened."""
    return [line.stamp.at.astimezone(NEW_YORK).strftime("%d %b %H:%M") for line in lines]


def test_an_old_book_is_taken_over_before_the_first_night():
    both = between()

    lines = both.until(FIRST)

    assert said(lines) == [
        (
            Kind.BALANCES,
            "Ann",
            {
                "standings": [("Ann", 1250), ("Bo", -2000), ("Gil", 750)],
                "reason": "Carried over from the blue notebook, which is full.",
            },
        ),
        (Kind.CREDIT, "Ann", {"player": "Bo", "limit": 2500}),
        (Kind.CREDIT, "Cy", {"player": "Cy", "refuses": True}),
    ]
    assert dict(both.standings) == {"Ann": 1250, "Bo": -2000, "Gil": 750}
    assert both.until(at(11, 20)) == ()


def test_a_month_is_consolidated_on_the_first_and_paid_in_the_days_after():
    both = between([date(2026, 9, 1), date(2026, 10, 1)])
    both.until(FIRST)

    lines = both.until(at(9, 30))

    assert said(lines) == [
        (
            Kind.CONSOLIDATE,
            "Ann",
            {
                "until": date(2026, 8, 31),
                "standings": [("Ann", 1250), ("Bo", -2000), ("Gil", 750)],
                "payments": [("Bo", "Ann", 1250), ("Bo", "Gil", 750)],
                "lower_bound": 2,
            },
        ),
        (Kind.PAYMENT, "Ann", {"payer": "Bo", "payee": "Ann", "amount": 1250}),
        (Kind.CLAIM, "Bo", {"payer": "Bo", "payee": "Gil", "amount": 750}),
        (Kind.PAYMENT, "Gil", {"payer": "Bo", "payee": "Gil", "amount": 750, "claim": lines[2].stamp.key}),
    ]
    assert days(lines) == ["01 Sep 10:00", "02 Sep 18:00", "03 Sep 18:00", "04 Sep 18:00"]
    assert set(both.standings.values()) == {0}


def test_a_month_in_which_nobody_owes_anything_is_left_out():
    both = between([date(2026, 9, 1)], old_book={})
    both.until(FIRST)

    assert both.until(at(11, 20)) == ()


OWED = {"Ann": 101, "Bo": 202, "Cy": 303, "Dora": 404, "Eve": 505, "Fay": 606}
OWING = {f"{name} II": -cents for name, cents in OWED.items()}


def test_of_the_last_month_some_is_claimed_some_is_disputed_and_some_is_half_paid():
    people = tuple(Person(name, 10) for name in (*OWED, *OWING))
    both = between([date(2026, 9, 1), date(2026, 10, 1)], people=people, old_book={})
    both.until(at(9, 20))
    both.close(SETTING, OWED | OWING)

    lines = both.until(at(11, 20))

    assert [(line.kind, line.fields.get("payer"), line.fields.get("amount")) for line in lines[1:]] == [
        (Kind.PAYMENT, "Ann II", 101),
        (Kind.PAYMENT, "Cy II", 155),
        (Kind.CLAIM, "Dora II", 404),
        (Kind.CLAIM, "Eve II", 505),
        (Kind.DISPUTE, None, None),
        (Kind.PAYMENT, "Fay II", 606),
        (Kind.PAYMENT, "Eve II", 505),
        (Kind.CLAIM, "Bo II", 202),
    ]
    assert days(lines[-1:]) == ["19 Nov 12:00"]
    assert (lines[5].stamp.by, lines[5].fields["of"]) == ("Dora", lines[3].stamp.key)


def test_of_one_night_a_debt_is_paid_on_the_day_after():
    both = between()
    both.until(SETTING.starts_at)
    both.close(replace(SETTING, number=5), {"Ann": 500, "Bo": 0, "Cy": -500})

    lines = both.until(at(9, 11))

    assert said(lines) == [(Kind.PAYMENT, "Ann", {"payer": "Cy", "payee": "Ann", "amount": 500})]
    assert days(lines) == ["05 Sep 12:00"]
    assert dict(both.standings) == {"Ann": 1250, "Bo": -2000, "Gil": 750, "Cy": 0}


def test_the_book_is_corrected_about_a_night():
    both = between()
    both.until(SETTING.starts_at)
    both.close(replace(SETTING, number=14), {})

    [line] = both.until(at(9, 11))

    assert dict(line.fields) == {
        "debtor": "Bo",
        "creditor": "Cy",
        "amount": 250,
        "reason": "Chips of Cy were counted with those of Bo; both say so.",
        "about": date(2026, 9, 4),
    }
    assert dict(both.standings) == {"Ann": 1250, "Bo": -2250, "Gil": 750, "Cy": 250}
