"""Where a host goes to change a rule that was set aside: the field of the house's rules that it comes from. Pure.

Rules go by the short names that their violations carry.
"""

from collections.abc import Sequence

from reservations.acts.problems import RuleViolation

FIELDS = {
    # Buying in and credit
    "minimum buy-in": "buy_in.minimum",
    "maximum buy-in": "buy_in.maximum",
    "multiples": "buy_in.multiple",
    "means of payment": "buy_in.pays_with",
    "chip sales": "buy_in.chip_sales",
    "cash behind": "buy_in.play_behind",
    "maximum after a rebuy": "rebuy.maximum_percent",
    "rebuys when busted": "rebuy.when",
    "rebuys below the maximum": "rebuy.when",
    "stack at a rebuy": "rebuy.stack_asked",
    "who may owe": "buy_in.pays_with",
    "credit limit": "credit.limit",
    "the host's mark": "credit.host_mark",
    "guests are answered for": "bank.guests_answered_for",
    "one banker": "bank.one_banker",
    "levels rise": "levels.blinds",
    "minimum age": "door.minimum_age",
    # Leaving
    "all chips or none": "cash_out.when",
    "cash at the end": "cash_out.when",
    "cash-out window": "cash_out.window_minutes",
    "equal deals": "cash_out.equal_deals",
    "leave notice": "cash_out.notice_minutes",
    "whole payouts": "cash_out.whole_dollars",
    "whole final pot": "cash_out.whole_dollars",
    # Tables and reservations
    "players at a table": "seating.most",
    "when tables split": "seating.split_at",
    "when tables merge": "seating.merge_at",
    "new players": "blinds.entering",
    "missed blinds": "blinds.missed",
    "who may reserve": "attendance.steps",
    "host's favour": "waiting.host_favour",
}
"""The field of each rule, with its table: "buy_in.maximum"."""

BUILT_IN = frozenset({"the count", "chips are bought", "stakes stand", "turned away", "table change"})
"""The rules that every house has: there is no field to change them by."""

_EARLY = {
    "is too little: at least": "minimum buy-in",
    "is too much: at most": "maximum buy-in",
    "after a rebuy": "maximum after a rebuy",
    "in multiples of": "multiples",
    "This is a rebuy": "stack at a rebuy",
    "only for busted": "rebuys when busted",
    " here, not ": "means of payment",
    "do not sell chips to each other": "chip sales",
    "no cash": "cash behind",
    "with no inviter": "guests are answered for",
    "nly regulars owe": "who may owe",
    "the limit is": "credit limit",
    "The blinds only go up": "levels rise",
    "One banker": "one banker",
    "off the table is ratholing": "all chips or none",
    "a round of notice": "leave notice",
    "at the end of the night": "cash at the end",
    "after the blinds go up": "cash-out window",
    "the same number of hands": "equal deals",
    "the banker counted": "the count",
    "The final pot should be": "whole final pot",
    "turned away at the door": "turned away",
    "sit at one table": "players at a table",
    "One table becomes two": "when tables split",
    "Two tables become one": "when tables merge",
    "leaves the tables even": "table change",
    "New players go to": "new players",
    "No new player enters": "new players",
    "posts them to come back": "missed blinds",
}
"""What stands in the sentence of a rule, for rulings that were recorded before they kept its name."""

UNNAMED = "another rule"


def rule_names(refused: Sequence[RuleViolation]) -> tuple[str, ...]:
    """Return the rules that a ruling set aside, by name and each once."""
    found = (
        each.term or next((name for words, name in _EARLY.items() if words in each.sentence), UNNAMED)
        for each in refused
    )
    return tuple(dict.fromkeys(found))


def anchor_of(rule: str) -> str:
    """Return the id of the input that a rule is changed by, "" for one that every house has."""
    field = FIELDS.get(rule, "")
    return f"term-{field.replace('.', '-')}" if field else ""
