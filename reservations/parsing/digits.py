"""Whole numbers out of text that anybody may have written: an address, a hidden field, a count."""

MOST_DIGITS = 18
"""Any number of so many digits fits into a column of either database."""


def whole_number(text: str, *, most_digits: int = MOST_DIGITS) -> int | None:
    """Return the number that is written in the digits 0 to 9 alone, at most so many of them; None for anything else."""
    if text.isascii() and text.isdigit() and len(text) <= most_digits:
        return int(text)
    return None
