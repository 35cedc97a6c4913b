"""The picture of a plan: payers on the left, payees on the right, and a band as thick as the payment between.

Pure. Heights are in pixels. It is as wide as the page allows; names are broken into lines, so that both sides stand
side by side on a phone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.money.cents import show_money
from ledger.paper.layout import TextStyle
from ledger.paper.text import wrapped
from ledger.settle.fewest_payments import Payment

_NAME_WIDTH, _NAME_SIZE, _LINE = 150, 16, 22
_PHONE, _INSET = 320, 28  # The width on a phone, and the least part of it, in percent, before the bands and after.
_BESIDE = 8  # The room beside an amount, which is written in bold.
_HEAD, _GAP = 30, 14  # The room above everything, and below a player.
_LEAST_SLOT, _THICKEST, _THINNEST = 26, 52, 3  # An amount needs a line beside its band, even beside a thin one.
_PASSES = 4  # More rounds do not untangle the bands any further.


@dataclass(frozen=True)
class PaymentsPicture:
    """The parts of the drawing, by side: 0 for payers, 1 for payees. ``words`` is the same in text form.

    ``names``, line by line, and ``amounts`` have the middle of every text; ``bars`` the top and the height of every
    player's payments; ``bands`` the outline of every payment, 100 wide, as the path of an SVG. They begin ``inset``
    percent from the left and are ``width`` percent wide: beside them the longest amount fits on a phone.
    """

    height: int
    inset: int
    width: int
    names: tuple[tuple[int, int, str], ...]
    amounts: tuple[tuple[int, int, str], ...]
    bars: tuple[tuple[int, int, int], ...]
    bands: tuple[str, ...]
    words: str


def payments_picture(payments: Sequence[Payment[str]]) -> PaymentsPicture:
    """Draw the payments of a plan between players by name, in which nobody pays the same player twice."""
    cents = {(payment.payer, payment.payee): payment.cents for payment in payments}
    sides = _untangled(list(cents))
    pairs = sorted(cents, key=lambda pair: (sides[0].index(pair[0]), sides[1].index(pair[1])))
    thick = {pair: max(_THINNEST, round(_THICKEST * cents[pair] / max(cents.values()))) for pair in pairs}
    lines = {name: wrapped(name, _NAME_WIDTH, TextStyle(_NAME_SIZE).measure) for side in sides for name in side}
    heights = [sum(_GAP + _LINE * len(lines[name]) for name in side) for side in sides]
    names, amounts, bars, middles = [], [], [], dict[tuple[int, tuple[str, str]], int]()
    for at, side in enumerate(sides):
        y = _HEAD
        for name in side:
            names += [(at, y + _LINE * place + _LINE // 2, line) for place, line in enumerate(lines[name])]
            top = y = y + _LINE * len(lines[name])
            for pair in (pair for pair in pairs if pair[at] == name):
                slot = max(_LEAST_SLOT, thick[pair])
                middles[at, pair] = y + slot // 2
                amounts.append((at, y + slot // 2, show_money(cents[pair])))
                y += slot
            bars.append((at, top, y - top))
            # The lower side is spread over the height of the higher one.
            y += _GAP + (max(heights) - heights[at]) // len(side)
    widest = max((TextStyle(_NAME_SIZE, strong=True).measure(amount) for *_, amount in amounts), default=0)
    inset = max(_INSET, round(100 * (widest + _BESIDE) / _PHONE))
    bands = []
    for pair in pairs:
        half = thick[pair] / 2
        (a, b), (c, d) = ((middles[at, pair] - half, middles[at, pair] + half) for at in (0, 1))
        bands.append(f"M0 {a}C50 {a} 50 {c} 100 {c}V{d}C50 {d} 50 {b} 0 {b}Z")
    height = _HEAD - _GAP + max(heights) + sum(max(_LEAST_SLOT, height) for height in thick.values())
    words = " ".join(f"{payer} pays {payee} {show_money(cents[payer, payee])}." for payer, payee in pairs)
    marks = (tuple(names), tuple(amounts), tuple(bars), tuple(bands))
    return PaymentsPicture(height, inset, 100 - 2 * inset, *marks, words=words)


def _untangled(pairs: Sequence[tuple[str, str]]) -> list[list[str]]:
    """Return payers and payees, as high as the middle of their partners."""
    sides = [list(dict.fromkeys(pair[at] for pair in pairs)) for at in (0, 1)]
    for at in (1, 0) * _PASSES:
        across = {name: place for place, name in enumerate(sides[1 - at])}
        places = {name: [across[pair[1 - at]] for pair in pairs if pair[at] == name] for name in sides[at]}
        sides[at].sort(key={name: sum(theirs) / len(theirs) for name, theirs in places.items()}.__getitem__)
    return sides
