"""Undo an act by its mirror image."""

import json
from dataclasses import replace

from ledger.entries.commands import Movement, record, record_between_nights
from ledger.models import Bank, Transfer
from ledger.night.queries import open_bank
from ledger.night.undo_queries import dependents_between_nights, dependents_of_night
from reservations.acts.commands import command
from reservations.acts.kinds import NEVER_UNDONE, Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer, Draft, in_effect, known_act
from reservations.models import Act, Player
from reservations.rsvps.commands import part_duplicate


class UndoFirst(Impossible):
    """The act cannot be undone before others are. ``numbers`` are theirs, the first to undo first."""

    def __init__(self, act: Act, numbers: list[int], because: str) -> None:
        self.numbers = numbers
        named = ", then ".join(f"act {number}" for number in numbers)
        super().__init__(f"Act {act.number} ({act.kind}) cannot be undone yet: {because} Undo {named} first.")


@command
def reverse(*, stamp: Stamp, of: str, reason: str) -> Answer:
    """Undo the act with the key ``of``; asked a second time, the answer is the first undoing.

    An act of a closed night cannot be undone, one of no night at any time. Undoing a merge makes two players of one
    again: every act names the player it was recorded for, and what was recorded for the one who remained stays with
    them; the remark says who of them waits if seats are too few.

    Raises ``Impossible`` for an unknown act, one that is never undone (``player``, ``open``, ``close``, an undoing),
    and one of a closed night; ``UndoFirst`` if other acts depend on it.
    """
    act = Act.objects.select_related("night").filter(key=of).first()
    if act is None:
        raise Impossible(f"There is no act with the id {of}.")
    draft = Draft(Kind.REVERSE, stamp, {"of": of, "reason": reason}, act.night, act)
    if known := known_act(draft):
        return known
    if undoing := Act.objects.filter(reverses=act).first():
        return Answer(undoing, known=True)
    if act.kind in NEVER_UNDONE:
        raise Impossible(f"Act {act.number} ({act.kind}) cannot be undone.")
    transfers = list(Transfer.objects.filter(act=act).select_related("debit", "credit").order_by("number"))
    mirror = [Movement(each.credit, each.debit, each.cents, each.player_id, each.note_id) for each in transfers]
    if act.night is None:
        if dependents := dependents_between_nights(act):
            raise UndoFirst(act, dependents, "others depend on it.")
        answer = record_between_nights(draft, mirror)
        return replace(answer, remark=_unmerge(stamp, act)) if act.kind == Kind.MERGE else answer
    now = open_bank(act.night)
    dependents, because = dependents_of_night(act, transfers, now)
    if dependents:
        raise UndoFirst(act, dependents, because)
    answer = record(draft, now, mirror)
    if act.kind == Kind.HAND_OVER:
        # The bank's row names the banker as the acts do, even if that player was merged since.
        named = in_effect(Act.objects.filter(night=act.night, kind__in=(Kind.OPEN, Kind.HAND_OVER))).latest("number")
        Bank.objects.filter(pk=now.bank.pk).update(banker=int(json.loads(named.content)["banker"]))
    return answer


def _unmerge(stamp: Stamp, act: Act) -> str:
    """Make the merged player a player of their own again; return what that means for the seats of both."""
    merge = json.loads(act.content)
    duplicate = Player.objects.get(pk=merge["player"])
    Player.objects.filter(pk=duplicate.pk).update(merged_into=None)
    return part_duplicate(stamp=stamp, player=duplicate, from_=Player.objects.get(pk=merge["into"]).survivor)
