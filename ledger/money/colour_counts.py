"""Where the player's and the banker's count of the same chips differ, colour by colour. Pure."""

from collections.abc import Mapping, Sequence

from ledger.money.cents import show_cents
from ledger.money.chips import count
from ledger.terms.bank_terms import Colour


def difference_in_colours(
    player_counts: Mapping[str, int], banker_counts: Mapping[str, int], colours: Sequence[Colour]
) -> tuple[str, ...]:
    """Say for each colour that was counted differently how many each has, and what the banker has more or less.

    A colour that somebody left out is none of it. Raises ``BadCount`` for counts that cannot be right.
    """
    for counts in (player_counts, banker_counts):
        count(colours, counts)
    both = ((each, player_counts.get(each.name, 0), banker_counts.get(each.name, 0)) for each in colours)
    return tuple(_said(colour, own, bankers) for colour, own, bankers in both if own != bankers)


def _said(colour: Colour, own: int, bankers: int) -> str:
    cents = (bankers - own) * colour.cents
    direction = "more" if cents > 0 else "less"
    return f"{colour.name}: {own} by the player, {bankers} by the banker ({show_cents(abs(cents))} {direction})"
