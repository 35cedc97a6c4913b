"""Acts for the night model and the desk to disagree about: strategies that know where the limits are.

Amounts lie at the edges of what the model knows, a cent to either side; names are written in several ways, one of them
belongs to nobody.
"""

from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from tests.ledger.night_model import NightModel

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
NOBODYS = "no-such-act"

name = st.sampled_from(["Ann", "Bo", "Cy", "Gil", "Dot", "Ann", "Bo", "Cy", "Gil", "Dot", "ANN", " gil ", "Zed"])
known = st.sampled_from(["Ann", "Bo", "Cy", "Gil", "Dot"])
means = st.sampled_from(["cash"] * 5 + ["transfer"] * 4 + ["book"])
jump = st.sampled_from([0, 1, 59, 60, 61, 299, 300, 301, 1799, 1800, 1801, 7200, -1, -300, -3600])
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


def opening(model: NightModel) -> Acts:
    """Open the night with figures of its own, not all of which make sense."""
    figures = {field: st.sampled_from(["0.10", "0.20", "0.25", "4.50", "4.90", "5", "20"]) for field in FIGURES}
    own = st.one_of(st.just({}), st.just(FIGURES), st.fixed_dictionaries({}, optional=figures))
    return st.builds(
        lambda banker, cash, own: {**plain_opening(model), "banker": banker, "float": cash, **own},
        known,
        st.sampled_from(["0", "0.01", "50", "200.00"]),
        own,
    )


def buy_in(model: NightModel) -> Acts:
    return st.fixed_dictionaries({"player": name, "amount": edges(model).map(written), "pay": means})


@st.composite
def rebuy(draw: st.DrawFn, model: NightModel) -> Act:
    """A buy-in with chips in front, and amounts around what these leave room for."""
    stack = draw(st.one_of(st.just(0), edges(model, least=0)))
    rooms = [most - stack + step for most in model.ceilings() for step in (-1, 0, 1) if most - stack + step > 0]
    cents = draw(st.one_of(st.sampled_from(rooms), edges(model)) if rooms else edges(model))
    return {"player": draw(holder(model)), "amount": written(cents), "pay": draw(means), "stack": written(stack)}


def holder(model: NightModel) -> st.SearchStrategy[str]:
    """Somebody with chips, more often than not."""
    return st.one_of(st.sampled_from(model.holding()), name) if model.holding() else name


def leave_notice(model: NightModel) -> Acts:
    return st.fixed_dictionaries({"player": holder(model)})


def moment(model: NightModel) -> st.SearchStrategy[datetime]:
    """The moment from which on, or until which, the house lets somebody leave, and a second to either side."""
    return st.sampled_from([moment + timedelta(seconds=step) for moment in model.moments() for step in (-1, 0, 1)])


def chip_sale(model: NightModel) -> Acts:
    return st.fixed_dictionaries(
        {
            "seller": name,
            "buyer": name,
            "amount": edges(model).map(written),
            "pay": st.sampled_from(["cash", "cash", "book"]),
        }
    )


def change_pay(model: NightModel) -> Acts:
    return st.fixed_dictionaries({"of": _key(model, "buy_in"), "pay": st.sampled_from(["transfer", "cash", "book"])})


def reverse(model: NightModel) -> Acts:
    return st.fixed_dictionaries({"of": _key(model), "reason": st.sampled_from(["a slip", "a misdeal"])})


def _key(model: NightModel, *kinds: str) -> st.SearchStrategy[str]:
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
    parts = draw(st.one_of(st.just({}), payout(count - count % model.house["unit"])))
    # Who is unknown and what is not built are told in the order of reading: only one of them at a time.
    known_payee = {"player": draw(known)} if any(part["by"] == "book" for part in parts.get("payout", [])) else {}
    return {**counts, **draw(st.fixed_dictionaries({}, optional=optional)), **parts, **known_payee}


@st.composite
def payout(draw: st.DrawFn, due: int) -> Act:
    """One or two parts that come to what is due, or nearly."""
    part = draw(st.integers(0, max(due, 0)))
    amounts = [part, due - part + draw(st.sampled_from([0, 0, 0, 1, -1]))]
    ways = draw(st.sampled_from([("cash", "cash"), ("cash", "transfer"), ("transfer", "transfer"), ("cash", "book")]))
    parts = [{"by": by, "amount": written(cents)} for by, cents in zip(ways, amounts, strict=True) if cents > 0]
    return {"payout": parts} if parts else {}


def declare_chips(model: NightModel) -> Acts:
    cents = st.one_of(st.just(max(1, model.chips_in_play())), edges(model)).map(written)
    return st.builds(
        lambda side, cents: {side: cents, "reason": "counted twice"}, st.sampled_from(["missing", "extra"]), cents
    )


def count_drawer(model: NightModel) -> Acts:
    counted = st.one_of(st.just(model.drawer()), edges(model, least=0))
    return st.fixed_dictionaries({"counted": counted.map(written)})


@st.composite
def again(draw: st.DrawFn, sent: list[Act]) -> Act:
    """An act that was sent before, its fields written otherwise and with another ruling, which are no content."""
    act = draw(st.sampled_from(sent))
    changed = {field: _rewritten(field, value) for field, value in act.items()}
    return {**changed, "by": draw(known), **draw(ruling)}


def _rewritten(field: str, value: Any) -> Any:
    if field in ("player", "seller", "buyer", "winner", "banker", "name"):
        return f" {value.swapcase()}"
    if field in ("amount", "stack", "player_count", "banker_count", "counted", "missing", "extra", "float"):
        return value if "." in value else f"{value}.0"
    return value


@st.composite
def otherwise(draw: st.DrawFn, sent: list[Act]) -> Act:
    """An act under the id of another one that was sent before."""
    act = draw(st.sampled_from(sent))
    ways = [{"act": "big_stack", "amount": "7.77"}, {"act": "arrive", "player": "Bo"}, {"act": "last_hand"}]
    other = [{**{name: act[name] for name in COMMON}, **way} for way in ways if way["act"] != act["act"]]
    if "amount" in act:
        other.append({**act, "amount": f"1{act['amount']}"})
    if "player" in act:
        other.append({**act, "player": "Cy" if act["player"] == "Bo" else "Bo"})
    other += [{name: act[name] for name in act if name != left_out} for left_out in OPTIONAL if left_out in act]
    return draw(st.sampled_from(other))


OPTIONAL = ("stack", "round_played", "payout", "mark", "invited_by")
