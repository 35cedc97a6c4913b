"""Acts in the words of the table: for the report's timeline and all lists of acts. Pure."""

from collections.abc import Mapping
from typing import Any

from ledger.money.cents import Money, show_cents, show_signed
from ledger.money.words import PAID, Means
from reservations.acts.kinds import PLAYER_FIELDS, Kind
from reservations.parsing.days import day_of, parse_day
from reservations.parsing.documents import beside
from reservations.parsing.names import counted

_PHRASES: Mapping[str, str] = beside(__file__, "phrases.toml")
_OF_AN_AMOUNT = (
    *(Kind.FLOAT, Kind.BIG_STACK, Kind.BUY_IN, Kind.CHIP_SALE, Kind.PLAY_BEHIND, Kind.REDEEM_NOTE),
    *(Kind.PAYMENT, Kind.CORRECT, Kind.CLAIM, Kind.FORGIVE),
)
_OTHERWISE = {Kind.OPEN: "float", Kind.CASH_OUT: "banker_count", Kind.COUNT_DRAWER: "counted"}
AMOUNTS = dict.fromkeys(_OF_AN_AMOUNT, "amount") | _OTHERWISE
"""The field of the cents that an act is about."""


def phrase(kind: str, fields: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return an act as a phrase without its amount, which has its own column.

    ``names`` are the players' by number. If the act is about another, its ``of`` should name that one for readers, and
    ``inviter`` the regular who answers for a guest's note: ``phrased`` adds both.
    """
    people = {role: names.get(fields[role], "") for role in PLAYER_FIELDS if role in fields}
    details = {"inviter": "the inviter of its debtor", **fields, **people, **_details(Kind(kind), fields, people)}
    return _PHRASES[kind].format_map(details)


def _details(kind: Kind, fields: Mapping[str, Any], people: Mapping[str, str]) -> dict[str, str]:
    """Return the parts of a phrase that depend on more than one field, or on one that may be missing."""
    match kind:
        case Kind.PLAYER:
            # The phrase leaves out the old name: the players' names may have the new one already.
            named = "the new name of a player" if "formerly" in fields else "on the list of players"
            left: dict[Any, str] = {True: "removed from the group", False: "in the group again"}
            return {"change": left.get(fields.get("removed"), named)}
        case Kind.BUY_IN | Kind.CHIP_SALE | Kind.CHANGE_PAY:
            note = f" {fields['note']}" if "note" in fields else ""
            in_front = f", {show_cents(fields['stack'])} in front" if "stack" in fields else ""
            return {"paid": f"{PAID[Means(fields['pay'])]}{note}", "in_front": in_front}
        case Kind.CASH_OUT:
            own = fields["player_count"]
            own_count = "" if own == fields["banker_count"] else f"; their own count was {show_cents(own)}"
            dealt = fields.get("dealt")
            equally = f"; both ends have dealt equally: {dealt} and {dealt}" if "dealt" in fields else ""
            played = "; a round played since the notice, as claimed" if fields.get("round_played") else ""
            leaves = "cashes out" if fields["banker_count"] else "is busted and leaves"
            goes = "cashes out a part and plays on" if fields.get("plays_on") else leaves
            return {"goes": goes, "own_count": own_count, "round_played": played, "dealt_equally": equally}
        case Kind.DECLARE_CHIPS:
            what = "missing" if "missing" in fields else "extra"
            return {"declared": f"{show_cents(fields[what])} of chips declared {what}"}
        case Kind.COMMIT_NOTES | Kind.LAPSE_NOTES:
            return {"notes": f"the note {fields['note']}" if "note" in fields else "all notes still out"}
        case Kind.PAYMENT | Kind.CORRECT:
            about_night = f" about the night of {day_of(parse_day(fields['about']))}" if "about" in fields else ""
            return {"confirmed": " (as claimed)" if "claim" in fields else "", "about_night": about_night}
        case Kind.CONSOLIDATE:
            hubs = " or ".join(people[role] for role in ("hub", "second_hub") if role in fields)
            through = f", all through {hubs}" if hubs else ""
            least = fields.get("no_payment_under")
            through += f", no payment under {show_cents(least)}" if least else ""
            count = counted(len(fields["payments"]), "payment")
            return {"day": day_of(parse_day(fields["until"])), "count": count, "through": through}
        case Kind.RESULTS:
            return _brought(fields)
        case Kind.CREDIT:
            wants = {True: "wants no credit", False: "takes credit again", None: ""}[fields.get("refuses")]
            limit = "" if fields.get("limit") is None else f"may owe {show_cents(fields['limit'])} at most"
            hard = f"the limit is {'hard' if fields['hard'] else 'soft'}" if "hard" in fields else ""
            return {"credit": ", ".join(filter(None, (wants, limit, hard)))}
        case _:
            given = ", ".join(f"{number} {colour}" for colour, number in fields.get("chips", {}).items())
            return {"given": given, "stakes": figures_in_words(fields) or "those of the house"}


def _brought(fields: Mapping[str, Any]) -> dict[str, str]:
    cents, day = sum(row["net"] for row in fields["results"]), day_of(parse_day(fields["date"]))
    declared = f"; {show_signed(cents)} is nobody's: {fields['reason']}" if "reason" in fields else ""
    brought = "Starting results up to" if fields.get("starting") else "Results of"
    return {"brought": brought, "day": day, "count": counted(len(fields["results"]), "player"), "difference": declared}


def figures_in_words(figures: Mapping[str, Any], money: Money = show_cents) -> str:
    """Name a night's own figures: "blinds 0.50/1.00, buy-ins from 20.00 to 80.00, or the big stack"; "" for none.

    ``figures`` are those of `history.FIGURES` that are its own.
    """
    names = ("small_blind", "big_blind", "buy_in_min", "buy_in_max")
    small, big, least, most = (money(figures[name]) if name in figures else "" for name in names)
    bounds = [f"from {least}" if figures.get("buy_in_min") else "", f"up to {most}" if most else ""]
    if all(bounds):
        bounds = [f"from {least} to {most}"]
    parts = (
        f"blinds {small}/{big}" if small and big else "",
        f"small blind {small}" if small and not big else "",
        f"big blind {big}" if big and not small else "",
        "no minimum buy-in" if figures.get("buy_in_min") == 0 else "",
        f"buy-ins {''.join(bounds)}" if any(bounds) else "",
        "or the big stack" if "or_big_stack" in figures else "",
    )
    return ", ".join(filter(None, parts))


def amount_of(kind: str, fields: Mapping[str, Any]) -> int | None:
    """Return the cents of an act, of a cash-out the banker's count; None for an act without an amount."""
    field = AMOUNTS.get(Kind(kind))
    return None if field is None else fields[field]


PLAYED_ONLINE = "played online"
"""The ruling under which a night from an online table is booked: nothing there was done by the rules of a house."""


def decision(ruling: str) -> tuple[str, str]:
    """Split a ruling into its author and reason: "the table agreed: …" is the table's, all others are the host's."""
    before, colon, reason = ruling.partition(":")
    if before.strip().casefold() not in ("the table agreed", "the table"):
        return "the host", ruling
    return "the table", reason.strip() if colon else "agreed"


def decided(*rulings: str) -> tuple[str, ...]:
    """Name the author and reason of every ruling: "the host: a sick child"."""
    return tuple(f"{who}: {why}" for who, why in map(decision, filter(None, rulings)))
