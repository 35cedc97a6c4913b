"""Acts of notes and THE BOOK, and acts that were there before: strategies for model and desk to disagree about."""

from collections import Counter
from typing import Any

from hypothesis import strategies as st

from tests.ledger.model.book_model import BookModel
from tests.ledger.model.night_acts import CAST, COMMON, NOBODYS, Act, Acts, edges, key_of, known, name, ruling, written
from tests.ledger.model.night_model import NEVER_REVERSED, NightModel
from tests.ledger.model.night_model_lines import FIELDS

day = st.sampled_from(["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"])
reason = st.sampled_from(["a slip", "a misdeal"])
UNDOABLE = [kind for kind in FIELDS if kind not in NEVER_REVERSED]
CAST_NAMES = [person["name"] for person in CAST]
OPTIONAL = ("stack", "round_played", "payout", "mark", "invited_by", "about", "claim", "hub")


def owed_tonight(model: NightModel) -> Counter[str]:
    """What everybody owes from tonight, to THE BOOK and on the notes that the bank holds, by name."""
    owed = Counter(model.book())
    for note in model.notes().values():
        owed.update({note.debtor: note.out if note.holder == "" else 0})
    return owed


@st.composite
def on_credit(draw: st.DrawFn, model: NightModel) -> tuple[str, Act]:
    """Chips for a note or by THE BOOK as people take them, from the bank or from somebody with chips."""
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
    """A cash-out in the order of paying out, of somebody who owes something tonight, for a part of it or more."""
    owed = owed_tonight(model)
    debtor = draw(st.sampled_from([name for name, cents in owed.items() if cents > 0] or ["Bo"]))
    parts = (owed[debtor] // 3, owed[debtor] // 2, owed[debtor] - 100, owed[debtor], owed[debtor] + 500)
    worth = [part for part in parts if 0 < part <= model.chips_in_play()]
    count = written(draw(st.sampled_from(worth or [model.chips_in_play()])))
    return {"player": debtor, "player_count": count, "banker_count": count, "ruling": "so be it"}


def undo_of_a_note(model: NightModel) -> Acts:
    """The undoing of an act that moved a note, of any note of the night."""
    return st.fixed_dictionaries({"of": st.sampled_from([*model.movers_of_notes(), NOBODYS]), "reason": reason})


def redeem_note(model: NightModel) -> Acts:
    """A payment of a note, most often of one that is out, and of as much as is."""
    out = [(note.name, note.out) for note in model.notes().values() if note.out]
    return st.builds(
        lambda note, less: {"note": note[0], "amount": written(max(1, note[1] + less))},
        st.sampled_from([*out, *out, *out, ("n1", 500), ("N2", 1), ("n99", 1)]),
        st.sampled_from([0, 0, -1, 1, -250, -500]),
    )


def end_of_notes(model: NightModel) -> st.SearchStrategy[tuple[str, Act]]:
    """A guest's note that goes to the inviter, or the end of all notes."""
    unpaid = st.sampled_from([*model.names_out(), "n1"]).map(lambda note: ("note_unpaid", {"note": note}))
    return st.one_of(unpaid, unpaid, st.sampled_from([("commit_notes", {}), ("lapse_notes", {})]))


@st.composite
def debt(draw: st.DrawFn, model: BookModel, payer: str, payee: str) -> Act:
    """An amount between two players, most often what one owes; ``payer`` and ``payee`` are names of fields."""
    standings = model.standings()
    owing = [player for player, cents in standings.items() if cents < 0]
    owed = [player for player, cents in standings.items() if cents > 0]
    whole = [abs(cents) for cents in standings.values()]
    amount = draw(st.one_of(st.sampled_from([*whole, 500, 1]), edges(model.night)))
    pays, gets = (draw(st.one_of(st.sampled_from([*who, "Bo"]), name)) for who in (owing, owed))
    return {payer: pays, payee: gets, "amount": written(amount)}


@st.composite
def payment(draw: st.DrawFn, model: BookModel) -> Act:
    """A debt that is paid, now and then one that somebody claimed to have paid."""
    claims = [claim for claim in model.claims() if draw(st.booleans())]
    if claims:
        return {**claims[0], "amount": draw(st.sampled_from([claims[0]["amount"], "1"]))}
    claim = draw(st.one_of(st.just({}), st.just({}), st.builds(lambda key: {"claim": key}, key_of(model, "claim"))))
    return {**draw(debt(model, "payer", "payee")), **claim}


def claim(model: BookModel) -> st.SearchStrategy[tuple[str, Act]]:
    """That somebody has paid a debt, or that it is not true."""
    said = st.sampled_from([*(each["claim"] for each in model.claims()), NOBODYS])
    dispute = st.fixed_dictionaries({"of": st.one_of(said, key_of(model, "claim")), "reason": reason})
    return st.one_of(st.tuples(st.just("claim"), debt(model, "payer", "payee")), st.tuples(st.just("dispute"), dispute))


@st.composite
def correct(draw: st.DrawFn, model: BookModel) -> Act:
    about = draw(st.one_of(st.just({}), st.builds(lambda date: {"about": date}, day)))
    return {**draw(debt(model, "debtor", "creditor")), "reason": draw(reason), **about}


@st.composite
def balances(draw: st.DrawFn) -> Act:
    """Standings of up to four players that come to nothing, or nearly."""
    players = draw(st.lists(known, min_size=1, max_size=4, unique=True))
    cents = [draw(st.sampled_from([-2500, -1000, -500, 0, 5, 500, 1000])) for _ in players[1:]]
    rest = -sum(cents) + draw(st.sampled_from([0, 0, 0, 0, 0, 1]))
    said = zip(players, [rest, *cents], strict=True)
    standings = [{"player": player, "balance": _signed(balance)} for player, balance in said]
    return {"standings": standings, "reason": draw(reason)}


def _signed(cents: int) -> str:
    return f"-{written(-cents)}" if cents < 0 else written(cents)


def credit() -> Acts:
    """At least one of the three things to be said of somebody's credit; hardly ever that they want none."""
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
    """An act that was sent before, its fields written otherwise and with another ruling, which are no content."""
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
