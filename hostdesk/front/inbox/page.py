"""The inbox: all open matters of a host, or of the banker of a night, on one page; other pages show their number."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, QuerySet, Sum
from django.utils.module_loading import import_string
from django.utils.timezone import localdate

from hostdesk.base.leaves.queries import added
from hostdesk.base.site.rounds import MAILBOX, rounds
from hostdesk.invitations.group_link.claim_commands import open_claims
from hostdesk.mail.mail_account.queries import incoming, waiting_for_mail
from hostdesk.mail.mailbox.commands import MOST_KEPT
from hostdesk.mail.mailbox.queries import unread_mails
from hostdesk.mail.messages.queries import reminders_to_pass_on
from hostdesk.models import ClaimAnswer, MailboxPlace, Message, NameClaim, PlayerEmail, ReceivedMail
from hostdesk.people.players.queries import who_left
from hostdesk.table.requests.queries import OpenRequest, open_requests_on
from ledger.book.own_queries import OBJECTIONS, objections, open_objections
from ledger.months.plan_queries import claims_to_answer, offer
from ledger.standings.queries import EVER_IN_BOOK
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind
from reservations.messages.rules import REMINDERS
from reservations.models import Act, Desk, Fact, Night, Player
from reservations.players.queries import night_facts
from reservations.rsvps.queries import has_started, rsvp_states_of, upcoming
from reservations.strikes.queries import disputed_strikes

SHOWN = 50
"""How many mails the page shows; the next ones follow as these are dealt with."""
_MOST_NIGHTS = 3
_STILL_MEANT = timedelta(days=2)
"""How long after its day a planned night may still be played."""


class OpenMatters(dict[str, Sequence[Any]]):
    """The open matters, by the kinds of `OF_HOUSES` and `OF_THE_DESK`, the newest first."""

    @property
    def count(self) -> int:
        """The number of open matters."""
        return sum(map(len, self.values()))

    @property
    def urgent(self) -> int:
        """The number of urgent ones: phones that saw other books, and mails that take an answer back."""
        return sum(getattr(matter, "is_urgent", False) for matters in self.values() for matter in matters)


def _asks(nights: Iterable[Night]) -> list[tuple[Night, Sequence[OpenRequest]]]:
    return [(night, [request]) for night in nights for request in open_requests_on(night)]


def _to_pass_on(nights: QuerySet[Night], now: datetime) -> list[tuple[Night, int]]:
    planned = nights.filter(date__gte=localdate(now) - _STILL_MEANT)
    reminders = reminders_to_pass_on(planned, now)
    return [(night, reminders[night.pk]) for night in planned if night.pk in reminders]


_Find = Callable[[Collection[int] | None, datetime], Sequence[Any]]
_OPEN = Night.objects.filter(bank__isnull=False, bank__closed=None)
OF_HOUSES: Mapping[str, tuple[QuerySet[Any], _Find]] = {
    "requests": (Fact.objects.filter(kind=FactKind.REQUEST, night__in=_OPEN), lambda of, _: _asks(_OPEN.in_houses(of))),
    "claims": (NameClaim.objects.filter(answer=ClaimAnswer.NONE), lambda of, now: open_claims(now, houses=of)),
    "objections": (Fact.objects.filter(kind=FactKind.OBJECT), lambda of, now: open_objections(of)),
    "strikes": (Fact.objects.filter(kind=FactKind.CONTEST), lambda of, now: disputed_strikes(of)),
    "to_pass_on": (
        Message.objects.filter(kind__in=REMINDERS, sent_at=None, given_at=None),
        lambda of, now: _to_pass_on(Night.objects.in_houses(of).planned(), now),
    ),
}
OF_THE_DESK: Mapping[str, tuple[QuerySet[Any], _Find]] = {
    **{kind: import_string(found) for kind, found in added("inbox").items()},
    "left": (Player.objects.filter(removed=True, forgotten=False), lambda of, now: who_left()),
    "payments": (Act.objects.filter(night=None, kind=Kind.CLAIM), lambda of, now: claims_to_answer(now)),
    "months": (EVER_IN_BOOK, lambda of, now: [*filter(None, [offer(localdate(now))])]),
    "by_mail": (PlayerEmail.objects.all(), lambda of, now: [*filter(None, [waiting_for_mail(localdate(now))])]),
    "mails": (unread_mails().order_by(), lambda of, now: [*unread_mails()]),
}
"""The kinds of open matters: the rows that every matter needs, and the function that finds them.

An entry of ``requests`` is a night with one request, of ``to_pass_on`` a night with the number of its reminders, of
``payments`` a payment with one claim to it and whether that waits for long, of ``by_mail`` the number of players whom
an e-mail would reach.
"""


def waiting_for(houses: Collection[int] | None, now: datetime) -> OpenMatters:
    """Return the open matters for a host of the houses of these ids; for a host of all (None) also those of no house.

    One query finds the kinds with open matters, because many pages show the number; only those are read.
    """
    kinds = {**OF_HOUSES, **({} if houses is not None else OF_THE_DESK)}
    desk = Desk.objects.annotate(**{f"has_{kind}": Exists(rows) for kind, (rows, _) in kinds.items()})
    there = desk.values(*(f"has_{kind}" for kind in kinds)).get(pk=Desk.ONE)
    return OpenMatters(**{kind: find(houses, now) for kind, (_, find) in kinds.items() if there[f"has_{kind}"]})


def waiting_on(night: Night) -> OpenMatters:
    """Return the open matters of one night, for its banker too."""
    found = objections(night_facts(night).of(OBJECTIONS))
    return OpenMatters(requests=_asks([night]), objections=[objection for objection in found if objection.is_open])


def mailbox_context(mails: Sequence[ReceivedMail], now: datetime) -> dict[str, Any]:
    """Return the first of the mails, with the nights of their senders, the mailbox that is read, and its fault.

    The nights are the one that a mail answers, else those ahead: on them a host can answer for the sender.
    """
    ahead = [night for night in upcoming(now) if not has_started(night, now)] if mails else []
    states, rows = rsvp_states_of(ahead), []
    for mail in mails[:SHOWN]:
        nights: list[Night] = []
        if mail.person is not None and not mail.person.removed:
            number = mail.person.number
            invited = [night for night in ahead if number in {*states[night.pk].invited, *states[night.pk].rsvps}]
            nights = [mail.night] if mail.night and mail.night.cancelled_at is None else invited[:_MOST_NIGHTS]
        rows.append((mail, nights))
    state, not_kept = rounds().get(MAILBOX, {}), MailboxPlace.objects.aggregate(sum=Sum("not_kept"))["sum"]
    fault = state.get("fault") if state.get("failed") else ""
    return {"mails": rows, "not_kept": not_kept, "most_kept": MOST_KEPT, "fault": fault, "mailbox": incoming()}
