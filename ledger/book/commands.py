"""THE BOOK between nights: corrections, and an old book taken over.

An objection to a line about oneself, and its answer, are facts beside the ledger: nothing moves.
"""

from collections.abc import Mapping
from datetime import date

from ledger.book.own_queries import is_about, objection_called, objections
from ledger.credit.rules import guests_owe
from ledger.entries.commands import Movement, book_account, record_between_nights
from ledger.money.cents import check_cents, show_cents
from ledger.settle.fewest_payments import greedy
from ledger.standings.queries import standing_of
from reservations.acts.commands import command, note_fact, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed, RuleViolation, Unknown
from reservations.acts.queries import Answer, Draft, act_once, check_not_merged
from reservations.models import Act, Fact, Night, Player
from reservations.parsing.days import day_of
from reservations.parsing.names import parse_why
from reservations.players.queries import as_they_are_now, facts_of_people, same_person


@command
def take_over_balances(*, stamp: Stamp, standings: Mapping[Player, int], reason: str) -> Answer:
    """Import an old book: signed cents by player, + it owes them. They are added to the standings.

    Debtors are matched with creditors, largest first, then by number. Refused if a guest would owe. Raises
    ``Malformed`` if all balances are zero or their sum is not, ``Merged`` for a player who is merged into another.
    """
    balances = [{"player": player.number, "balance": cents} for player, cents in standings.items()]
    draft = act_once(Draft(Kind.BALANCES, stamp, {"standings": balances, "reason": reason}))
    check_not_merged(player.number for player in standings)
    if not any(standings.values()):
        raise Malformed("The balances are all zero: there is nothing to import.")
    if total := sum(standings.values()):
        more = "owed to players" if total > 0 else "owed by players"
        raise Malformed(f"The balances have to sum to zero: {show_cents(abs(total))} more is {more}.")
    moved = [
        Movement(book_account(payment.payer), book_account(payment.payee), payment.cents, payment.payer)
        for payment in greedy([(player.number, cents) for player, cents in standings.items()])
    ]
    return record_between_nights(draft, moved, violations=would_owe(standings))


@command
def correct_book(
    *, stamp: Stamp, debtor: Player, creditor: Player, amount_cents: int, reason: str, about: date | None = None
) -> Answer:
    """Correct THE BOOK: ``debtor`` owes that much more, to ``creditor``. No result of a night changes.

    ``about`` is the date of the night behind it. Refused if a guest would owe. Raises ``Impossible`` for one and the
    same player, ``Unknown`` if no bank was opened on that date.
    """
    check_cents(amount_cents)
    fields = {"debtor": debtor.number, "creditor": creditor.number, "amount": amount_cents, "reason": reason}
    draft = act_once(Draft(Kind.CORRECT, stamp, fields if about is None else {**fields, "about": about.isoformat()}))
    if debtor == creditor:
        raise Impossible(f"{debtor} cannot owe themselves.")
    if about is not None and not Night.objects.exclude(rules=None).filter(date=about).exists():
        raise Unknown(f"No bank was opened on {day_of(about)}: leave the night out, or give the date of one.")
    moved = Movement(book_account(debtor.number), book_account(creditor.number), amount_cents, debtor.number)
    return record_between_nights(draft, [moved], violations=would_owe({debtor: -amount_cents}))


def would_owe(changes: Mapping[Player, int]) -> tuple[RuleViolation, ...]:
    """Return the violation if guests would owe THE BOOK after those changes, in signed cents."""
    names = []
    for player, cents in changes.items():
        now = as_they_are_now(player)
        if cents < 0 and not now.regular and standing_of(now) + cents < 0:
            names.append(now.name)
    return (guests_owe(*names),) if names else ()


@command
def object_to(*, stamp: Stamp, player: Player, act: int, words: str) -> Noted:
    """Record the objection of a player (not a duplicate) to the act of that number, with their words.

    Raises ``Unknown`` for an act that is not about them, ``Impossible`` for an undone act, and while their objection to
    it is open, ``Malformed`` without a word.
    """
    found = Act.objects.select_related("night", "reversed_by").filter(number=act).first()
    if found is None or not is_about(found, player):
        raise Unknown(f"Act {act} is not about {player}.")
    draft = fact_once(
        FactDraft(FactKind.OBJECT, found.night, player, reason=parse_why(words), content={"act": act}), stamp
    )
    if undone_by := getattr(found, "reversed_by", None):
        raise Impossible(f"That was undone already, by act {undone_by.number}.")
    facts = Fact.objects.filter(kind__in=(FactKind.OBJECT, FactKind.REPLY), player__in=same_person(player))
    if any(one.is_open and one.line.number == act for one in objections(facts_of_people(facts.order_by("id")))):
        raise Impossible("You have said so already, and it is not answered yet.")
    return note_fact(draft, stamp, f"The {'banker' if found.night else 'host'} reads what you wrote.")


@command
def answer_objection(*, stamp: Stamp, objection: int, words: str) -> Noted:
    """Answer the objection of that fact with a word. Raises ``Unknown``, and ``Impossible`` if it is not open."""
    about = Fact.objects.select_related("night", "player").filter(pk=objection, kind=FactKind.OBJECT).first()
    found = objection_called(objection)
    if about is None or found is None:
        raise Unknown("There is no such objection.")
    draft = fact_once(FactDraft(FactKind.REPLY, about.night, about.player, about=about, reason=parse_why(words)), stamp)
    if found.line.undone:
        raise Impossible("The line was undone meanwhile: that has answered it.")
    if not found.is_open:
        raise Impossible(f"{found.reply_by or 'Somebody'} has answered already: {found.reply}")
    return Noted(record_fact(draft, stamp), remark=f"{found.name} sees your answer.")
