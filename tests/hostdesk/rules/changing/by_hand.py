"""Rules as a host would write them by hand: three houses, unlike each other and every preset in every term.

Their flags say what is in force; the document before decides whether a flag has to be written down.
"""

from typing import Any

from hostdesk.rules.houses.fields import terms_by_name
from reservations.parsing.terms import Term, TermKind

BLINDS: dict[str, Any] = {
    "summary": "Blinds that stay, and everything that can be said.",
    "source": {"title": "Our own", "version": "3.1", "date": "2026-11-20", "base": "What we always did"},
    "stakes": {"small_blind": "0.75", "big_blind": "1.25"},
    "buy_in": {
        "minimum": {"amount": "25.00"},
        "maximum": {"big_blinds": 150, "or_big_stack": True},
        "usual": {"amount": "40.00"},
        "multiple": "2.50",
        "pays_with": ["cash", "note", "book", "transfer"],
        "chip_sales": True,
        "play_behind": True,
    },
    "rebuy": {"when": "up to the maximum", "stack_asked": True, "minimum_binds": True, "maximum_percent": 150},
    "cash_out": {
        "when": "on leaving",
        "notice_minutes": 20,
        "equal_deals": True,
        "leaving_early_is_bad_manners": True,
        "whole_dollars": True,
    },
    "bank": {"one_banker": True, "guests_answered_for": True},
    "credit": {"limit": "300.00", "hard": True, "overdue_days": 14, "host_mark": "BOX"},
    "attendance": {
        "seats": 20,
        "late_change_minutes": 90,
        "taken_up_clears": False,
        "no_show_weight": 2,
        "late_change_weight": 3,
        "steps": [[2, "reminder"], [4, "behind"], [9, "removed"]],
        "expires_after_nights": 6,
        "grace_minutes": 20,
    },
    "waiting": {
        "host_favour": True,
        "regulars_first": True,
        "fewer_strikes_first": True,
        "arrears": "out",
        "moves_up": "automatically",
        "cutoff_minutes": 60,
        "offer_minutes": 45,
    },
    "confirmation": {
        "asked_minutes": 2880,
        "released_minutes": 1439,
        "remind_minutes": 600,
        "unanswered_minutes": 5000,
    },
    "door": {"minimum_age": 18},
    "invitation": {"says": ["Bring <b>nothing</b>.", "Ring twice."]},
    "seating": {"most": 9, "split_at": 14, "merge_at": 7, "suits_rank": True},
    "blinds": {"entering": "once the button has passed", "missed": "put in for them", "away_dealt_in": True},
    "chips": [
        {"colour": "pink", "value": "0.25", "stock": 200},
        {"colour": "grey", "value": "1.25", "stock": 60, "starred": True},
    ],
    "betting": {
        "odd_chips": "left in the pot",
        "straddles": "as raises",
        "short_raise": "the player's choice",
        "most_raises": 4,
        "greatest_bet": "80.00",
        "least_raise": "0.25",
        "greatest_raise": "60.00",
    },
    "conduct": {"jumped_bet": "0.75", "jump_warnings": 2, "call_seconds": 90},
}

LEVELS: dict[str, Any] = {
    "summary": "Levels, and as little else as can be.",
    "levels": {"minutes": 15, "blinds": [["0.05", "0.10"], ["0.10", "0.25"]]},
    "buy_in": {
        "minimum": {"asked": True},
        "maximum": {"amount": "60.00"},
        "usual": {"maximum": True},
        "pays_with": ["transfer"],
    },
    "rebuy": {"when": "any time"},
    "cash_out": {"when": "when the blinds go up", "window_minutes": 7},
    "attendance": {"grace_minutes": 0},
    "waiting": {"moves_up": "by an offer", "offer_minutes": 10},
    "confirmation": {"remind_minutes": 0, "unanswered_minutes": 0},
    "seating": {"most": 6},
    "blinds": {"asks_ahead": True, "entering": "between button and small blind by buying the button"},
    "betting": {"odd_chips": "to the high hand", "straddles": "none", "short_raise": "completed from half"},
}

ASKED: dict[str, Any] = {
    "summary": "What is asked each time.",
    "stakes": {"asked": True},
    "buy_in": {
        "minimum": {"multiples": 2},
        "maximum": {"asked": True},
        "usual": {"multiples": 3},
        "multiple": "5",
        "pays_with": ["cash", "book"],
    },
    "rebuy": {"when": "busted", "stack_asked": True},
    "cash_out": {"when": "at the end", "whole_dollars": True},
    "waiting": {"moves_up": "by the host", "arrears": "behind"},
    "blinds": {"missed": "posted"},
    "seating": {"most": 11, "split_at": 12},
}


def holds(document: dict[str, Any]) -> dict[str, Any]:
    """Return the value in force of every term outside lists, by name; None where there is none."""
    found = {}
    for term in terms_by_name().values():
        if not term.in_rows:
            table = document.get(term.table, {}) if term.table else document
            default = term.default is True if term.kind is TermKind.FLAG else term.default
            found[term.name] = table.get(term.key, default)
    return found


def written_after(before: dict[str, Any], target: dict[str, Any]) -> dict[str, Any]:
    """Return the file of a host who makes ``before`` say the same as ``target``, with as few changes as possible.

    A flag or a choice that only repeats its default is left out, unless it stood there already. Means stay in their
    order.
    """
    kept: dict[str, Any] = {key: before[key] for key in ("key", "name", "articles") if key in before}
    tables = {table: dict(each) if isinstance(each, dict) else each for table, each in target.items()}
    after: dict[str, Any] = {**kept, **tables}
    for term in terms_by_name().values():
        own = (term.default is True) if term.kind is TermKind.FLAG else term.default
        if term.kind in (TermKind.FLAG, TermKind.CHOICE) and own is not None and not term.in_rows:
            was, says = before.get(term.table, {}).get(term.key), target.get(term.table, {}).get(term.key, own)
            after.setdefault(term.table, {}).pop(term.key, None)
            if says != own or was == says:
                after[term.table][term.key] = str(says) if term.kind is TermKind.CHOICE else says
    means = before["buy_in"]["pays_with"]
    wanted = after["buy_in"]["pays_with"]
    after["buy_in"]["pays_with"] = [*(each for each in means if each in wanted), *(e for e in wanted if e not in means)]
    return {key: value for key, value in after.items() if value != {}}


def typed_by_hand(document: dict[str, Any]) -> dict[str, str | bool | list[str]]:
    """Return a host's input for the terms outside articles, by the names of the fields."""
    typed: dict[str, str | bool | list[str]] = {}
    for term in terms_by_name().values():
        if not term.in_rows:
            typed |= _typed(term, (document.get(term.table, {}) if term.table else document).get(term.key))
    for row, chip in enumerate(document.get("chips", ())):
        typed |= {f"chips.{row}.{key}": str(chip.get(key, "")) for key in ("colour", "value", "stock")}
        typed[f"chips.{row}.starred"] = chip.get("starred", False)
    return typed


def _typed(term: Term, value: Any) -> dict[str, Any]:
    if term.kind is TermKind.LIMIT:
        limit = dict(value or {})
        stack = {f"{term.name}.or_big_stack": limit.pop("or_big_stack", False)} if term.key == "maximum" else {}
        [(form, number)] = limit.items() or [("", "")]
        return {f"{term.name}.form": form, f"{term.name}.value": "" if number is True else str(number), **stack}
    if term.kind in (TermKind.LEVELS, TermKind.STEPS):
        keys = ("small", "big") if term.kind is TermKind.LEVELS else ("strikes", "then")
        rows = [dict(zip(keys, map(str, pair), strict=True)) for pair in value or ()]
        return {f"{term.name}.{row}.{key}": each for row, pair in enumerate(rows) for key, each in pair.items()}
    if term.kind is TermKind.FLAG:
        return {term.name: (term.default is True) if value is None else value}
    if term.kind is TermKind.MEANS:
        return {term.name: list(value)}
    if term.kind is TermKind.CHOICE:
        return {term.name: str(term.default) if value is None else value}
    text = "\n".join(value or ()) if term.kind is TermKind.LINES else str("" if value is None else value)
    return {term.name: text}


def rows_of(document: dict[str, Any]) -> dict[str, int]:
    """Return the number of rows in every list of a document except the articles."""
    return {
        "chips": len(document.get("chips", ())),
        "levels.blinds": len(document.get("levels", {}).get("blinds", ())),
        "attendance.steps": len(document.get("attendance", {}).get("steps", ())),
    }
