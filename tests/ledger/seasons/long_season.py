"""A season of many people and nights from plain values, made by rule: the same in every run."""

from collections.abc import Sequence
from datetime import date, timedelta

from ledger.seasons.report import Entrant, Played, SeasonNight, SeasonReport, season_lines
from ledger.seasons.spans import Span

FIRST = date(2026, 1, 2)
HEAD = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
SPAN = Span("2026", "2026", date(2026, 1, 1), date(2026, 12, 31), least_nights=3)


def long_season(names: Sequence[str], nights: int, *, span: Span = SPAN, at_table: int = 9) -> SeasonReport:
    """Return a season of nights with up to ``at_table`` players and a sum of zero; every fifth player is a guest.

    The first player keeps their results private. Every tenth night has results only, and is in the other of two houses.
    """
    numbers = range(1, len(names) + 1)
    entrants = {
        number: Entrant(name, regular=number % 5 != 0, is_private=number == 1)
        for number, name in zip(numbers, names, strict=True)
    }
    found = []
    for at in range(nights):
        here = [1 + (at * 7 + seat * 3) % len(names) for seat in range(min(at_table, len(names)))]
        here = list(dict.fromkeys(here))
        cents = [((at + 3) * (seat + 5) * 131) % 9000 - 4500 for seat in range(len(here) - 1)]
        results = [*cents, -sum(cents)]
        told = at % 10 != 9
        played = tuple(
            Played(player, result, 2000 + 500 * (seat % 4), 2000, 1 + seat % 4, 120 + 15 * seat)
            if told
            else Played(player, result)
            for seat, (player, result) in enumerate(zip(here, results, strict=True))
        )
        day = FIRST + timedelta(days=at * 360 // max(nights, 1))
        found.append(SeasonNight(at + 1, day, 1 if told else 2, 10 * at + 10, played, here[0], not told))
    return SeasonReport(span, tuple(found), season_lines(found, entrants))
