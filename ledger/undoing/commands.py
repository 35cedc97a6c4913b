"""Undo acts by their mirror image: one act, the limit of a player, or all acts of a closed night in one transaction."""

import json
from collections.abc import Iterable
from dataclasses import replace

from ledger.bank.queries import open_bank
from ledger.credit.commands import set_credit
from ledger.credit.exposure_queries import credit_acts, credit_of, sets_limit
from ledger.entries.commands import Movement, record, record_between_nights, write
from ledger.models import Bank, Transfer
from ledger.undoing import queries
from ledger.undoing.taking_back import undoing_order, undone_next
from reservations.acts.commands import atomic_batch, command
from reservations.acts.kinds import NEVER_UNDONE, Kind, Stamp
from reservations.acts.problems import Impossible, UndoFirst
from reservations.acts.queries import Answer, Draft, act_once, in_effect
from reservations.models import Act, Night, Player
from reservations.parsing.names import counted
from reservations.rsvps.commands import part_duplicate


@command
def reverse(*, stamp: Stamp, of: str, reason: str) -> Answer:
    """Undo the act with the key ``of``; a second time the answer is the first undoing.

    An act of a closed night cannot be undone; an act of no night can be undone at any time, results included. Undoing a
    merge makes two players of one again: every act names its own player, and later acts of the survivor stay with the
    survivor; the remark names the player who waits if there are too few seats.

    Raises ``Impossible`` for an unknown act, for an act that is never undone (``player``, ``open``, ``close``, an
    undoing), and for an act of a closed night; ``UndoFirst`` if other acts depend on it.
    """
    act = Act.objects.select_related("night").filter(key=of).first()
    if act is None:
        raise Impossible(f"There is no act with the id {of}.")
    draft = act_once(Draft(Kind.REVERSE, stamp, {"of": of, "reason": reason}, act.night, act))
    if undoing := Act.objects.filter(reverses=act).first():
        return Answer(undoing, known=True)
    if act.kind == Kind.RESULTS:
        return Answer(write(draft, None if act.night is None else act.number, ()))
    if act.kind in NEVER_UNDONE:
        raise Impossible(f"Act {act.number} ({act.kind}) cannot be undone.")
    transfers = _transfers_of(act)
    if act.night is None:
        if dependents := queries.dependents_between_nights(act):
            raise UndoFirst(f"Act {act.number} ({act.kind})", dependents, "others depend on it.")
        answer = record_between_nights(draft, _mirror(transfers))
        if act.kind != Kind.MERGE:
            return answer
        # The merged player is a separate player again.
        merge = json.loads(act.content)
        duplicate = Player.objects.get(pk=merge["player"])
        Player.objects.filter(pk=duplicate.pk).update(merged_into=None)
        from_ = Player.objects.person(merge["into"])
        return replace(answer, remark=part_duplicate(stamp=stamp, player=duplicate, from_=from_))
    now = open_bank(act.night)
    dependents, because = queries.dependents_of_night(act, transfers, now)
    if dependents:
        raise UndoFirst(f"Act {act.number} ({act.kind})", dependents, because)
    answer = record(draft, now, _mirror(transfers))
    if act.kind == Kind.HAND_OVER:
        # The bank's row names the same banker as the acts, even if that player was merged since.
        named = in_effect(Act.objects.filter(night=act.night, kind__in=(Kind.OPEN, Kind.HAND_OVER))).latest("number")
        Bank.objects.filter(pk=now.bank.pk).update(banker=int(json.loads(named.content)["banker"]))
    return answer


def drop_credit_limit(*, stamp: Stamp, player: Player) -> Answer:
    """Undo the acts that set a player's own limit; a wish for no credit in one of them is recorded again.

    Raises ``Impossible`` if they have no limit of their own.
    """
    with atomic_batch():
        if first := Act.objects.filter(key=stamp.part("-1").key).first():
            return Answer(first, known=True)
        refused, acts = credit_of(player).refuses, [act for act in credit_acts(player) if sets_limit(act)]
        if not acts:
            raise Impossible(f"{player} has no limit of their own: the house's limit applies.")
        answers = [
            reverse(stamp=stamp.part(f"-{place}"), of=act.key, reason="back to the limit of the house")
            for place, act in enumerate(acts, start=1)
        ]
        if credit_of(player).refuses != refused:
            set_credit(stamp=stamp.part("-0"), player=player, refuses=refused)
        return answers[0]


@command
def take_back_night(*, stamp: Stamp, night: Night, reason: str) -> Answer:
    """Undo every act of a closed night, its close first and its opening last, with that reason.

    A night of results has one act. The close is undone under the stamp's key, the other acts under that key with their
    own numbers; the answer is about the first. A second time the answer is the same. The remark gives the number of
    undone acts.

    Raises ``Impossible`` for a night that is not closed, that was played here with answers, or on which a
    consolidation, a correction or a payment depends.
    """
    bank = Bank.objects.select_related("closed").filter(pk=night.pk).first()
    close = bank.closed if bank else night.results
    if close is None:
        raise Impossible(f"The {night} is not closed: undo its acts one by one, or close it first.")
    draft = act_once(Draft(Kind.REVERSE, stamp, {"of": close.key, "reason": reason}, night, close))
    if taken_back := queries.taken_back_by(night):
        return Answer(taken_back, known=True)
    if why_not := queries.why_not_taken_back(night, close.number):
        raise Impossible(why_not)
    if bank is None:
        return Answer(write(draft, close.number, ()), remark=f"The results of the {night} are undone.")
    acts = queries.acts_to_undo(night)
    order, keys = undoing_order(acts), {act.number: act.key for act in acts}
    undone = Act.objects.in_bulk(order)
    for number in order:
        is_close = number == close.number
        its_stamp = replace(stamp if is_close else stamp.part(f"-{number}"), ruling="")
        content = {"of": keys[number], "reason": draft.content["reason"]}
        undoing = Draft(Kind.REVERSE, its_stamp, content, night, undone[number])
        write(undoing, bank.opened_id, _mirror(_transfers_of(undone[number])))
    undone_acts, is_as_if = counted(len(order), "act"), "All standings are as if it had never been played."
    return Answer(Act.objects.get(key=stamp.key), remark=f"{undone_acts} of the {night} undone. {is_as_if}")


@command
def undo_in_turn(*, stamp: Stamp, of: str, reason: str) -> Answer:
    """Undo one act of a closed night, for a night log in which that night was taken back: the close first.

    The poster of the log makes sure that the whole night is undone in the end. Raises ``Impossible`` while the close
    stands, if other acts must be undone before, and the errors of :func:`take_back_night`.
    """
    act = Act.objects.select_related("night__bank").get(key=of)
    night = act.night
    assert night is not None  # noqa: S101 - only acts of nights come here
    draft = act_once(Draft(Kind.REVERSE, stamp, {"of": of, "reason": reason}, night, act))
    if undoing := Act.objects.filter(reverses=act).first():
        return Answer(undoing, known=True)
    if act.kind == Kind.CLOSE:
        if why_not := queries.why_not_taken_back(night, act.number):
            raise Impossible(why_not)
    elif queries.taken_back_by(night) is None:
        open_bank(night)
    if act.number not in undone_next(queries.acts_to_undo(night)):
        raise Impossible(f"Act {act.number} ({act.kind}) cannot be undone yet: others of the {night} depend on it.")
    return Answer(write(draft, night.bank.opened_id, _mirror(_transfers_of(act))))


def _transfers_of(act: Act) -> list[Transfer]:
    """Return the transfers of an act in their order, with the accounts on both sides."""
    return list(Transfer.objects.filter(act=act).select_related("debit", "credit").order_by("number"))


def _mirror(transfers: Iterable[Transfer]) -> list[Movement]:
    """Return the movements that undo them: the same with debit and credit swapped."""
    return [Movement(move.credit, move.debit, move.cents, move.player_id, move.note_id) for move in transfers]
