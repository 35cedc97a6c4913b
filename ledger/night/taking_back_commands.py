"""Take a whole closed night back: every act of it undone by its mirror image, in one transaction."""

from dataclasses import replace

from ledger.bank.queries import open_bank
from ledger.entries.commands import Movement, write
from ledger.models import Bank, Transfer
from ledger.night.taking_back import undoing_order, undone_next
from ledger.night.taking_back_queries import acts_to_undo, taken_back_by, why_not_taken_back
from reservations.acts.commands import command
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer, Draft, act_once
from reservations.models import Act, Night
from reservations.parsing.names import counted


@command
def take_back_night(*, stamp: Stamp, night: Night, reason: str) -> Answer:
    """Undo every act of a closed night, its close first and its opening last, with that reason.

    A night of results has one act. The close is undone under the stamp's key, the others under keys of it and their own
    numbers; the answer is about the first. A second time the answer is the same. The remark gives the number of undone
    acts.

    Raises ``Impossible`` for a night that is not closed, one that was played here with answers, and one on which a
    consolidation, a correction or a payment depends.
    """
    bank = Bank.objects.select_related("closed").filter(pk=night.pk).first()
    close = bank.closed if bank else night.results
    if close is None:
        raise Impossible(f"The {night} is not closed: undo its acts one by one, or close it first.")
    draft = act_once(Draft(Kind.REVERSE, stamp, {"of": close.key, "reason": reason}, night, close))
    if taken_back := taken_back_by(night):
        return Answer(taken_back, known=True)
    if why_not := why_not_taken_back(night, close.number):
        raise Impossible(why_not)
    if bank is None:
        return Answer(write(draft, close.number, ()), remark=f"The results of the {night} are undone.")
    acts = acts_to_undo(night)
    order, keys = undoing_order(acts), {act.number: act.key for act in acts}
    undone = Act.objects.in_bulk(order)
    for number in order:
        is_close = number == close.number
        its_stamp = replace(stamp if is_close else stamp.part(f"-{number}"), ruling="")
        content = {"of": keys[number], "reason": draft.content["reason"]}
        _mirror(Draft(Kind.REVERSE, its_stamp, content, night, undone[number]), bank)
    is_as_if = "All standings are as if it had never been played."
    return Answer(
        Act.objects.get(key=stamp.key), remark=f"{counted(len(order), 'act')} of the {night} undone. {is_as_if}"
    )


@command
def undo_in_turn(*, stamp: Stamp, of: str, reason: str) -> Answer:
    """Undo one act of a closed night, for a night log in which that night was taken back: the close first.

    The poster of the log makes sure that all of the night is undone in the end. Raises ``Impossible`` while the close
    stands, if other acts must be undone before, and the errors of :func:`take_back_night`.
    """
    act = Act.objects.select_related("night__bank").get(key=of)
    night = act.night
    assert night is not None  # noqa: S101 - only acts of nights come here
    draft = act_once(Draft(Kind.REVERSE, stamp, {"of": of, "reason": reason}, night, act))
    if undoing := Act.objects.filter(reverses=act).first():
        return Answer(undoing, known=True)
    if act.kind == Kind.CLOSE:
        if why_not := why_not_taken_back(night, act.number):
            raise Impossible(why_not)
    elif taken_back_by(night) is None:
        open_bank(night)
    if act.number not in undone_next(acts_to_undo(night)):
        raise Impossible(f"Act {act.number} ({act.kind}) cannot be undone yet: others of the {night} depend on it.")
    return Answer(_mirror(draft, night.bank))


def _mirror(draft: Draft, bank: Bank) -> Act:
    """Write the mirror image of the act that the draft undoes."""
    transfers = Transfer.objects.filter(act=draft.reverses).select_related("debit", "credit").order_by("number")
    moved = [Movement(each.credit, each.debit, each.cents, each.player_id, each.note_id) for each in transfers]
    return write(draft, bank.opened_id, moved)
