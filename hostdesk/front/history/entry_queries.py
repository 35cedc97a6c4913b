"""Entries of the history for people: the event, its people, its author, its later fate."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from hostdesk.front.history.queries import ACT, FACT, MAIL
from hostdesk.models import Message
from hostdesk.standings.book.entry_queries import HistoryEntry, act_entries
from ledger.bank.queries import terms_of
from ledger.book.objection_queries import Objection, objections
from ledger.models import Account, AccountKind
from ledger.reports.ruling_queries import rulings_of_facts
from reservations.acts.facts import FactKind, Said
from reservations.conduct.rules import ConductKind
from reservations.models import Act, Fact
from reservations.parsing.documents import beside
from reservations.parsing.names import shown_name, shown_text
from reservations.players.queries import player_names, said_by_people

_PHRASES: Mapping[str, Mapping[str, str]] = beside(__file__, "phrases.toml")
AT_ONCE = 500
"""So many rows are read together: a database takes no more than some thousand keys in a query."""


def entries(keys: Iterable[tuple[datetime, int, int]]) -> list[HistoryEntry]:
    """Return the entries of rows from :func:`recorded`, in a fixed number of queries for every 500 of them."""
    wanted, rows = list(keys), list[HistoryEntry]()
    for start in range(0, len(wanted), AT_ONCE):
        part = wanted[start : start + AT_ONCE]
        found: dict[tuple[int, int], HistoryEntry] = {}
        for sort, read in ((ACT, act_entries), (FACT, _fact_entries), (MAIL, _mail_entries)):
            if numbers := [number for _, of, number in part if of == sort]:
                found |= {(sort, number): entry for number, entry in read(numbers).items()}
        rows += [found[sort, number] for _, sort, number in part]
    return rows


def moved_between(act: Act) -> list[tuple[SafeString, SafeString, int]]:
    """Return the transfers of an act: the account it moves from, the account it moves to, and the cents."""
    moved = act.transfers.select_related("debit__player__merged_into", "credit__player__merged_into")
    return [(_account(transfer.credit), _account(transfer.debit), transfer.cents) for transfer in moved]


def _account(account: Account) -> SafeString:
    kind = "THE BOOK" if account.kind == AccountKind.BOOK else f"the {account.kind}"
    return format_html("{} of <bdi>{}</bdi>", kind, account.player.survivor) if account.player else SafeString(kind)


def _fact_entries(numbers: Sequence[int]) -> dict[int, HistoryEntry]:
    found = Fact.objects.select_related("night__house", "night__rules").in_bulk(numbers)
    answers = Fact.objects.filter(about__in=found, kind__in=(FactKind.TAKE_BACK, FactKind.REPLY)).order_by("id")
    facts, later = said_by_people(found.values()), said_by_people(answers)
    names = player_names(fact.player for fact in facts if fact.player)
    objected = {objection.id: objection for objection in objections([*facts, *later])}
    ruled = {
        fact.id: line
        for fact, line in rulings_of_facts(
            [fact for fact in facts if fact.kind == FactKind.RULED or "ruling" in fact.outcome], names
        )
    }
    undone, rows = {fact.about for fact in later if fact.kind == FactKind.TAKE_BACK}, {}
    for fact in facts:
        night, name = found[fact.id].night, names.get(fact.player or 0, "")
        columns: dict[str, Any] = {"what": _what(fact, name), "by": shown_name(fact.by)}
        if line := ruled.get(fact.id):
            decision = f"{line.verb} by {line.decided_by}: {line.reason}"
            columns = {"what": line.what, "by": line.by, "notes": (*map(str, line.refused), decision)}
        elif objection := objected.get(fact.id):
            columns |= _objected(objection)
        elif night and fact.kind == FactKind.CONDUCT and fact.content["what"] == ConductKind.JUMPED:
            warned = {"marks": ("warned",)}
            columns |= warned if fact.outcome["warning"] else {"cents": terms_of(night.kept_rules).jumped_bet_cents}
        elif fact.kind not in (FactKind.CONDUCT, FactKind.CALL):
            columns["url"] = reverse("night_door", args=[fact.night])
        columns |= {"marks": ("undone",), "undone": True} if fact.id in undone else {}
        rows[fact.id] = HistoryEntry(fact.at, names=(name,) if name else (), night=night, **columns)
    return rows


def _what(fact: Said, name: str) -> str:
    """Return a phrase for a fact of conduct or of the door; "" for any other."""
    phrases, value = _PHRASES.get(fact.kind, {"other": ""}), str(next(iter(fact.content.values()), ""))
    phrase = phrases[value] if value in phrases else phrases["other"]
    return phrase.format(name=name, said=value, reason=shown_text(fact.reason))


def _objected(objection: Objection) -> dict[str, Any]:
    """Return the entry's words about an objection and its answer."""
    answer = f"Answered by {objection.reply_by}: {objection.reply}" if objection.replied_at else ""
    return {
        "what": f"{objection.name} objects to act {objection.line.number}: {objection.line.text}",
        "url": reverse("history_act", args=[objection.line.number]),
        "notes": tuple(filter(None, (objection.words, answer))),
        "marks": ("waits for an answer",) if objection.is_open else (),
    }


def _mail_entries(numbers: Sequence[int]) -> dict[int, HistoryEntry]:
    """Return the receivers of e-mails and whether each went out; the desk itself tries an unclaimed one again."""
    rows = {}
    for mail in Message.objects.filter(pk__in=numbers):
        state = "sent" if mail.sent_at else "not known whether it was sent"
        if mail.failed and not mail.sent_at:
            state = "failed" if mail.claimed_at else "waits"
        place = {"poll_id": mail.fact_id} if mail.fact.kind == FactKind.POLL else {"night_id": mail.fact.night_id}
        page = "poll_messages" if "poll_id" in place else "night_messages"
        rows[mail.pk] = HistoryEntry(
            at=mail.sent_at or mail.claimed_at or mail.made_at,
            what=f"E-mail to {mail.person}: {mail.subject}",
            names=(mail.person.name,),
            night=mail.fact.night,
            url=reverse(page, kwargs=place) if all(place.values()) else "",
            notes=(mail.failed,) if mail.failed else (),
            marks=(state,),
        )
    return rows
