"""Every act of the night log, with any content, reads back as it was written."""

from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hostdesk.imports.night_log import lines as night_log
from hostdesk.imports.night_log.lines import players_in, read_line, write_fields, write_line
from ledger.cash_out.payout import PayoutMeans, PayoutPart
from ledger.money.words import Means
from reservations.acts.kinds import Kind
from tests.hostdesk.logs import stamped

NAMES = {1: "Ann", 2: "Bo", 3: "Łukasz ♠", 4: "שלום", 5: "=HYPERLINK(1)", 6: '"; DROP TABLE'}
NUMBERS = {name: number for number, name in NAMES.items()}
CENTS = st.integers(1, 10**8)
SIGNED = st.integers(-(10**12) + 1, 10**12 - 1)
LINES = st.sampled_from(["n1", "the blue slip", "a" * 40, "שלום", "0", "\\", "-5"])
KEYS = st.from_regex(r"[A-Za-z0-9._-]{8,64}", fullmatch=True)
DAYS = st.dates(date(1900, 1, 1), date(2199, 12, 31)).map(date.isoformat)
PLAYERS = st.sampled_from(sorted(NAMES))


def each(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    return st.lists(st.fixed_dictionaries(fields), max_size=4)


BY_TYPE: dict[str, st.SearchStrategy[Any]] = {
    "player": PLAYERS,
    "name": st.sampled_from(sorted(NUMBERS)),
    "text": LINES,
    "reason": LINES,
    "note": LINES,
    "id": KEYS,
    "flag": st.booleans(),
    "whole": st.integers(1, 10_000),
    "whole or zero": st.integers(0, 10_000),
    "day": DAYS,
    "amount": CENTS,
    "amount or zero": st.integers(0, 10**8),
    "means": st.sampled_from([means.value for means in Means]),
    "sale means": st.sampled_from(["cash", "note", "book"]),
    "payout": st.one_of(
        each(by=st.sampled_from(["cash", "transfer", "book", "own_note"]), amount=CENTS),
        each(by=st.sampled_from(["note", "own_note"]), amount=CENTS, note=LINES),
    ),
    "chips": st.dictionaries(LINES, st.integers(1, 10_000), min_size=1),
    "standings": st.dictionaries(PLAYERS, SIGNED).map(
        lambda standings: [{"player": player, "balance": cents} for player, cents in standings.items()]
    ),
    "results": st.dictionaries(PLAYERS, st.tuples(SIGNED, st.none() | st.integers(0, 10**8))).map(
        lambda results: [
            {"player": player, "net": net} | ({} if bought is None else {"bought": bought})
            for player, (net, bought) in results.items()
        ]
    ),
    "payments": each(payer=PLAYERS, payee=PLAYERS, amount=CENTS),
}
"""The possible contents of an act, by the name of the field's type."""
CONTENT = {night_log.TYPES[name]: content for name, content in BY_TYPE.items()}


@st.composite
def acts(draw: st.DrawFn) -> tuple[Kind, dict[str, Any]]:
    kind = draw(st.sampled_from(list(Kind)))
    types = night_log.FIELDS[kind]
    given_too = draw(st.sets(st.sampled_from(sorted(types)))) if types else set()
    content = {name: draw(CONTENT[types[name]]) for name in types if name in {*night_log.REQUIRED[kind], *given_too}}
    if "pay" in content:
        content.pop("note", None)
        content |= {"note": draw(LINES)} if content["pay"] == "note" else {}
    return kind, content


def as_content(value: Any, how: night_log.FieldType) -> Any:
    """Turn a parsed value into the form that an act holds."""
    match value:
        case date():
            return value.isoformat()
        case str() if how is night_log.PLAYER:
            return NUMBERS[value]
        case [*rows]:
            return [_net(row) if how is night_log.TYPES["results"] else _row(row, how) for row in rows]
        case _:
            return value


def _net(row: Any) -> dict[str, Any]:
    player, net, bought = row
    return {"player": NUMBERS[player], "net": net} | ({} if bought is None else {"bought": bought})


def _row(row: Any, how: night_log.FieldType) -> dict[str, Any]:
    match row:
        case PayoutPart(PayoutMeans() as by, cents, note):
            return {"by": by.value, "amount": cents} | ({"note": note} if note else {})
        case (player, cents):
            return {"player": NUMBERS[player], "balance": cents}
    payer, payee, cents = row
    return {"payer": NUMBERS[payer], "payee": NUMBERS[payee], "amount": cents}


def test_every_type_has_a_content_and_every_kind_its_fields():
    assert set(BY_TYPE) == set(night_log.TYPES)
    assert {id(how) for types in night_log.FIELDS.values() for how in types.values()} == {id(how) for how in CONTENT}
    assert set(night_log.FIELDS) == set(Kind)


@given(acts())
def test_what_is_written_reads_back(act):
    kind, content = act

    line = read_line(write_line({**stamped({"act": kind}), **write_fields(kind, content, NAMES)}))

    assert line.kind is kind
    assert {name: as_content(value, night_log.FIELDS[kind][name]) for name, value in line.fields.items()} == content


@given(acts())
def test_a_player_who_is_named_is_found(act):
    kind, content = act
    numbered = {number: f"player {number}" for number in NAMES}

    written = write_line(write_fields(kind, content, numbered))

    assert {number for number, name in numbered.items() if f'"{name}"' in written} == players_in(kind, content)
