"""Amounts as other places write them."""

from contextlib import AbstractContextManager

from ledger.money.cents import NumberStyle, written_as


def written(
    *, separator: str, sign: str, pattern: str = "{}", currency: str = "", thousands: str = ""
) -> AbstractContextManager[None]:
    """Read and write amounts in this :class:`NumberStyle` inside the block."""
    return written_as(lambda: NumberStyle(separator, sign, pattern, currency, thousands))
