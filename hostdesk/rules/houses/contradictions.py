"""The articles of a house that state another number than its terms. Pure.

Only plain cases count: an amount in a sentence about buying in or buying again, and a number in one of a few phrases.
If the night sets a term, or the house lacks it, an article may state any number.
"""

import re
from collections.abc import Collection, Container, Iterator, Mapping
from typing import Any

from ledger.money.cents import show_cents
from ledger.terms.bank_terms import BankTerms, bank_terms
from reservations.houses.attendance_terms import attendance_terms

_SENTENCE = re.compile(r"(?<=[.;!?])\s+")
_CENTS = r"(?<![\d.,$€£])([$€£]?\d+[.,]\d\d)(?![.,]?\d)"
_AMOUNT = re.compile(rf"(?<!until ){_CENTS}")  # "until 22.30" is a time
_WHOLE_AMOUNT = re.compile(r"([$€£]\d+)(?![.,]?\d)|(?<![\d.,])(\d+)(?= dollars\b| euros\b| ?€)")
_BIG_BLINDS = re.compile(r"(?<![\d.,])(\d+) big blinds\b", re.IGNORECASE)
_BLINDS = re.compile(rf"\bblinds (?:are|of|begin at|start at) {_CENTS}(?: and |/){_CENTS}", re.IGNORECASE)
_NOTICE = re.compile(r"\b(\d+) minutes['’]? notice\b|\bnotice of (\d+) minutes\b", re.IGNORECASE)
_AGE = re.compile(r"\b(\d+) (?:years old|(?:or|and) (?:over|older))\b", re.IGNORECASE)

_BUY_IN = re.compile(r"\bbuy-?ins?\b|\bbuy(?:s|ing)? in\b", re.IGNORECASE)
_REBUY = re.compile(r"\bre-?buys?\b|\bbuy(?:s|ing)? again\b|\badd-?ons?\b|\btop(?:s|ping)? up\b", re.IGNORECASE)
_LEAST = re.compile(r"\bminimum\b|\bat least\b|\bor more\b", re.IGNORECASE)
_MOST = re.compile(r"\bmaximum\b|\bat most\b|\bup to\b|\bno more than\b", re.IGNORECASE)


def contradictions(document: Mapping[str, Any], known: Container[tuple[str, str]] = ()) -> list[tuple[str, str, str]]:
    """Return the contradictions between a document's articles and its terms, except the ``known`` ones.

    They are an article's number, a number in its text, and those of the terms. Raises ``BadTerms``.
    """
    terms, age = bank_terms(document), attendance_terms(document).minimum_age
    found = [
        (article["number"], stated, of_terms)
        for article in document.get("articles", ())
        for sentence in _SENTENCE.split(article["text"])
        for stated, of_terms in _others(article["title"], sentence, terms, age)
    ]
    return [contradiction for contradiction in dict.fromkeys(found) if contradiction[:2] not in known]


def _others(title: str, sentence: str, terms: BankTerms, age: int | None) -> Iterator[tuple[str, str]]:
    """Yield the numbers of a sentence that are none of the terms', in its own form, with those of the terms."""
    blinds = [*filter(None, [terms.blinds]), *terms.levels]
    big_blinds = {level.big_cents for level in blinds}
    bought = _cents_of_buying(title, sentence, terms, big_blinds)
    for pattern, of_terms, times, show in (
        (_AMOUNT, bought, {1}, show_cents),
        (_WHOLE_AMOUNT, bought, {100}, show_cents),
        (_BIG_BLINDS, bought, big_blinds or {0}, show_cents),
        (_BLINDS, big_blinds | {level.small_cents for level in blinds}, {1}, show_cents),
        (_NOTICE, {terms.notice_minutes or 0} - {0}, {1}, str),
        (_AGE, {age or 0} - {0}, {1}, str),
    ):
        for match in pattern.finditer(sentence) if of_terms else ():
            for stated in filter(None, match.groups()):
                if of_terms.isdisjoint(int(re.sub(r"\D", "", stated)) * factor for factor in times):
                    yield stated, ", ".join(map(show, sorted(of_terms)))


def _cents_of_buying(title: str, sentence: str, terms: BankTerms, big_blinds: Collection[int]) -> set[int]:
    """Return the amounts that a sentence about buying chips may state; none if it may state any.

    A limit in an article about buying is one of buying. A sentence about the least or the most may not state the other
    of the two, nor one about rebuys a minimum that does not bind them.
    """
    least, most = _LEAST.search(sentence), _MOST.search(sentence)
    about = f"{title}. {sentence}" if least or most else sentence
    is_rebuy = _REBUY.search(about) and not _BUY_IN.search(about)
    limits = [terms.usual, terms.minimum, terms.maximum]
    is_open = any(limit and (limit.at_opening or (limit.big_blinds and terms.blinds_at_opening)) for limit in limits)
    if is_open or not (is_rebuy or _BUY_IN.search(about)):
        return set()
    if least and not most:
        limits.remove(terms.maximum)
    elif not least and (most or (is_rebuy and not terms.rebuy_minimum_binds)):
        limits.remove(terms.minimum)
    cents = {multiple := terms.multiple_cents or 0}
    for limit in filter(None, limits):
        one = {limit.cents or (limit.multiples or 0) * multiple, *((limit.big_blinds or 0) * big for big in big_blinds)}
        percents = {100, terms.rebuy_maximum_percent} if limit == terms.maximum else {100}
        cents |= {amount * percent // 100 for amount in one for percent in percents}
    return cents - {0}
