"""What the emergency sheet of a night has printed on it: what the desk knows of the night already."""

from collections.abc import Iterable

from hostdesk.houses.queries import limits_before
from ledger.buy_in.rules import NightLimits
from ledger.money.cents import show_cents
from ledger.night.queries import BankNow, bank_of, first_blinds, last_act, terms_of
from ledger.reports.emergency_sheet import MOST_PLAYERS, EmergencySheet, SheetPlayer
from ledger.terms.bank_terms import BankTerms, Blinds, Means
from ledger.terms.statement import stakes_in_words, statement
from reservations.models import Night, Player
from reservations.players.queries import regulars

_ON_CREDIT = {Means.NOTE, Means.BOOK}


def sheet_of(night: Night) -> EmergencySheet:
    """Return the sheet of a night: of one whose bank is open with who takes part, before that with the regulars."""
    return _before(night) if night.rules is None else _from_now_on(bank_of(night))


def _before(night: Night) -> EmergencySheet:
    terms = terms_of(night.house.newest())
    known = [player for player in regulars() if not player.removed]
    return _sheet(
        night,
        terms,
        limits=limits_before(terms),
        blinds=first_blinds(terms, {}),
        # With more of them than there is room for, nobody could say who is missing on it.
        players=known if len(known) <= MOST_PLAYERS else [],
    )


def _from_now_on(now: BankNow) -> EmergencySheet:
    last = last_act()
    players = Player.objects.filter(pk__in=now.history.taking_part()).with_inviters()
    return _sheet(
        now.night,
        now.terms,
        limits=now.limits,
        blinds=now.blinds,
        players=players.order_by("name_key"),
        banker=now.bank.banker.person.name,
        used=frozenset(now.history.means_used),
        number=last.number if last else 0,
        head=last.head if last else "",
    )


def _sheet(
    night: Night,
    terms: BankTerms,
    *,
    limits: NightLimits,
    blinds: Blinds | None,
    players: Iterable[Player],
    banker: str = "",
    used: frozenset[Means] = frozenset(),
    number: int = 0,
    head: str = "",
) -> EmergencySheet:
    return EmergencySheet(
        house=night.house.name,
        day=night.date,
        banker=banker,
        stakes=stakes_in_words(terms, blinds) if blinds else "",
        terms=statement(terms, limits, blinds),
        chips=tuple(f"{colour.name} {show_cents(colour.cents)}" for colour in terms.chips),
        players=tuple(map(_player, players)),
        cash_only=not (_ON_CREDIT & {*terms.pays_with, *used} or terms.chip_sales),
        final_pot=terms.payout_unit_cents > 1,
        number=number,
        head=head,
    )


def _player(player: Player) -> SheetPlayer:
    return SheetPlayer(player.name, player.mark or "", player.guest_of)
