"""The bank of a night: its state, its balances, and the results of its players."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any

from django.db.models import Q, Sum

from ledger.bank.history import NightBalances, NightHistory, RecordedAct, date_fault
from ledger.bank.notes import NoteNow
from ledger.bank.register_queries import notes_of
from ledger.chips.colours import ALONE, ChipsTonight, Sale, Sharing, in_turn, usable
from ledger.models import Account, AccountKind, Bank, Transfer
from ledger.money.words import Means
from ledger.standings.queries import booked
from ledger.terms.bank_terms import BankTerms, Blinds, Colour, bank_terms
from ledger.terms.limits import NightLimits, night_limits
from reservations.acts.chain import ChainEnd
from reservations.acts.kinds import PLAYER_FIELDS, Kind, Stamp
from reservations.acts.moments import read_once
from reservations.acts.problems import Impossible, Unlikely
from reservations.acts.queries import Draft, act_once, in_effect
from reservations.models import Act, Night, Player, Rules
from reservations.players.people import Merges, People
from reservations.players.queries import merges_at, persons_names_as_of

FULL_TABLE = 9
"""The number of players for a rack on a night without a known number of seats."""

Sums = Mapping[tuple[str, str, str, int | None], int]
"""Cents moved, by kind of act, kind of the account debited, kind of the account credited, and player."""


@dataclass(frozen=True)
class BankNow:
    """The bank of a night as of the act ``last``: its terms, history, accounts and sums.

    ``last_transfer`` is the number of the newest transfer then, ``merges`` are those in effect. The ``names`` of
    everybody and the ``notes`` of the night are read later, also as of that act.
    """

    bank: Bank
    last: ChainEnd
    last_transfer: int
    merges: Merges
    history: NightHistory
    accounts: Mapping[str, Account]
    sums: Sums

    @cached_property
    def people(self) -> People:
        return People.merged(self.merges.values())

    @cached_property
    def notes(self) -> Sequence[NoteNow]:
        return notes_of(self.night, until=self.last.number, people=self.people)

    @cached_property
    def names(self) -> Mapping[int, str]:
        return persons_names_as_of(self.last.number)

    def person(self, number: int) -> Player:
        """Return a person with their inviter, as written up to that act. Raises ``Player.DoesNotExist``."""
        if number not in self._persons:
            self._persons[number] = Player.objects.person(number)
        return self._persons[number]

    @cached_property
    def _persons(self) -> dict[int, Player]:
        return {}

    @cached_property
    def terms(self) -> BankTerms:
        return terms_of(self.night.kept_rules)

    @cached_property
    def balances(self) -> NightBalances:
        cents = Counter[str]()
        for (_, debit, credit, _), moved in self.sums.items():
            cents[debit] += moved
            cents[credit] -= moved
        return NightBalances(
            drawer_cents=cents[AccountKind.DRAWER],
            chips_cents=-cents[AccountKind.CHIPS],
            final_pot_cents=-cents[AccountKind.FINAL_POT],
            float_cents=-cents[AccountKind.FLOAT],
            over_short_cents=cents[AccountKind.OVER_SHORT],
            notes_out_cents=sum(note.out_cents for note in self.notes),
        )

    @cached_property
    def owed_tonight(self) -> Mapping[int, int]:
        """The debt of every person to THE BOOK from tonight alone, as in `book_tonight`."""
        if self.bank.closed_id is not None:
            return book_tonight(self.night)
        owed = Counter[int]()
        for (_, debit, credit, player), cents in self.sums.items():
            if player is not None and AccountKind.BOOK in (debit, credit):
                owed[player] += cents if debit == AccountKind.BOOK else -cents
        return {player: cents for player, cents in sorted(owed.items()) if cents}

    @cached_property
    def chips(self) -> ChipsTonight | None:
        """Where the chips are now; None in a house without colours. See :func:`chips_after`."""
        return chips_after(self.history, self.terms.chips, sharing=self.sharing)

    @property
    def sharing(self) -> Sharing:
        """The shares of a counted rack: by the seats of the night, in the colours that its first blinds need."""
        blinds = first_blinds(self.terms, self.history.figures)
        bets = () if blinds is None else (blinds.small_cents, blinds.big_cents)
        return Sharing(self.night.seats or FULL_TABLE, usable(self.terms.chips, bets))

    def chips_at(self, act: int) -> ChipsTonight | None:
        """Return where the chips were after the act of that number."""
        moves = (self.history.of_kind(kind)[-1:] for kind in (Kind.BUY_IN, Kind.CASH_OUT))
        is_last = all(moved.number <= act for latest in moves for moved in latest)
        return self.chips if is_last else chips_after(self.history, self.terms.chips, act, self.sharing)

    @property
    def night(self) -> Night:
        return self.bank.night

    @cached_property
    def has_book(self) -> bool:
        """Whether debts to THE BOOK are possible: the house keeps it, or a ruling has let a player owe tonight."""
        return self.terms.has_book or not self.ruled_means.isdisjoint((Means.NOTE, Means.BOOK))

    @property
    def ruled_means(self) -> set[Means]:
        """The means of tonight's chips that the house does not take: rulings let them in."""
        return self.history.means_used - {*self.terms.pays_with}

    @cached_property
    def blinds(self) -> Blinds | None:
        """The present blinds: of the level, else of the night, else of the house."""
        level = self.history.level
        return first_blinds(self.terms, self.history.figures) if level is None else self.terms.levels[level - 1]

    @property
    def limits(self) -> NightLimits:
        return limits_of(self.terms, self.history.figures, self.blinds, self.history.big_stack_cents)


def limits_of(
    terms: BankTerms, figures: Mapping[str, Any], blinds: Blinds | None, big_stack_cents: int | None = None
) -> NightLimits:
    """Return the limits of a night with its own figures; raises as `night_limits` does."""
    return night_limits(
        terms,
        blinds=blinds,
        minimum_cents=figures.get("buy_in_min"),
        maximum_cents=figures.get("buy_in_max"),
        big_stack_cents=big_stack_cents,
        or_big_stack=bool(figures.get("or_big_stack")),
    )


def first_blinds(terms: BankTerms, figures: Mapping[str, Any]) -> Blinds | None:
    """Return the opening blinds of a night: its own, else the house's, else those of the first level."""
    house = terms.blinds or next(iter(terms.levels), None)
    small = figures.get("small_blind", house and house.small_cents)
    big = figures.get("big_blind", house and house.big_cents)
    return None if small is None or big is None else Blinds(small, big)


def terms_of(rules: Rules) -> BankTerms:
    return _parsed(rules.digest, rules.document)


@lru_cache(maxsize=64)
def _parsed(digest: str, document: str) -> BankTerms:
    return bank_terms(json.loads(document))


_MOST_KEPT = 8
KEPT_BANKS: dict[int, BankNow] = {}
"""The banks of open nights as this process read them last, by the night's id.

A bank is valid as of its last act alone: its readers ask the database for that act, by number and seal, and for all
later ones. So they find records of other processes, and acts lost with a failed transaction.
"""
# Every page and every act needs this query: built from the ORM's parts it takes several times as long.
_SINCE = """
    SELECT a.number, a.head, a.seal, a."key", a.kind, a."at", a.content, a.night_id,
        t.number AS transfer, debit.kind AS debit, credit.kind AS credit, t.player_id, t.cents, t.note_id,
        EXISTS (SELECT 1 FROM reservations_act WHERE "key" = %s) AS is_taken
    FROM reservations_act a LEFT JOIN ledger_transfer t ON t.act_id = a.number
        LEFT JOIN ledger_account debit ON debit.id = t.debit_id
        LEFT JOIN ledger_account credit ON credit.id = t.credit_id
    WHERE a.number >= %s ORDER BY a.number, t.number
"""
"""The acts from one on, with a row for every transfer, and whether an act has a key."""
_TURNS = (Kind.REVERSE, Kind.MERGE, Kind.HAND_OVER, Kind.CLOSE)
"""Acts that change earlier ones, or the bank's own row: after them everything is read anew."""


def open_bank(night: Night) -> BankNow:
    """Return the bank of an open night. Raises ``Impossible`` for a night that is closed or was never opened."""
    now = bank_of(night)
    if now.bank.closed_id is not None:
        raise Impossible(f"The {night} is closed (act {now.bank.closed_id}): a closed night takes no act.")
    return now


def bank_once(kind: Kind, stamp: Stamp, content: Mapping[str, Any], night: Night) -> tuple[Draft, BankNow]:
    """Return a new draft, and the open bank for it: one query looks up its key and the acts since the bank was kept.

    Raises ``Repeated`` for a recorded draft, the errors of `known_act` and :func:`open_bank`, and ``Unlikely`` for an
    act of another day, by the date of its stamp in its own offset.
    """
    draft = Draft(kind, stamp, content, night)
    stamp.check_ruling()
    now, is_taken = _caught_up(night, stamp.key)
    if now is None or is_taken or any(draft.content.get(name) in now.people for name in PLAYER_FIELDS):
        act_once(draft)
    now = now or open_bank(night)
    if not stamp.as_it_was and (fault := date_fault(kind, stamp.at, now.night.date)):
        raise Unlikely(fault)
    return draft, now


def bank_of(night: Night) -> BankNow:
    """Return the bank of a night, open or closed. Raises ``Impossible`` if none was opened."""
    return _caught_up(night)[0] or _read(night)


def _caught_up(night: Night, key: str = "") -> tuple[BankNow | None, bool]:
    """Return the kept bank with the acts since, and whether an act has that key.

    The bank is None if none was kept, or if it must be read anew because adding the acts is not enough.
    """
    known = KEPT_BANKS.get(night.pk)
    if known is None:
        return None, False
    rows: list[Any] = list(Act.objects.raw(_SINCE, (key, known.last.number)))
    is_taken = any(row.is_taken for row in rows)
    # Seats change without an act, and they decide the shares of chips.
    same = known.last.number, known.last.seal, known.bank.night.seats
    is_valid = bool(rows) and (rows[0].number, rows[0].seal, night.seats) == same
    if not is_valid or any(row.kind in _TURNS and row.night_id in (None, night.pk) for row in rows[1:]):
        KEPT_BANKS.pop(night.pk, None)
        return None, is_taken
    acts, sums, last_transfer, is_new_note = {}, {**known.sums}, known.last_transfer, False
    for row in rows:
        last_transfer = max(last_transfer, row.transfer or 0)
        if row.number == known.last.number or row.night_id != night.pk:
            continue
        content = known.people.in_fields(json.loads(row.content))
        acts[row.number] = RecordedAct(row.number, row.key, row.kind, row.at, content)
        if row.transfer is not None:
            player = None if row.player_id is None else known.people[row.player_id]
            moved = (row.kind, row.debit, row.credit, player)
            sums[moved] = sums.get(moved, 0) + row.cents
            is_new_note = is_new_note or row.note_id is not None
    last = ChainEnd(rows[-1].number, rows[-1].head, rows[-1].seal)
    history = known.history.followed_by(acts.values())
    now = replace(known, last=last, last_transfer=last_transfer, history=history, sums=sums)
    as_written = all(row.kind != Kind.PLAYER for row in rows[1:])
    lasting = {"terms": True, "people": True, "notes": not is_new_note, "names": as_written, "_persons": as_written}
    now.__dict__.update({name: known.__dict__[name] for name in lasting if lasting[name] and name in known.__dict__})
    chips, kinds = known.__dict__.get("chips"), {act.kind for act in acts.values()}
    # If one press records several acts, the chips of an act depend on the acts that follow.
    is_alone = all(act.form_key == act.key for act in acts.values())
    if chips and is_alone and kinds.isdisjoint((Kind.GAVE_OTHERS, Kind.STAKES)):
        now.__dict__["chips"] = in_turn(_chips_moved(acts.values(), {}), chips.colours, chips, now.sharing)
    KEPT_BANKS[night.pk] = now
    return now, is_taken


def _read(night: Night) -> BankNow:
    last = Act.objects.order_by("-number").values_list("number", "head", "seal").first()
    bank = Bank.objects.select_related("night__rules", "night__house").filter(pk=night.pk).first()
    if bank is None or last is None:
        raise Impossible(f"No bank has been opened on the {night}.")
    until = bank.closed_id or last[0]  # Acts after the close have undone the whole night.
    history, merges = _history_and_merges(night, until)
    accounts = {account.kind: account for account in Account.objects.filter(night=night, player=None)}
    sums = moved_by(night, until, People.merged(merges.values()))
    now = BankNow(bank, ChainEnd(*last), last_transfer(), merges, history, accounts, sums)
    return now if bank.closed_id is not None else _keep(now)


def keep_opened(bank: Bank, act: Act, accounts: Iterable[Account], float_cents: int) -> None:
    """Keep the bank that this act has opened, so that the first act on the night reads nothing anew."""
    merges = merges_at(None)
    content = People.merged(merges.values()).in_fields(json.loads(act.content))
    history = NightHistory([RecordedAct(act.number, act.key, act.kind, act.at.astimezone(UTC), content)])
    moved: Sums = {(act.kind, AccountKind.DRAWER, AccountKind.FLOAT, None): float_cents} if float_cents else {}
    of_kind = {account.kind: account for account in accounts}
    now = BankNow(bank, ChainEnd(act.number, act.head, act.seal), last_transfer(), merges, history, of_kind, moved)
    now.__dict__["notes"] = []
    _keep(now)


def last_transfer() -> int:
    """Return the number of the newest transfer; 0 if there is none."""
    return Transfer.objects.order_by("-number").values_list("number", flat=True).first() or 0


def _keep(now: BankNow) -> BankNow:
    while len(KEPT_BANKS) >= _MOST_KEPT:
        KEPT_BANKS.pop(next(iter([*KEPT_BANKS])), None)  # in a copy: other threads keep banks, too
    KEPT_BANKS[now.night.pk] = now
    return now


def moved_by(night: Night, until: int, people: People) -> Sums:
    """Return the sums moved by the acts of a night that are in effect as of that act, between those ``people``."""
    acts = in_effect(Act.objects.filter(night=night), until=until)
    moved = Transfer.objects.filter(act__in=acts).order_by()
    rows = moved.values_list("act__kind", "debit__kind", "credit__kind", "player").annotate(Sum("cents"))
    sums = Counter[tuple[str, str, str, int | None]]()
    for kind, debit, credit, player, cents in rows:
        sums[kind, debit, credit, None if player is None else people[player]] += cents
    return sums


def history_of(night: Night, *, until: int | None = None) -> NightHistory:
    """Return the acts of a night that are in effect; with ``until``, as of the act of that number.

    A merged player counts as their person by then, and after the night's close as their person at the close. A night
    that was taken back since counts as of its close.
    """
    history = _history_and_merges(night, until)[0]
    if history.acts or until is not None:
        return history
    closed = Act.objects.filter(night=night, kind=Kind.CLOSE).values_list("number", flat=True).first()
    return _history_and_merges(night, closed)[0] if closed else history


def _history_and_merges(night: Night, until: int | None = None) -> tuple[NightHistory, Merges]:
    acts = in_effect(Act.objects.filter(night=night), until=until).order_by("number")
    rows = list(acts.values_list("number", "key", "kind", "at", "content"))
    merges = merges_at(rows[-1][0] if rows and rows[-1][2] == Kind.CLOSE else until)
    people = People.merged(merges.values())
    recorded = [
        RecordedAct(number, key, kind, at, people.in_fields(json.loads(content)))
        for number, key, kind, at, content in rows
    ]
    return NightHistory(recorded), merges


def chips_after(
    history: NightHistory, colours: Sequence[Colour], until: int | None = None, sharing: Sharing = ALONE
) -> ChipsTonight | None:
    """Return where the chips are by the acts in effect, after act ``until`` or now; None without colours.

    The colours of returned chips are not recorded: see `in_turn`.
    """
    given = {act.content["of"]: act.content["chips"] for act in history.of_kind(Kind.GAVE_OTHERS)}
    return in_turn(_chips_moved(history.acts, given, until), colours, sharing=sharing) if colours else None


def _chips_moved(
    acts: Iterable[RecordedAct], given: Mapping[str, Mapping[str, int]], until: int | None = None
) -> Iterator[int | Sale]:
    """Yield the movements up to an act: buy-ins, with the chips ``given`` for some, and returned cents (−)."""
    for _, together in groupby(acts, key=lambda act: (act.kind, act.at, act.form_key)):
        alike = [*together]
        for place, recorded in enumerate(alike):
            if until is not None and recorded.number > until:
                return
            if recorded.kind == Kind.BUY_IN:
                yield Sale(recorded.content["amount"], given.get(recorded.key), len(alike), place)
            elif recorded.kind == Kind.CASH_OUT and recorded.content["banker_count"]:
                yield -recorded.content["banker_count"]


def book_tonight(night: Night) -> dict[int, int]:
    """Return the debt of every present person to THE BOOK from this night alone, in cents; − is a credit; no zeros."""
    changes = booked(Transfer.objects.filter(act__night=night))
    return {player: -cents for (player,), cents in sorted(changes.items()) if cents}


def drawer_is_counted(now: BankNow) -> bool:
    """Tell whether the drawer was counted after the last act that moved cash; a chip sale moves none."""
    drawer, counted_by = now.accounts[AccountKind.DRAWER], now.history.drawer_counted_by
    if counted_by in (None, now.last.number):
        return counted_by is not None
    moved = Transfer.objects.filter(Q(debit=drawer) | Q(credit=drawer), act__number__gt=counted_by)
    return not moved.exclude(act__kind=Kind.CHIP_SALE).exclude(act__reverses__kind=Kind.CHIP_SALE).exists()


@read_once
def last_act() -> Act | None:
    """Return the newest act of the ledger; None if there is none."""
    return Act.objects.order_by("-number").first()
