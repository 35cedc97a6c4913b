"""Strategies for acts on which model and desk could disagree. They know the limits.

Amounts lie at the limits that the model knows, or a cent to either side. Names come in several spellings, and one
belongs to no player.
"""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from tests.ledger.model import night_lines
from tests.ledger.model.book_model import BookModel
from tests.ledger.model.night_lines import FIELDS
from tests.ledger.model.night_model import NEVER_REVERSED, NightModel

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
OF_A_NIGHT = [kind for kind in night_lines.OF_A_NIGHT if kind != "open"]
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
    """Draw an act at the table that moves no money."""
    return st.one_of(
        st.tuples(st.just("arrive"), of_a_player),
        st.tuples(st.just("stakes"), figures_of_a_night()),
        st.tuples(st.just("level"), level),
        st.tuples(st.just("big_stack"), amount(model)),
        st.tuples(st.just("leave_notice"), leave_notice(model)),
    )


def fields(act: Act) -> Act:
    """Return an act without its id, its time and its kind."""
    return {name: value for name, value in act.items() if name not in COMMON}


def written(cents: int) -> str:
    """Write an amount, without cents if it is whole."""
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


MOST = 500_000
"""In cents. Chips and cash could double with every act; with this cap a night stays within the amounts of the desk."""


def edges(model: NightModel, *more: int, least: int = 1) -> st.SearchStrategy[int]:
    """Draw an amount: a limit that the model knows, a cent to either side of it, or a usual amount."""
    known = {cents + step for cents in (*model.edges(), *more) for step in (-1, 0, 1)}
    usual = [500, 1000, 2000, max(model.edges()[0], least)]
    known = {cents for cents in (*known, *usual) if least <= cents <= max(MOST, least)}
    return st.one_of(st.sampled_from(usual[:3]), st.sampled_from(sorted(known)))


def amount(model: NightModel) -> Acts:
    return st.fixed_dictionaries({"amount": edges(model).map(written)})


def plain_opening(model: NightModel) -> Act:
    """Return the fields of an ordinary opening in the house."""
    figures = FIGURES if model.house["asked"] else {}
    return {"house": model.house["key"], "date": "2026-11-20", "banker": "Ann", "float": "100", **figures}


def pay(model: NightModel) -> Acts:
    """Draw a way to pay; for a note also its name, most often a free one."""
    names = st.sampled_from([f"n{len(model.notes()) + 1}"] * 4 + ["n1", "N1", "n2", *model.names_out()])
    usual = ["cash", "transfer", *model.house["pays_with"], *model.house["pays_with"]]
    return st.one_of(
        st.sampled_from([*usual, "book"]).filter(lambda way: way != "note").map(lambda way: {"pay": way}),
        st.builds(lambda note: {"pay": "note", "note": note}, names),
    )


def figures_of_a_night() -> Acts:
    """Draw no figures, figures that fit every house, or any figures, not all of which make sense."""
    figures = {field: st.sampled_from(["0.10", "0.20", "0.25", "4.50", "4.90", "5", "20"]) for field in FIGURES}
    return st.one_of(st.just({}), st.just(FIGURES), st.fixed_dictionaries({}, optional=figures))


def opening(model: NightModel) -> Acts:
    """Draw an opening with its own figures, not all of which make sense."""
    own = figures_of_a_night()
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
    """Draw a buy-in with a stack in front, often for an amount near the room that it leaves."""
    stack = draw(st.one_of(st.just(0), edges(model, least=0)))
    rooms = [most - stack + step for most in model.ceilings() for step in (-1, 0, 1) if most - stack + step > 0]
    cents = draw(st.one_of(st.sampled_from(rooms), edges(model)) if rooms else edges(model))
    return {"player": draw(holder(model)), "amount": written(cents), **draw(pay(model)), "stack": written(stack)}


def holder(model: NightModel) -> st.SearchStrategy[str]:
    """Draw a player, more often than not one with chips."""
    return st.one_of(st.sampled_from(model.holding()), name) if model.holding() else name


def leave_notice(model: NightModel) -> Acts:
    return st.fixed_dictionaries({"player": holder(model)})


def moment(model: NightModel) -> st.SearchStrategy[datetime]:
    """Draw the first or the last moment at which the house lets a player leave, or a second to either side."""
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
    """Draw the id of an act that stands, of these kinds (the latest first) or of any, or the id of no act."""
    standing = model.keys(*kinds)[::-1]
    return st.one_of(st.sampled_from([*standing, NOBODYS]), st.sampled_from([*model.keys(), NOBODYS]))


@st.composite
def cash_out(draw: st.DrawFn, model: NightModel) -> Act:
    """Draw a cash-out with two counts that mostly agree, paid in the order of paying out or in parts."""
    count = draw(st.one_of(st.sampled_from([0, model.chips_in_play()]), edges(model, least=0)))
    other = max(0, count + draw(st.sampled_from([0, 0, 0, 0, 1, -1, 100])))
    counts = {"player": draw(holder(model)), "player_count": written(other), "banker_count": written(count)}
    optional = {"round_played": st.booleans(), "dealt": st.integers(1, 9), "count_ruling": st.just("counted again")}
    parts = draw(st.one_of(st.just({}), payout(model, count - count % model.house["unit"])))
    return {**counts, **draw(st.fixed_dictionaries({}, optional=optional)), **parts}


@st.composite
def payout(draw: st.DrawFn, model: NightModel, due: int) -> Act:
    """Draw up to three parts that come to the amount due, or nearly; the last in cash, by THE BOOK or by transfer."""
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
    """Draw a note handed back or on, most often one that is out, and in full."""
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


day = st.sampled_from(["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"])
reason = st.sampled_from(["a slip", "a misdeal"])
UNDOABLE = [kind for kind in FIELDS if kind not in NEVER_REVERSED]
CAST_NAMES = [person["name"] for person in CAST]
OPTIONAL = ("stack", "round_played", "dealt", "payout", "mark", "invited_by", "about", "claim", "hub")


def owed_tonight(model: NightModel) -> Counter[str]:
    """Return the debts from tonight by name: to THE BOOK, and on the notes that the bank holds."""
    owed = Counter(model.book())
    for note in model.notes().values():
        owed.update({note.debtor: note.out if note.holder == "" else 0})
    return owed


@st.composite
def on_credit(draw: st.DrawFn, model: NightModel) -> tuple[str, Act]:
    """Draw a usual purchase of chips by note or by THE BOOK, from the bank or from a player with chips."""
    owing = [name for name, cents in owed_tonight(model).items() if cents > 0]
    buyer, cents = draw(st.sampled_from([*owing, *CAST_NAMES])), draw(st.sampled_from([500, 1000, 2000]))
    free = f"n{len(model.notes()) + 1}"
    by_note = {"pay": "note", "note": free}
    paid = draw(st.sampled_from([by_note, by_note, {"pay": "book"}]))
    sellers = [holder for holder in model.holding() if holder != buyer and cents <= model.chips_in_play()]
    if draw(st.booleans()) and sellers:
        return "chip_sale", {"seller": draw(st.sampled_from(sellers)), "buyer": buyer, "amount": written(cents), **paid}
    return "buy_in", {"player": buyer, "amount": written(cents), **paid}


@st.composite
def cash_out_on_paper(draw: st.DrawFn, model: NightModel) -> Act:
    """Draw a cash-out in the order of paying out, of a player who owes from tonight, for part of the debt or more."""
    owed = owed_tonight(model)
    debtor = draw(st.sampled_from([name for name, cents in owed.items() if cents > 0] or ["Bo"]))
    parts = (owed[debtor] // 3, owed[debtor] // 2, owed[debtor] - 100, owed[debtor], owed[debtor] + 500)
    worth = [part for part in parts if 0 < part <= model.chips_in_play()]
    count = written(draw(st.sampled_from(worth or [model.chips_in_play()])))
    return {"player": debtor, "player_count": count, "banker_count": count, "ruling": "so be it"}


def undo_of_a_note(model: NightModel) -> Acts:
    """Draw the undoing of an act that moved a note, of any note of the night."""
    return st.fixed_dictionaries({"of": st.sampled_from([*model.movers_of_notes(), NOBODYS]), "reason": reason})


def redeem_note(model: NightModel) -> Acts:
    """Draw a payment of a note, most often of one that is out, and in full."""
    out = [(note.name, note.out) for note in model.notes().values() if note.out]
    return st.builds(
        lambda note, less: {"note": note[0], "amount": written(max(1, note[1] + less))},
        st.sampled_from([*out, *out, *out, ("n1", 500), ("N2", 1), ("n99", 1)]),
        st.sampled_from([0, 0, -1, 1, -250, -500]),
    )


def end_of_notes(model: NightModel) -> st.SearchStrategy[tuple[str, Act]]:
    """Draw a guest's note charged to the inviter, or the end of one note or all."""
    unpaid = st.sampled_from([*model.names_out(), "n1"]).map(lambda note: ("note_unpaid", {"note": note}))
    kind, which = st.sampled_from(["commit_notes", "lapse_notes"]), st.sampled_from([*model.names_out(), "n1"])
    ended = st.tuples(kind, st.one_of(st.just({}), which.map(lambda note: {"note": note})))
    return st.one_of(unpaid, unpaid, ended)


@st.composite
def debt(draw: st.DrawFn, model: BookModel, payer: str, payee: str) -> Act:
    """Draw an amount between two players, most often a whole debt; ``payer`` and ``payee`` are names of fields."""
    standings = model.standings()
    owing = [player for player, cents in standings.items() if cents < 0]
    owed = [player for player, cents in standings.items() if cents > 0]
    whole = [abs(cents) for cents in standings.values()]
    amount = draw(st.one_of(st.sampled_from([*whole, 500, 1]), edges(model.night)))
    pays, gets = (draw(st.one_of(st.sampled_from([*who, "Bo"]), name)) for who in (owing, owed))
    return {payer: pays, payee: gets, "amount": written(amount)}


@st.composite
def payment(draw: st.DrawFn, model: BookModel) -> Act:
    """Draw a payment of a debt, now and then of one that was claimed as paid."""
    claims = [claim for claim in model.claims() if draw(st.booleans())]
    if claims:
        return {**claims[0], "amount": draw(st.sampled_from([claims[0]["amount"], "1"]))}
    claim = draw(st.one_of(st.just({}), st.just({}), st.builds(lambda key: {"claim": key}, key_of(model, "claim"))))
    return {**draw(debt(model, "payer", "payee")), **claim}


def claim(model: BookModel) -> st.SearchStrategy[tuple[str, Act]]:
    """Draw a claim that a debt is paid, or a dispute of one."""
    said = st.sampled_from([*(each["claim"] for each in model.claims()), NOBODYS])
    dispute = st.fixed_dictionaries({"of": st.one_of(said, key_of(model, "claim")), "reason": reason})
    return st.one_of(st.tuples(st.just("claim"), debt(model, "payer", "payee")), st.tuples(st.just("dispute"), dispute))


@st.composite
def correct(draw: st.DrawFn, model: BookModel) -> Act:
    about = draw(st.one_of(st.just({}), st.builds(lambda date: {"about": date}, day)))
    return {**draw(debt(model, "debtor", "creditor")), "reason": draw(reason), **about}


@st.composite
def balances(draw: st.DrawFn) -> Act:
    """Draw standings of up to four players that sum to zero, or nearly."""
    players = draw(st.lists(known, min_size=1, max_size=4, unique=True))
    cents = [draw(st.sampled_from([-2500, -1000, -500, 0, 5, 500, 1000])) for _ in players[1:]]
    rest = -sum(cents) + draw(st.sampled_from([0, 0, 0, 0, 0, 1]))
    said = zip(players, [rest, *cents], strict=True)
    standings = [{"player": player, "balance": _signed(balance)} for player, balance in said]
    return {"standings": standings, "reason": draw(reason)}


def _signed(cents: int) -> str:
    return f"-{written(-cents)}" if cents < 0 else written(cents)


def credit() -> Acts:
    """Draw at least one of the three settings of a player's credit; a refusal of all credit is rare."""
    return st.builds(
        lambda player, said: {"player": player, **said},
        name,
        st.one_of(
            st.sampled_from(["0", "20", "45", "200"]).map(lambda limit: {"limit": limit}),
            st.sampled_from([{"hard": True}, {"hard": False}, {"limit": "60", "hard": True}]),
            st.sampled_from([{"refuses": False}, {"refuses": False}, {"refuses": True}]),
        ),
    )


def consolidate() -> Acts:
    return st.fixed_dictionaries({"until": day}, optional={"hub": known})


def reverse(model: BookModel) -> Acts:
    latest = model.keys(*UNDOABLE)[-6:]
    return st.fixed_dictionaries(
        {"of": st.one_of(st.sampled_from([*latest, NOBODYS]), key_of(model)), "reason": reason}
    )


@st.composite
def again(draw: st.DrawFn, sent: list[Act]) -> Act:
    """Draw an act that was sent before, with other spellings and another ruling, which are not content."""
    act = draw(st.sampled_from(sent))
    act = {field: value for field, value in act.items() if field != "night" or draw(st.integers(0, 3))}
    changed = {field: _rewritten(field, value) for field, value in act.items()}
    return {**changed, "by": draw(known), **draw(ruling)}


def _rewritten(field: str, value: Any) -> Any:
    if field in (
        "player",
        "seller",
        "buyer",
        "winner",
        "banker",
        "name",
        "payer",
        "payee",
        "debtor",
        "creditor",
        "hub",
    ):
        return f" {value.swapcase()}"
    if field in ("amount", "stack", "player_count", "banker_count", "counted", "missing", "extra", "float"):
        return value if "." in value else f"{value}.0"
    return value


@st.composite
def otherwise(draw: st.DrawFn, sent: list[Act]) -> Act:
    """Draw an act with other content under the id of an act that was sent before."""
    act = draw(st.sampled_from(sent))
    ways = [{"act": "big_stack", "amount": "7.77"}, {"act": "arrive", "player": "Bo"}, {"act": "last_hand"}]
    other = [{**{name: act[name] for name in COMMON}, **way} for way in ways if way["act"] != act["act"]]
    if "amount" in act:
        other.append({**act, "amount": f"1{act['amount']}"})
    if "player" in act:
        other.append({**act, "player": "Cy" if act["player"] == "Bo" else "Bo"})
    other += [{name: act[name] for name in act if name != left_out} for left_out in OPTIONAL if left_out in act]
    return draw(st.sampled_from(other))
