"""Houses side by side: their differences, in a few words a column. Pure.

The words come from the terms, so a house that changes them is described anew. Two versions of one house, which share
their source, are distinguished by their differing articles.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.money.cents import show_cents
from ledger.terms.bank_terms import BankTerms, Limit, bank_terms
from reservations.houses.attendance_terms import attendance_terms
from reservations.houses.seating_terms import SeatingTerms, Straddles, seating_terms
from reservations.parsing.documents import beside
from reservations.parsing.names import counted, joined_words

_WORDS: Mapping[str, Mapping[str, str]] = beside(__file__, "words/comparison.toml")
_MOST_TITLES = 3


@dataclass(frozen=True)
class HouseComparison:
    """One house beside others: its columns in a few words, and ``special``, the terms without a column."""

    key: str
    name: str
    summary: str
    stakes: str
    buy_in: str
    pays: str
    rebuys: str
    cash_out: str
    attendance: str
    tables: str
    special: str

    @property
    def rows(self) -> list[tuple[str, str]]:
        """Its terms in short: the columns with their names."""
        return [(title, words) for name, title in _WORDS["titles"].items() if (words := getattr(self, name))]

    @property
    def line(self) -> str:
        """The differences of the house in one line, for a place without columns."""
        played = f"Blinds: {self.stakes}. Buy-in: {self.buy_in}; {self.pays}. Cash-out: {self.cash_out}."
        return f"{self.special}. {played}" if self.special else played


def compare(documents: Sequence[Mapping[str, Any]]) -> list[HouseComparison]:
    """Return the houses of those documents, which are whole, side by side and in their order."""
    compared = []
    for document in documents:
        bank, seating = bank_terms(document), seating_terms(document)
        attendance = attendance_terms(document)
        percent = bank.rebuy_maximum_percent
        notice, unit = bank.notice_minutes, bank.payout_unit_cents
        means = [_WORDS["means"][means] for means in bank.pays_with]
        steps = [f"{counted(step.strikes, 'strike')}: {_WORDS['steps'][step.then]}" for step in attendance.steps]
        differences = [
            *_versions(document, documents),
            *([f"from the age of {attendance.minimum_age}"] if attendance.minimum_age else []),
            *_of_the_bank(bank),
            *_of_the_table(bank, seating),
        ]
        special = "; ".join(differences)
        in_time = f", with {notice} minutes' notice" if notice else ""
        house = HouseComparison(
            **{name: document[name] for name in ("key", "name", "summary")},
            stakes=_stakes(bank),
            buy_in=_buy_in(bank),
            pays=joined_words(means, "or") + (" only" if len(means) == 1 else ""),
            rebuys=_WORDS["rebuys"][bank.rebuy_when] + (f", to {percent} % of it" if percent != 100 else ""),
            cash_out=f"{bank.cash_out_when}{in_time}{f', in multiples of {show_cents(unit)}' if unit > 1 else ''}",
            attendance=", ".join(steps) or "the host decides",
            tables=f"two from {seating.split_at} players",
            special=special[:1].upper() + special[1:],
        )
        compared.append(house)
    return compared


def _stakes(bank: BankTerms) -> str:
    if bank.levels:
        return f"{bank.levels[0]} rising to {bank.levels[-1]}, every {bank.level_minutes} minutes"
    if bank.blinds_at_opening:
        return "set each night"
    if bank.blinds:
        return str(bank.blinds)
    return f"no blinds; bets up to {show_cents(bank.greatest_bet_cents)}" if bank.greatest_bet_cents else "none"


def _buy_in(bank: BankTerms) -> str:
    """State the limits of a buy-in: the unit once if both have the same."""
    low, high = bank.minimum, bank.maximum
    if low is None and high is None:
        return "any amount"
    if low and high and low.at_opening and high.at_opening:
        return "set each night"
    if low and high and low.big_blinds and high.big_blinds:
        words = f"{low.big_blinds} to {_limit(high, bank)}"
    else:
        bounds = ("from ", low), ("up to ", high)
        words = " ".join(f"{word}{_limit(limit, bank)}" for word, limit in bounds if limit)
    return words + (", or the big stack" if high and high.or_big_stack else "")


def _limit(limit: Limit, bank: BankTerms) -> str:
    if limit.big_blinds:
        return f"{limit.big_blinds} big blinds"
    if limit.at_opening:
        return "what the night says"
    multiples = (limit.multiples or 0) * (bank.multiple_cents or 0)
    return show_cents(multiples if limit.cents is None else limit.cents)


def _of_the_bank(bank: BankTerms) -> Iterator[str]:
    """Yield the bank's differences from other houses."""
    if bank.one_banker:
        yield "one banker all night"
    if bank.chip_sales:
        yield "players sell each other chips"
    if bank.play_behind:
        yield "cash may play behind"
    if bank.guests_answered_for:
        yield "inviters answer for their guests"
    if bank.equal_deals:
        yield "everybody deals equally often"
    if bank.jumped_bet_cents:
        yield f"a jumped bet costs {show_cents(bank.jumped_bet_cents)}"


def _of_the_table(bank: BankTerms, seating: SeatingTerms) -> Iterator[str]:
    """Yield the differences at the table."""
    if bank.blinds or bank.blinds_at_opening:
        if seating.straddles is Straddles.NONE:
            yield "no straddles"
        elif seating.straddles is not Straddles.UNSAID:
            yield f"straddles count {seating.straddles}"
    if seating.away_dealt_in:
        yield "players who are away are dealt in"
    if seating.call_seconds:
        yield "anybody may call the clock"


def _versions(document: Mapping[str, Any], documents: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the news of a house since an earlier version among the others, or that it is the earlier one.

    Copies of one house are of one year, and none is a version of another.
    """
    source, texts, years = document.get("source", {}), dict[str, set[str]](), set[str]()
    year = str(source.get("date", ""))[:4]
    for other in documents:
        others = other.get("source", {})
        others_year = str(others.get("date", ""))[:4]
        if not source.get("title") or source["title"] != others.get("title"):
            continue
        if others_year < year:
            texts.setdefault(others_year, set()).update(article["text"] for article in other.get("articles", ()))
        elif others_year > year:
            years.add(others_year)
    if years:
        yield f"the rules of {year}, before those of {min(years)}"
    if texts:
        latest = max(texts)
        titles = [article["title"] for article in document.get("articles", ()) if article["text"] not in texts[latest]]
        more = [f"{len(titles) - _MOST_TITLES} more"] if len(titles) > _MOST_TITLES else []
        news = joined_words([*(title[:1].lower() + title[1:] for title in titles[:_MOST_TITLES]), *more])
        yield f"new since {latest}: {news}" if titles else f"the rules of {year}"
