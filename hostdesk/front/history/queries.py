"""The acts, facts and e-mails of the history: limited to the reader, selected by its filter, and worded as entries."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple, TypeVar

from django.db.models import F, IntegerField, JSONField, Min, Model, Q, QuerySet, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from hostdesk.mail.messages.queries import tried_by_mail
from hostdesk.models import Message
from hostdesk.standings.book.entry_queries import HistoryEntry, act_entries
from hostdesk.table.conduct.rule_fields import early_words
from ledger.bank.queries import terms_of
from ledger.bank.text import AMOUNTS, PLAYED_ONLINE
from ledger.book.own_queries import Objection, objections
from ledger.book.queries import BOOK_KINDS
from ledger.models import Account, AccountKind
from ledger.reports.ruling_queries import RULED_FACTS, rulings_of_facts
from reservations.acts.facts import FactKind, FactValue
from reservations.acts.kinds import Kind
from reservations.acts.queries import names_players
from reservations.conduct.rules import ConductKind, Decider
from reservations.models import Act, Fact, Player
from reservations.parsing.documents import beside
from reservations.parsing.names import shown_name, shown_text
from reservations.players.queries import facts_of_people, player_names, same_person

Row = TypeVar("Row", bound=Model)


DISPUTES = "dispute"
"""The name of a dispute among the rules; it set none aside."""
RULINGS = "rulings"

_NOTHING = Q(pk__in=())
_ONLINE = Act.objects.filter(ruling=PLAYED_ONLINE).exclude(overruled="[]").order_by()
_FIRST_ONLINE = Q(number__in=_ONLINE.values("night").annotate(first=Min("number")).values("first"))
"""All acts of a night that was played online have one ruling: the first of them stands for it."""
_CONDUCT = Q(kind=FactKind.CONDUCT) | Q(kind=FactKind.CALL, about=None)
_ARRIVALS = Q(kind__in=(FactKind.CAME, FactKind.MARK, FactKind.TURNED_AWAY))
_OBJECTIONS = Q(kind=FactKind.OBJECT)


class Matter(NamedTuple):
    """A subject of a host's search: its name, and the acts, facts and e-mails about it."""

    label: str
    acts: Q = _NOTHING
    facts: Q = _NOTHING
    mails: Q = _NOTHING


EVERYTHING = Matter("Everything", Q(), RULED_FACTS | _CONDUCT | _ARRIVALS | _OBJECTIONS, Q())
MATTERS = {
    RULINGS: Matter(
        "Rulings and conduct", ~Q(overruled="[]") & (~Q(ruling=PLAYED_ONLINE) | _FIRST_ONLINE), RULED_FACTS | _CONDUCT
    ),
    "book": Matter("THE BOOK", Q(kind__in=(*BOOK_KINDS, Kind.CLAIM, Kind.DISPUTE, Kind.CONSOLIDATE))),
    "objections": Matter("Objections", facts=_OBJECTIONS),
    "arrivals": Matter("Arrivals", Q(kind=Kind.ARRIVE), _ARRIVALS),
    "mail": Matter("E-mails", mails=Q()),
}


class Scope(NamedTuple):
    """The nights in view: those of these houses (None: of all) or one night alone, by id."""

    houses: Collection[int] | None = None
    night: int | None = None

    @property
    def is_all(self) -> bool:
        """Whether everything is in view, also rows without a night."""
        return self.houses is None and self.night is None

    def of(self, found: QuerySet[Row], night: str = "night__") -> QuerySet[Row]:
        """Return the rows in view; ``night`` is the path from a row to its night."""
        if self.is_all:
            return found
        theirs = {f"{night}pk": self.night} if self.houses is None else {f"{night}house__in": self.houses}
        return found.filter(**theirs)


def acts_found(query: Mapping[str, Any], scope: Scope) -> QuerySet[Act]:
    """Return the acts of the selection."""
    about_another = Act.objects.annotate(of=KeyTextTransform("of", Cast("content", JSONField())))
    return _narrowed(scope.of(about_another), _ACTS, query)


def facts_found(query: Mapping[str, Any], scope: Scope) -> QuerySet[Fact]:
    """Return the facts of the selection, of the kinds that the history has."""
    return _narrowed(scope.of(Fact.objects.filter(EVERYTHING.facts)), _FACTS, query)


def mails_found(query: Mapping[str, Any], scope: Scope) -> QuerySet[Message]:
    """Return the e-mails of the selection, as ``at`` their last try; only a host of all houses sees them."""
    tried = tried_by_mail().annotate(at=F("tried_at"))
    return _narrowed(tried if scope.is_all else tried.none(), _MAILS, query)


def recorded(query: Mapping[str, Any], scope: Scope) -> QuerySet[Any]:
    """Return the time, the sort (`ACT` and so on) and the key of every selected record, newest first."""
    every: Sequence[QuerySet[Any]] = (mails_found(query, scope), facts_found(query, scope), acts_found(query, scope))
    mails, facts, acts = (
        found.order_by().annotate(sort=Value(sort, IntegerField())).values_list("at", "sort", "pk")
        for sort, found in enumerate(every)
    )
    found: QuerySet[Any] = acts.union(facts, mails, all=True)
    return found.order_by("-at", "-sort", "-pk")


MAIL, FACT, ACT = range(3)
"""The sorts of rows: of one moment, an act comes after the fact that it follows from."""


def _narrowed(found: QuerySet[Row], ways: Mapping[str, Callable[[Any], Q]], query: Mapping[str, Any]) -> QuerySet[Row]:
    """Return the rows that match; rows without a value for a filter in use do not."""
    if query.keys() - ways.keys():
        return found.none()
    return found.filter(*(ways[name](value) for name, value in query.items()))


def _begins(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def _with_words(words: str, *fields: str) -> Q:
    """Return the rows with these words in their texts, as JSON writes them, in any case."""
    pattern = re.escape(json.dumps(words, ensure_ascii=False)[1:-1])
    return Q(*((f"{field}__iregex", pattern) for field in fields), _connector=Q.OR)


def _numbers(number: int) -> list[int]:
    return same_person(Player.objects.person(number))


def _acts_about(number: int) -> Q:
    """Return the acts that name a person, by any of the person's numbers, and the acts about those acts."""
    numbers = _numbers(number)
    named = names_players(numbers) | Q(kind=Kind.PLAYER, number__in=numbers)
    return named | Q(of__in=Act.objects.filter(named).values("key"))


def _acts_against(rule: str) -> Q:
    """Return the acts that set a rule aside; early ones kept only its sentence."""
    early = (Q(overruled__startswith='["', overruled__contains=words) for words in early_words(rule))
    return Q(*early, Q(overruled__contains=f'["{rule}",'), _connector=Q.OR)


def _decided(who: str, by_table: Q) -> Q:
    return by_table if who == Decider.TABLE else ~by_table


def _facts_against(rule: str) -> Q:
    if rule == DISPUTES:
        return Q(kind=FactKind.RULED)
    early = (Q(outcome__contains=words) for words in early_words(rule))
    return Q(*early, Q(outcome__contains=f'["{rule}",'), _connector=Q.OR)


_TABLE = r"the table( agreed)?\s*"
_BY_TABLE = rf'"(decider|ruling)":"{_TABLE}[:"]'
_UNDONE = Q(pk__in=Fact.objects.filter(kind=FactKind.TAKE_BACK, about__isnull=False).values("about"))


def _ways(night: str, **own: Callable[[Any], Q]) -> Mapping[str, Callable[[Any], Q]]:
    """Return the function for every field of the filter; ``night`` is the path from a row to its night."""
    return {
        "since": lambda day: Q(at__gte=_begins(day)),
        "until": lambda day: Q(at__lt=_begins(day + timedelta(days=1))),
        "night": lambda number: Q(**{night: number}),
        "house": lambda key: Q(**{f"{night}__house__key": key}),
        "player": lambda number: Q(player__in=_numbers(number)),
        **own,
    }


_ACTS = _ways(
    "night",
    kind=lambda kind: MATTERS[kind].acts if kind in MATTERS else Q(kind=kind),
    player=_acts_about,
    amount=lambda cents: Q(content__regex=rf'"({"|".join(AMOUNTS.values())})":{cents}[,}}]'),
    words=lambda words: _with_words(words, "content", "ruling", "count_ruling"),
    number=lambda number: Q(number=number),
    state=lambda state: {"stands": Q(reversed_by=None), "undone": ~Q(reversed_by=None)}.get(state, _NOTHING),
    rule=_acts_against,
    decider=lambda who: _decided(who, Q(ruling__iregex=rf"^\s*{_TABLE}(:|$)")),
)
_FACTS = _ways(
    "night",
    kind=lambda kind: MATTERS[kind].facts if kind in MATTERS else _NOTHING,
    words=lambda words: _with_words(words, "reason", "content", "outcome"),
    state=lambda state: {"stands": ~_UNDONE, "undone": _UNDONE}.get(state, _NOTHING),
    rule=_facts_against,
    decider=lambda who: RULED_FACTS & _decided(who, Q(content__iregex=_BY_TABLE) | Q(outcome__iregex=_BY_TABLE)),
)
_MAILS = _ways(
    "fact__night",
    kind=lambda kind: MATTERS[kind].mails if kind in MATTERS else _NOTHING,
    words=lambda words: _with_words(words, "subject"),
    state=lambda state: {"sent": ~Q(sent_at=None), "failed": Q(sent_at=None)}.get(state, _NOTHING),
)


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
    facts, later = facts_of_people(found.values()), facts_of_people(answers)
    names = player_names(fact.player for fact in facts if fact.player)
    objected = {objection.id: objection for objection in objections([*facts, *later])}
    of_rulings = [fact for fact in facts if fact.kind == FactKind.RULED or "ruling" in fact.outcome]
    ruled = {fact.id: line for fact, line in rulings_of_facts(of_rulings, names)}
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


def _what(fact: FactValue, name: str) -> str:
    """Return a phrase for a fact of conduct or of the door; "" for any other."""
    phrases, value = _PHRASES.get(fact.kind, {"other": ""}), str(next(iter(fact.content.values()), ""))
    phrase = phrases[value] if value in phrases else phrases["other"]
    return phrase.format(name=name, word=value, reason=shown_text(fact.reason))


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
    """Return the receivers of e-mails and whether they went out; the desk itself tries an unclaimed one again."""
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
