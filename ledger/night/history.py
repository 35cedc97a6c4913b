"""The history of a night so far: what its acts say that the balances do not. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ledger.terms.bank_terms import Means

_ROLES = ("player", "buyer", "seller", "winner")
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
    def buyer(self) -> int | None:
        """The number of the player who gave money for chips in this act; None if nobody did."""
        field = {"buy_in": "player", "chip_sale": "buyer"}.get(self.kind)
        return None if field is None else int(self.content[field])

    @property
    def leaver(self) -> int | None:
        """The number of the player who cashes out in this act; None if nobody does, or they play on with the rest."""
        leaves = self.kind == "cash_out" and not self.content.get("plays_on")
        return int(self.content["player"]) if leaves else None


@dataclass(frozen=True)
class NightHistory:
    """The acts of a night that are in effect, in their order."""

    acts: Sequence[RecordedAct]

    @property
    def opening(self) -> Mapping[str, Any]:
        """The fields of the opening: banker, float, and the figures the night set for itself."""
        return next(self._of("open")).content

    @property
    def banker(self) -> int:
        """The number of the player who runs the bank now."""
        latest = self._latest("hand_over")
        return int((latest.content if latest else self.opening)["banker"])

    @property
    def is_over(self) -> bool:
        """Whether the last hand has been played."""
        return self._latest("last_hand") is not None

    @property
    def level(self) -> int | None:
        """The level of the blinds; None if none was ever set."""
        latest = self._latest("level")
        return int(latest.content["level"]) if latest else None

    @property
    def level_at(self) -> datetime | None:
        latest = self._latest("level")
        return latest.at if latest else None

    @property
    def big_stack_cents(self) -> int | None:
        latest = self._latest("big_stack")
        return int(latest.content["amount"]) if latest else None

    def has_bought(self, player: int) -> bool:
        """Tell whether the player has a buy-in already, so that the next one is a rebuy."""
        return any(each.content["player"] == player for each in self._of("buy_in"))

    def bought_cents(self, player: int) -> int:
        """Return what the player gave for chips, to the bank or to another player."""
        return sum(each.content["amount"] for each in self.acts if each.buyer == player)

    def holding(self) -> list[int]:
        """Return the players who bought chips and have not cashed out since, in order of buying."""
        holding: dict[int, None] = {}
        for each in self.acts:
            if each.buyer is not None:
                holding[each.buyer] = None
            elif each.leaver is not None:
                holding.pop(each.leaver, None)
        return list(holding)

    def who_left(self) -> set[int]:
        """Return who cashed out and has bought nothing since, or left without buying and has not come back."""
        left: dict[int, str] = {}
        for each in self.acts:
            if each.kind == "leave" or each.leaver is not None:
                left[each.content["player"]] = each.kind
            elif each.buyer is not None:
                left.pop(each.buyer, None)
            elif each.kind == "arrive" and left.get(each.content["player"]) == "leave":
                del left[each.content["player"]]
        return {*left}

    def taking_part(self) -> set[int]:
        """Return all players who came, bought, sold, cashed out or won the final pot."""
        return {each.content[role] for each in self.acts for role in _ROLES if role in each.content}

    def notice_at(self, player: int) -> datetime | None:
        """Return when the player first gave notice of leaving since their last cash-out; None if they did not."""
        notice: datetime | None = None
        for each in self.acts:
            if each.content.get("player") != player:
                continue
            if each.leaver is not None:
                notice = None
            elif each.kind == "leave_notice":
                notice = each.at if notice is None else min(notice, each.at)
        return notice

    def behind_cents(self, player: int) -> int:
        """Return the cash a player has behind their chips: what they said last since they last bought or cashed out."""
        told = [each for each in self.acts if each.content.get("player") == player and each.kind in _BEHIND]
        return told[-1].content["amount"] if told and told[-1].kind == "play_behind" else 0

    def buy_in(self, key: str) -> RecordedAct | None:
        """Return the buy-in of that key; None if there is none in effect."""
        return next((each for each in self._of("buy_in") if each.key == key), None)

    def changes_of(self, key: str) -> list[RecordedAct]:
        """Return the changes of how that buy-in was paid, in their order."""
        return [each for each in self._of("change_pay") if each.content["of"] == key]

    def means_of(self, buy_in: RecordedAct) -> Means:
        """Return what the buy-in was paid with, as it stands now."""
        changes = self.changes_of(buy_in.key)
        return Means((changes[-1] if changes else buy_in).content["pay"])

    @property
    def means_used(self) -> set[Means]:
        """Everything that chips were paid with, as it was recorded or changed."""
        return {Means(each.content["pay"]) for each in self.acts if "pay" in each.content}

    @property
    def drawer_counted_by(self) -> int | None:
        """The number of the latest count of the drawer."""
        latest = self._latest("count_drawer")
        return latest.number if latest else None

    def _of(self, kind: str) -> Iterator[RecordedAct]:
        return (each for each in self.acts if each.kind == kind)

    def _latest(self, kind: str) -> RecordedAct | None:
        return next((each for each in reversed(self.acts) if each.kind == kind), None)
