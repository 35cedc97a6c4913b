"""The history of a night so far: the content of its acts beyond the balances. Pure.

It is a fold: the thousandth act of a night costs the same as the tenth. The acts of a night at online tables stand in
the ledger with all purchases first: `as_played` has the order of play.
"""

from collections.abc import Iterable, KeysView, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import cached_property, reduce
from operator import attrgetter
from typing import Any

from ledger.money.words import Means
from reservations.acts.kinds import form_key_of
from reservations.acts.program import called
from reservations.parsing.days import day_of

FIGURES = ("small_blind", "big_blind", "buy_in_min", "buy_in_max", "or_big_stack")
"""The figures that a night may set for itself: cents, and whether the big stack lifts a maximum of its own."""

_DATED = ("arrive", "buy_in", "chip_sale", "leave_notice", "last_hand", "cash_out")
"""The kinds of acts that happen while a night is played."""

_ROLES = ("player", "seller", "buyer", "winner")
_BEHIND = ("play_behind", "buy_in", "cash_out")


@dataclass(frozen=True)
class RecordedAct:
    """An act in effect: neither undone nor an undoing. ``content`` has amounts in cents and players by number."""

    number: int
    key: str
    kind: str
    at: datetime
    content: Mapping[str, Any]

    @property
    def form_key(self) -> str:
        """The key of the form that recorded it, alone or together with others."""
        return form_key_of(self.key)

    @property
    def buyer(self) -> int | None:
        """The number of the player who gave money for chips in this act, or None."""
        field = {"buy_in": "player", "chip_sale": "buyer"}.get(self.kind)
        return None if field is None else int(self.content[field])

    @property
    def leaver(self) -> int | None:
        """The number of the player who cashes out in this act; None for other acts, or if they play on."""
        leaves = self.kind == "cash_out" and not self.content.get("plays_on")
        return int(self.content["player"]) if leaves else None


@dataclass(frozen=True)
class PlayerSoFar:
    """The deeds of a player in a night so far. Amounts in cents.

    ``bought`` are the acts in which they gave money for chips, to the bank or to another player, ``last_buy_cents`` is
    their last buy-in from the bank. ``holds_since`` is the number of the act since which they have chips, ``left_by``
    the kind of act by which they left, ``back_at`` the time at which they bought chips after that. ``notice_at`` is
    their first notice of leaving since their last cash-out, ``behind_cents`` the cash behind their chips, declared
    since they last bought or cashed out.
    """

    bought: tuple[RecordedAct, ...] = ()
    bought_cents: int = 0
    last_buy_cents: int | None = None
    sold_cents: int = 0
    cashed_out_cents: int | None = None
    holds_since: int | None = None
    left_by: str | None = None
    back_at: datetime | None = None
    notice_at: datetime | None = None
    behind_cents: int = 0

    @property
    def figures(self) -> tuple[int, int | None]:
        """The cents they gave for chips, and those they cashed out; None for no cash-out."""
        return self.bought_cents, self.cashed_out_cents

    def after(self, act: RecordedAct, role: str) -> "PlayerSoFar":
        """Return the deeds including that ``role`` in an act."""
        now = self
        if role == "seller":
            return replace(now, sold_cents=now.sold_cents + act.content["amount"])
        if act.kind in ("buy_in", "chip_sale"):
            if now.holds_since is None:
                is_back = now.left_by == "cash_out" or bool(now.bought)
                now = replace(now, holds_since=act.number, back_at=act.at if is_back else None)
            cents = act.content["amount"]
            now = replace(now, bought=(*now.bought, act), bought_cents=now.bought_cents + cents, left_by=None)
            now = replace(now, last_buy_cents=cents) if act.kind == "buy_in" else now
        elif act.kind == "cash_out":
            now = replace(now, cashed_out_cents=(now.cashed_out_cents or 0) + act.content["banker_count"])
        elif act.kind == "leave_notice" and (now.notice_at is None or act.at < now.notice_at):
            now = replace(now, notice_at=act.at)
        elif act.kind == "leave":
            now = replace(now, left_by=act.kind)
        elif act.kind == "arrive" and now.left_by == "leave":
            now = replace(now, left_by=None)
        if act.leaver is not None:
            now = replace(now, holds_since=None, left_by=act.kind, notice_at=None)
        if act.kind in _BEHIND:
            now = replace(now, behind_cents=act.content["amount"] if act.kind == "play_behind" else 0)
        return now


_NOTHING_YET = PlayerSoFar()


@dataclass(frozen=True)
class _Fold:
    """The sum of acts: in order, by kind, by player in order of arrival, and the means paid for chips."""

    acts: tuple[RecordedAct, ...] = ()
    of_kind: Mapping[str, tuple[RecordedAct, ...]] = field(default_factory=dict)
    players: dict[int, PlayerSoFar] = field(default_factory=dict)
    means: frozenset[Means] = frozenset()

    def after(self, act: RecordedAct) -> "_Fold":
        players = {**self.players}
        for role in _ROLES:
            if role in act.content:
                number = act.content[role]
                players[number] = players.get(number, _NOTHING_YET).after(act, role)
        of_kind = {**self.of_kind, act.kind: (*self.of_kind.get(act.kind, ()), act)}
        means = self.means | {Means(act.content["pay"])} if "pay" in act.content else self.means
        return _Fold((*self.acts, act), of_kind, players, means)


@dataclass(frozen=True)
class NightHistory:
    """The acts of a night that are in effect, in their order."""

    acts: Sequence[RecordedAct]

    @cached_property
    def _fold(self) -> _Fold:
        return reduce(_Fold.after, self.acts, _Fold())

    def followed_by(self, acts: Iterable[RecordedAct]) -> "NightHistory":
        """Return the history with later acts added."""
        fold = reduce(_Fold.after, acts, self._fold)
        history = NightHistory(fold.acts)
        history.__dict__["_fold"] = fold
        return history

    @cached_property
    def opening(self) -> Mapping[str, Any]:
        """The fields of the opening: banker, float, and the night's own figures of that time."""
        return self.of_kind("open")[0].content

    @cached_property
    def figures(self) -> Mapping[str, Any]:
        """The night's own `FIGURES`, by the latest ``stakes`` or by its opening."""
        latest = self._latest("stakes")
        content = latest.content if latest else self.opening
        return {name: content[name] for name in FIGURES if name in content}

    @cached_property
    def banker(self) -> int:
        """The number of the present banker."""
        latest = self._latest("hand_over")
        return int((latest.content if latest else self.opening)["banker"])

    @cached_property
    def is_over(self) -> bool:
        """Whether the last hand has been played."""
        return self._latest("last_hand") is not None

    @cached_property
    def level(self) -> int | None:
        """The level of the blinds; None if none was ever set."""
        latest = self._latest("level")
        return int(latest.content["level"]) if latest else None

    @cached_property
    def level_at(self) -> datetime | None:
        latest = self._latest("level")
        return latest.at if latest else None

    @cached_property
    def big_stack_cents(self) -> int | None:
        latest = self._latest("big_stack")
        return int(latest.content["amount"]) if latest else None

    @cached_property
    def players(self) -> Mapping[int, PlayerSoFar]:
        """The deeds of all who came, bought, sold, cashed out or won the final pot, by number, in order of arrival."""
        return self._fold.players

    @property
    def arrivals(self) -> KeysView[int]:
        """Their numbers, in that order."""
        return self._fold.players.keys()

    def of(self, player: int) -> PlayerSoFar:
        """Return the deeds of a player so far, by number; empty for a player who has not come."""
        return self.players.get(player, _NOTHING_YET)

    def holding(self) -> list[int]:
        """Return the players who bought chips and have not cashed out since, in order of buying."""
        since = {number: player.holds_since for number, player in self._fold.players.items()}
        return sorted((number for number in since if since[number] is not None), key=lambda number: since[number] or 0)

    def is_here(self, player: int) -> bool:
        """Tell whether a player, by number, came and has not left since; only new chips undo a cash-out."""
        return player in self.players and self.of(player).left_by is None

    def busted_at(self, player: int) -> datetime | None:
        """Return the time at which a player, by number, left with nothing and bought nothing since, or None."""
        left = [act for act in self.of_kind("cash_out") if act.leaver == player]
        is_bust = self.of(player).left_by == "cash_out" and not left[-1].content["banker_count"]
        return left[-1].at if is_bust else None

    def who_left(self) -> set[int]:
        """Return the players who cashed out and bought nothing since, or left without buying and are not back."""
        return {number for number, player in self._fold.players.items() if player.left_by is not None}

    def buy_in(self, key: str) -> RecordedAct | None:
        """Return the buy-in of that key; None if there is none in effect."""
        return next((act for act in self.of_kind("buy_in") if act.key == key), None)

    def changes_of(self, key: str) -> list[RecordedAct]:
        """Return the changes of payment of that buy-in, in their order."""
        return [act for act in self.of_kind("change_pay") if act.content["of"] == key]

    def means_of(self, buy_in: RecordedAct) -> Means:
        """Return the present means of payment of the buy-in."""
        changes = self.changes_of(buy_in.key)
        return Means((changes[-1] if changes else buy_in).content["pay"])

    @property
    def means_used(self) -> set[Means]:
        """All means paid for chips, as recorded or changed."""
        return {*self._fold.means}

    @property
    def drawer_counted_by(self) -> int | None:
        """The number of the latest count of the drawer."""
        latest = self._latest("count_drawer")
        return latest.number if latest else None

    def of_kind(self, kind: str) -> Sequence[RecordedAct]:
        """Return the acts of a kind, in their order."""
        return self._fold.of_kind.get(kind, ())

    def _latest(self, kind: str) -> RecordedAct | None:
        return next(reversed(self._fold.of_kind.get(kind, ())), None)


def date_fault(kind: str, at: datetime, day: date) -> str:
    """Return the reason why an act cannot belong to the night of that day, by the date in its own offset; else "".

    A night may begin on the day before, and be written down up to a week later. The sentence names the way in for a
    later act.
    """
    first, last = day - timedelta(days=1), day + timedelta(days=7)
    if kind not in _DATED or first <= at.date() <= last:
        return ""
    dated = f"This is dated {day_of(at.date())}."
    if at.date() < first:
        return f"{dated} This night takes no act before {day_of(first)}."
    return f"{dated} This night takes no act after {day_of(last)}. Bring it in: {called('import_night FILE')}."


@dataclass(frozen=True)
class NightBalances:
    """The money of a night.

    ``chips_cents`` in play, ``final_pot_cents`` and ``float_cents`` (the bank's debt to the banker) are counted
    positive, and so is ``notes_out_cents``, the sum of unpaid notes of any holder; ``over_short_cents`` is + for
    missing cash, which the banker bears.
    """

    drawer_cents: int
    chips_cents: int
    final_pot_cents: int
    float_cents: int
    over_short_cents: int
    notes_out_cents: int = 0

    @property
    def banks_rest_cents(self) -> int:
        """The rest of the float at a close: + owed to the banker, − taken home beyond the banker's own."""
        return self.float_cents - self.over_short_cents - self.drawer_cents


ONLINE_PREFIX = "pokernow."
"""The start of the key of every act that came in from an online table."""
TIMELESS = "of"
"""The text behind the player's id in the keys of a sitting without start and end in the file."""


def as_played(acts: Sequence[RecordedAct]) -> Sequence[RecordedAct]:
    """Return the acts of a night in effect: acts at an online table by their times, other acts unchanged.

    A cash-out says ``plays_on`` while the player has chips of another sitting. A sitting without times takes no time.
    """
    if not acts or not acts[0].key.startswith(ONLINE_PREFIX):
        return acts
    ends = {_sitting(act): act.at for act in acts if act.kind == "cash_out" and f".{TIMELESS}." in act.key}
    timed = [replace(act, at=ends.get(_sitting(act), act.at)) for act in acts]
    played, seated = list[RecordedAct](), dict[int, set[str]]()
    for act in sorted(timed, key=attrgetter("at")):
        if act.buyer is not None:
            seated.setdefault(act.buyer, set()).add(_sitting(act))
        if act.leaver is not None:
            seated.setdefault(act.leaver, set()).discard(_sitting(act))
        plays_on = act.leaver is not None and bool(seated[act.leaver])
        played.append(replace(act, content={**act.content, "plays_on": True}) if plays_on else act)
    return played


def _sitting(act: RecordedAct) -> str:
    """Return the common part of the keys of a sitting; for other acts a value that no sitting has."""
    return act.key.rpartition(".")[0] if act.kind in ("buy_in", "cash_out") else ""
