"""Acts for the night model and the desk to disagree about: strategies that know where the limits are.

Amounts lie at the edges of what the model knows, a cent to either side; names are written in several ways, one of them
belongs to nobody.
"""

from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from tests.ledger.model import night_model_lines
from tests.ledger.model.book_model import BookModel
from tests.ledger.model.night_model import NightModel

Act = dict[str, Any]
Acts = st.SearchStrategy[Act]

CAST: list[Act] = [
    {"name": "Ann", "regular": True, "mark": "BOA"},
    {"name": "Bo", "regular": True},
    {"name": "Cy", "regular": True},
    {"name": "Gil", "regular": False, "invited_by": "Ann"},
    {"name": "Dot", "regular": False},
]
FIGURES = {"small_blind": "0.10", "big_blind": "0.20", "buy_in_min": "5", "buy_in_max": "20"}
COMMON = ("id", "at", "act")
OF_A_NIGHT = [kind for kind in night_model_lines.OF_A_NIGHT if kind != "open"]
NOBODYS = "no-such-act"

name = st.sampled_from(["Ann", "Bo", "Cy", "Gil", "Dot", "Ann", "Bo", "Cy", "Gil", "Dot", "ANN", " gil ", "Zed"])
known = st.sampled_from(["Ann", "Bo", "Cy", "Gil", "Dot"])
jump = st.sampled_from([0, 1, 59, 60, 61, 299, 300, 301, 1799, 1800, 1801, 7200, 86400, -1, -300, -3600])
offset = st.sampled_from([0, -300, 345])
ruling: Acts = st.sampled_from([{}, {}, {"ruling": "the table agreed"}])
person: Acts = st.fixed_dictionaries(
    {"name": st.sampled_from(["Ann", "aNN", "Gil", "Dot", "Eve", "Łukasz ♠"]), "regular": st.booleans()},
    optional={"invited_by": name, "mark": st.sampled_from(["BOA", "boa", "BOE"])},
)
of_a_player: Acts = st.fixed_dictionaries({"player": name})
final_pot: Acts = st.fixed_dictionaries({"winner": name})
hand_over: Acts = st.fixed_dictionaries({"banker": name})
end: st.SearchStrategy[tuple[str, Act]] = st.one_of(
    st.just(("last_hand", {})), st.just(("close", {})), st.tuples(st.just("final_pot"), final_pot)
)
level: Acts = st.fixed_dictionaries({"level": st.sampled_from([1, 2, 3, 4, 5, 10, 11, 12])})


def beside_the_money(model: NightModel) -> st.SearchStrategy[tuple[str, Act]]:
    """What happens at the table and moves nothing."""
    return st.one_of(
        st.tuples(st.just("arrive"), of_a_player),
        st.tuples(st.just("level"), level),
        st.tuples(st.just("big_stack"), amount(model)),
        st.tuples(st.just("leave_notice"), leave_notice(model)),
    )


def fields(act: Act) -> Act:
    """Return an act without its id, its time and its kind."""
    return {name: value for name, value in act.items() if name not in COMMON}


def written(cents: int) -> str:
    """Write an amount, whole ones without their cents."""
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def edges(model: NightModel, *more: int, least: int = 1) -> st.SearchStrategy[int]:
    """Amounts where something the model knows ends, a cent to either side of them, and a few usual ones."""
    known = {cents + step for cents in (*model.edges(), *more) for step in (-1, 0, 1)}
    usual = [500, 1000, 2000, max(model.edges()[0], least)]
    return st.one_of(st.sampled_from(usual), st.sampled_from(sorted(cents for cents in known if cents >= least)))


def amount(model: NightModel) -> Acts:
    return st.fixed_dictionaries({"amount": edges(model).map(written)})


def plain_opening(model: NightModel) -> Act:
    """Open the night as its house does."""
    figures = FIGURES if model.house["asked"] else {}
    return {"house": model.house["key"], "date": "2026-11-20", "banker": "Ann", "float": "100", **figures}


def pay(model: NightModel) -> Acts:
    """A way to pay, and with a note its name: most often one that is free."""
    names = st.sampled_from([f"n{len(model.notes()) + 1}"] * 4 + ["n1", "N1", "n2", *model.names_out()])
    usual = ["cash", "transfer", *model.house["pays_with"], *model.house["pays_with"]]
    return st.one_of(
        st.sampled_from([*usual, "book"]).filter(lambda way: way != "note").map(lambda way: {"pay": way}),
        st.builds(lambda note: {"pay": "note", "note": note}, names),
    )


def opening(model: NightModel) -> Acts:
    """Open the night with figures of its own, not all of which make sense."""
    figures = {field: st.sampled_from(["0.10", "0.20", "0.25", "4.50", "4.90", "5", "20"]) for field in FIGURES}
    own = st.one_of(st.just({}), st.just(FIGURES), st.fixed_dictionaries({}, optional=figures))
    return st.builds(
        lambda banker, cash, own, day: {**plain_opening(model), "banker": banker, "float": cash, "date": day, **own},
        known,
        st.sampled_from(["0", "0.01", "50", "200.00"]),
        own,
        st.sampled_from(["2026-11-19", "2026-11-20", "2026-11-20", "2026-11-22"]),
    )


def buy_in(model: NightModel) -> Acts:
    return st.builds(
        lambda player, cents, paid: {"player": player, "amount": written(cents), **paid}, name, edges(model), pay(model)
    )


@st.composite
def rebuy(draw: st.DrawFn, model: NightModel) -> Act:
    """A buy-in with chips in front, and amounts around what these leave room for."""
    stack = draw(st.one_of(st.just(0), edges(model, least=0)))
    rooms = [most - stack + step for most in model.ceilings() for step in (-1, 0, 1) if most - stack + step > 0]
    cents = draw(st.one_of(st.sampled_from(rooms), edges(model)) if rooms else edges(model))
    return {"player": draw(holder(model)), "amount": written(cents), **draw(pay(model)), "stack": written(stack)}


def holder(model: NightModel) -> st.SearchStrategy[str]:
    """Somebody with chips, more often than not."""
    return st.one_of(st.sampled_from(model.holding()), name) if model.holding() else name


def leave_notice(model: NightModel) -> Acts:
    return st.fixed_dictionaries({"player": holder(model)})


def moment(model: NightModel) -> st.SearchStrategy[datetime]:
    """The moment from which on, or until which, the house lets somebody leave, and a second to either side."""
    return st.sampled_from([moment + timedelta(seconds=step) for moment in model.moments() for step in (-1, 0, 1)])


def chip_sale(model: NightModel) -> Acts:
    paid = pay(model).filter(lambda way: way["pay"] != "transfer")
    return st.builds(
        lambda seller, buyer, cents, paid: {"seller": seller, "buyer": buyer, "amount": written(cents), **paid},
        name,
        name,
        edges(model),
        paid,
    )


def change_pay(model: NightModel) -> Acts:
    return st.builds(lambda key, paid: {"of": key, **paid}, key_of(model, "buy_in"), pay(model))


def key_of(model: NightModel | BookModel, *kinds: str) -> st.SearchStrategy[str]:
    """Return the id of an act that stands, the latest first, of any act, or of none."""
    standing = model.keys(*kinds)[::-1]
    return st.one_of(st.sampled_from([*standing, NOBODYS]), st.sampled_from([*model.keys(), NOBODYS]))


@st.composite
def cash_out(draw: st.DrawFn, model: NightModel) -> Act:
    """A count, by both mostly the same, paid in the order of paying out or by parts."""
    count = draw(st.one_of(st.sampled_from([0, model.chips_in_play()]), edges(model, least=0)))
    other = max(0, count + draw(st.sampled_from([0, 0, 0, 0, 1, -1, 100])))
    counts = {"player": draw(holder(model)), "player_count": written(other), "banker_count": written(count)}
    optional = {"round_played": st.booleans(), "count_ruling": st.just("counted again")}
    parts = draw(st.one_of(st.just({}), payout(model, count - count % model.house["unit"])))
    return {**counts, **draw(st.fixed_dictionaries({}, optional=optional)), **parts}


@st.composite
def payout(draw: st.DrawFn, model: NightModel, due: int) -> Act:
    """One to three parts that come to what is due, or nearly; the last by one of the ways that are always there."""
    parts: list[Act] = []
    for _ in range(draw(st.integers(0, 2))):
        part, cents = draw(st.one_of(_by_note(model), _by_other(due)))
        parts, due = [*parts, part], due - cents
    rest = due + draw(st.sampled_from([0, 0, 0, 0, 1, -1]))
    if rest > 0:
        parts.append({"by": draw(st.sampled_from(["cash", "cash", "book", "transfer"])), "amount": written(rest)})
    return {"payout": parts} if parts else {}


@st.composite
def _by_note(draw: st.DrawFn, model: NightModel) -> tuple[Act, int]:
    """A note handed back or on, most often one of those that are out and as much as is out of it."""
    out = [(note.name, note.out) for note in model.notes().values() if note.out]
    called, cents = draw(st.sampled_from([*out, *out, ("n1", 500)]))
    cents = max(1, cents + draw(st.sampled_from([0, 0, 0, -1, 1])))
    how = draw(
        st.sampled_from([{"by": "note", "note": called}, {"by": "own_note", "note": called}, {"by": "own_note"}])
    )
    return {**how, "amount": written(cents)}, cents


@st.composite
def _by_other(draw: st.DrawFn, due: int) -> tuple[Act, int]:
    cents = draw(st.integers(1, max(1, due)))
    return {"by": draw(st.sampled_from(["cash", "book", "transfer"])), "amount": written(cents)}, cents


def declare_chips(model: NightModel) -> Acts:
    cents = st.one_of(st.just(max(1, model.chips_in_play())), edges(model)).map(written)
    return st.builds(
        lambda side, cents: {side: cents, "reason": "counted twice"}, st.sampled_from(["missing", "extra"]), cents
    )


def count_drawer(model: NightModel) -> Acts:
    counted = st.one_of(st.just(model.drawer()), edges(model, least=0))
    return st.fixed_dictionaries({"counted": counted.map(written)})
