"""Comparison of the real ledger with its model: by plain SQL, by the product's queries, and by its sheets."""

import csv
from collections import Counter
from datetime import date, timedelta
from io import StringIO
from typing import Any

from ledger.book.own_queries import statement_of
from reservations.models import Player
from tests.ledger.model import night_rows
from tests.ledger.model.book_model import BookModel, matched
from tests.ledger.model.desk import NightBooks
from tests.running import run

SHOWN_EVERY = 11
DAYS = [date(2026, 11, day) for day in (18, 19, 20, 21, 22, 30)]


def compare(model: BookModel, desk: NightBooks) -> None:
    """Compare the night, every note and THE BOOK, check that no money is lost, and now and then compare the queries."""
    if model.selected:
        assert night_rows.state(desk.nights[model.selected].pk) == model.night.state()
        assert model.night.astray() == 0
    papers = [(each.name, each.debtor, each.face, each.out, each.holder) for each in model.register()]
    assert night_rows.papers() == papers
    assert night_rows.standings() == model.standings()
    if model.acts() % SHOWN_EVERY == 0:
        compare_shown(model, desk)


def compare_shown(model: BookModel, desk: NightBooks) -> None:
    """Compare every night, the register and the standings, also those on a day, with the product's queries."""
    for opening, night in model.nights.items():
        assert desk.state(opening) == night.state()
    assert desk.register() == model.register()
    assert desk.standings() == model.standings()
    day = DAYS[model.acts() % len(DAYS)]
    assert desk.standings(day) == model.standings(day)
    assert sum(model.standings(day).values()) == 0


def compare_sheets(model: BookModel, desk: NightBooks) -> None:
    """Compare `book --csv`, also on some days, and `night_result --csv` of every night."""
    for day in (None, *DAYS[1:4]):
        options = () if day is None else ("--on", day)
        assert _rows("book", "--csv", *options) == {name: [cents] for name, cents in model.standings(day).items()}
    for opening, night in model.nights.items():
        playing = () if night.closed else night.holding()
        results = {
            name: [*pair, None if name in playing else pair[1] - pair[0]]
            for name, pair in night.state().results.items()
        }
        rows = _rows("night_result", desk.nights[opening].pk, "--csv")
        assert {name: row for name, row in rows.items() if any(row)} == results


def compare_statements(model: BookModel) -> None:
    """Compare every player's statement, in two parts that join, with their standing."""
    day = DAYS[model.acts() % len(DAYS)]
    for player in Player.objects.people():
        before, after = statement_of(player, last=day), statement_of(player, first=day + timedelta(1))
        assert before.closing_cents == after.opening_cents
        assert before.opening_cents + before.sum_cents + after.sum_cents == after.closing_cents
        assert after.closing_cents == model.standings().get(player.name, 0)
        if not before.open_nights:
            assert before.closing_cents == model.standings(day).get(player.name, 0)


def _rows(*command: object) -> dict[str, list[int | None]]:
    """Return the amounts of a sheet in cents, by name; None for an empty field."""
    ran = run(*command)
    assert (ran.code, ran.err) == (0, "")
    _, *rows = csv.reader(StringIO(ran.out))
    return {name: [round(float(amount) * 100) if amount else None for amount in amounts] for name, *amounts in rows}


def look_into(act: dict[str, Any], model: BookModel, desk: NightBooks) -> None:
    """Compare the debts of an old book, or a consolidation, whose plan the model takes over."""
    if act["act"] == "balances":
        standings = model.in_order({each["player"]: each["balance"] for each in act["standings"]})
        assert night_rows.debts(act["id"]) == matched(standings)
    if act["act"] == "consolidate":
        frozen, payments = desk.month()
        assert frozen == model.standings(date.fromisoformat(act["until"]))
        left = Counter(frozen)
        for payer, payee, cents in payments:
            left.update({payer: cents, payee: -cents})
        assert not any(left.values())
        assert len(payments) < len(left)
        model.plan(act["id"], payments)
