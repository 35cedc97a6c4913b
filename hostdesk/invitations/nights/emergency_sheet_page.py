"""The printed parts of a night's emergency sheet: the data that the desk has of the night."""

from ledger.bank.queries import bank_of, last_act
from ledger.money.cents import show_cents
from ledger.money.words import Means
from ledger.night.stakes_queries import stakes_of
from ledger.reports.emergency_sheet_pdf import EmergencySheet, SheetPlayer
from ledger.terms.text import stakes_in_words, statement
from reservations.models import Night, Player
from reservations.players.queries import regulars

_ON_CREDIT = {Means.NOTE, Means.BOOK}


def sheet_of(night: Night) -> EmergencySheet:
    """Return the sheet of a night: with the players once its bank is open, before that with the regulars."""
    if night.rules is None:
        stakes = stakes_of(night)
        terms, limits, blinds = stakes.terms, stakes.limits, stakes.blinds
        players = [player for player in regulars() if not player.removed]
        banker, means, last = "", {*terms.pays_with}, None
    else:
        now, last = bank_of(night), last_act()
        terms, limits, blinds = now.terms, now.limits, now.blinds
        players = list(Player.objects.filter(pk__in=now.history.arrivals).with_inviters().order_by("name_key"))
        banker, means = now.person(now.bank.banker_id).name, {*terms.pays_with, *now.history.means_used}
    return EmergencySheet(
        house=night.house.name,
        day=night.date,
        banker=banker,
        stakes=stakes_in_words(terms, blinds) if blinds else "",
        terms=tuple(statement(terms, limits, blinds).values()),
        chips=tuple(f"{colour.name} {show_cents(colour.cents)}" for colour in terms.chips),
        players=tuple(SheetPlayer(player.name, player.mark or "", player.guest_of) for player in players),
        cash_only=not (_ON_CREDIT & means or terms.chip_sales),
        final_pot=terms.payout_unit_cents > 1,
        number=last.number if last else 0,
        head=last.head if last else "",
    )
