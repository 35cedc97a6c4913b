"""The game card of a night: stakes and limits, chips, levels, and the ways in and out of the game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from hostdesk.base.sign_in.group_link_commands import group_link_to
from hostdesk.base.sign_in.link_commands import secret_of
from hostdesk.base.site.server import address_for_others
from hostdesk.rules.houses.queries import seating_stated
from ledger.bank.queries import bank_of, first_blinds
from ledger.money.cents import show_money
from ledger.night.stakes_queries import NightStakes, limits_before, stakes_of, stated
from ledger.terms.bank_terms import BankTerms, Colour
from ledger.terms.limits import NightLimits
from reservations.houses.queries import seating_terms_of_rules
from reservations.models import Night
from reservations.nights.queries import start_of

# The sentences of a house on a card, by the table of their term; without those of the headlines, and without those
# between the host and debtors.
_SUBJECTS = {"Buying chips": ("buy_in", "rebuy", "credit"), "Leaving": ("cash_out",), "Betting": ("betting", "conduct")}
_LEFT_OUT = {"buy_in-minimum", "buy_in-maximum", "buy_in-usual", "credit-overdue_days", "credit-host_mark"}
_PAID, _LATER = "buy_in-pays_with", "set at opening"


@dataclass(frozen=True)
class GameCard:
    """The answers to a player's questions before the first hand; unknown ones are empty.

    ``headlines`` come first, with their labels; ``own`` names the night's own terms; ``subjects`` are sentences by
    subject. ``address`` leads to the rules.
    """

    starts: str
    banker: str
    headlines: tuple[tuple[str, str], ...]
    own: tuple[str, ...]
    subjects: tuple[tuple[str, tuple[str, ...]], ...]
    chips: tuple[Colour, ...]
    levels: tuple[str, ...]
    level_minutes: int | None
    address: str


def rules_behind_link(night: Night) -> str:
    """Return the path of the rules behind the group link of a night; "" without one."""
    link = group_link_to(night)
    return reverse("group_rules", args=[secret]) if link and (secret := secret_of(link)) else ""


def game_card_of(night: Night, request: HttpRequest | None = None, *, leads_to: str = "") -> GameCard:
    """Return the present card of a night; before its bank is opened that of its house.

    Its address is that of the path it ``leads_to``, else that of the rules for signed-in players.
    """
    stakes, banker = stakes_of(night), ""
    if night.rules is not None:
        now = bank_of(night)
        banker = now.names[now.history.banker]
    terms = stakes.terms
    sentences = {**stated(terms, stakes.own, show_money), **seating_stated(terms, seating_terms_of_rules(stakes.rules))}
    subjects = ((subject, tuple(_sentences_about(sentences, tables))) for subject, tables in _SUBJECTS.items())
    return GameCard(
        starts=start_of(night),
        banker=banker,
        headlines=tuple(headlines(stakes)),
        own=tuple(_own(stakes)),
        subjects=tuple((subject, words) for subject, words in subjects if words),
        chips=terms.chips,
        levels=tuple(map(str, terms.levels)),
        level_minutes=terms.level_minutes,
        address=address_for_others(leads_to or reverse("house_rules", args=[night.house.key]), request),
    )


def _sentences_about(sentences: Mapping[str, str], tables: tuple[str, ...]) -> Iterator[str]:
    """Yield the sentences about some tables, the means of payment before all others."""
    for term in sorted(sentences, key=_PAID.__ne__):
        if term.partition("-")[0] in tables and term not in _LEFT_OUT:
            yield sentences[term]


def headlines(stakes: NightStakes) -> Iterator[tuple[str, str]]:
    """Yield the headlines: the blinds or the bets, the limits of a buy-in, and the usual one."""
    terms, blinds, limits = stakes.terms, stakes.blinds, stakes.limits
    if blinds is not None:
        yield "Blinds" if not terms.levels else "Blinds begin at", str(blinds)
    elif terms.blinds_at_opening:
        yield "Blinds", _LATER
    elif terms.greatest_bet_cents is not None:
        yield "Bets", f"up to {show_money(terms.greatest_bet_cents)}"
    yield "Buy-in", _buy_in(terms, limits)
    if limits.usual_cents is not None and limits.usual_cents != limits.maximum_cents:
        yield "Usual buy-in", show_money(limits.usual_cents)


def _buy_in(terms: BankTerms, limits: NightLimits) -> str:
    """State the limits of a buy-in, as far as they are known."""
    least = show_money(limits.minimum_cents) if limits.minimum_cents else ""
    most = limits.maximum_in_words()
    waits = any(limit and limit.at_opening for limit in (terms.minimum, terms.maximum))
    in_blinds = any(limit and limit.big_blinds for limit in (terms.minimum, terms.maximum))
    if not (least or most):
        return _LATER if waits or in_blinds else "any amount"
    if least == most:
        return least
    if least and most:
        return f"{least} to {most}"
    return f"from {least}" if least else f"up to {most}"


def _own(stakes: NightStakes) -> Iterator[str]:
    """Yield the stakes and limits that differ from the house's, with the house's."""
    terms, now = stakes.terms, stakes.limits
    # Blinds that a house sets every night are its own: so are limits counted in them.
    house = {name: stakes.own[name] for name in ("small_blind", "big_blind") if name in stakes.own}
    house = house if terms.blinds_at_opening else {}
    usual, usual_blinds = limits_before(terms, house), first_blinds(terms, house)
    if stakes.blinds != usual_blinds:
        yield f"Blinds {stakes.blinds}{_otherwise(str(usual_blinds or ''))}."
    if now.minimum_cents != usual.minimum_cents and not (terms.minimum and terms.minimum.at_opening):
        least, before = (show_money(cents) if cents else "" for cents in (now.minimum_cents, usual.minimum_cents))
        yield f"{f'Buy-in from {least}' if least else 'No minimum buy-in'}{_otherwise(before)}."
    if now.maximum_in_words() != usual.maximum_in_words() and not (terms.maximum and terms.maximum.at_opening):
        yield f"Buy-in up to {now.maximum_in_words()}{_otherwise(usual.maximum_in_words())}."


def _otherwise(house: str) -> str:
    return f"; the house has {house}" if house else ""
