"""Add, change and merge players, where that takes more than one app."""

from collections.abc import Sequence
from dataclasses import replace

from hostdesk.models import PlayerEmail
from hostdesk.people.players.queries import LEFT, sat_together
from hostdesk.table.tonight.commands import give_mark
from ledger.bank.queries import history_of
from ledger.book.commands import would_owe
from ledger.entries.commands import Movement, book_account, record_between_nights
from ledger.models import Bank
from ledger.standings.queries import standing_of
from reservations.acts.commands import atomic_batch, command
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Refused
from reservations.acts.queries import Answer, Draft, act_once, is_recorded
from reservations.models import Player
from reservations.players.commands import check_merge, record_player, rename_player
from reservations.players.list_queries import ListedName
from reservations.players.queries import as_they_are_now
from reservations.rsvps import commands as rsvps_commands

_MOST_NAMED = 40


def add_players(*, stamp: Stamp, names: Sequence[ListedName], regular: bool, invited_by: Player | None) -> Answer:
    """Put the names of a list on the list of players, each in an act of its own: all of them or none.

    The remark names them, the first 40 if they are more.
    """
    with atomic_batch():
        answers = [
            record_player(stamp=stamp.part(f"-{name.place}"), name=name.text, regular=regular, invited_by=invited_by)
            for name in names
        ]
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    remark = f"Added: {', '.join(name.text for name in names[:_MOST_NAMED])}{more}."
    return replace(answers[-1], remark=remark)


def player_differs(player: Player, *, name: str, regular: bool, invited_by: Player | None, mark: str) -> bool:
    """Tell whether these values change a player: "" leaves the mark, None the inviter unchanged."""
    plays = _plays_otherwise(player, invited_by, regular=regular)
    return name != player.name or plays or mark not in ("", player.mark)


def change_player(
    *, stamp: Stamp, player: Player, name: str, regular: bool, invited_by: Player | None, mark: str
) -> Answer:
    """Record the changes, at least one, each in an act of its own; a ruling is about the mark."""
    answers = []
    with atomic_batch():
        if name != player.name:
            answers.append(rename_player(stamp=stamp.part("-1"), player=player, name=name))
        if _plays_otherwise(player, invited_by, regular=regular):
            answers.append(record_player(stamp=stamp.part("-2"), name=name, regular=regular, invited_by=invited_by))
        if mark not in ("", player.mark):
            answers.append(give_mark(stamp=stamp.part("-3", ruling=stamp.ruling), name=name, mark=mark))
    return answers[-1]


def _plays_otherwise(player: Player, invited_by: Player | None, *, regular: bool) -> bool:
    return regular != player.regular or invited_by not in (None, player.inviter)


def leave_group(*, stamp: Stamp, player: Player) -> Answer:
    """Remove a player, who is no duplicate, from the group at their own wish: what was recorded stays, debts too.

    A host reads of it in the inbox and can take them back. Raises ``Impossible`` while they are in an open night, and
    ``Changed`` if they were shown another standing than they have.
    """
    with atomic_batch():
        for bank in Bank.objects.filter(closed=None).select_related("night"):
            if player.number in history_of(bank.night).arrivals:
                raise Impossible("You are in a game that is still open. Leave the group once that night is closed.")
        stamp.check_shown("Look at what is open once more.", standing=standing_of(player))
        return record_player(stamp=stamp.part(LEFT), name=as_they_are_now(player).name, removed=True)


@command
def merge_players(*, stamp: Stamp, player: Player, into: Player) -> Answer:
    """Merge ``player``, a duplicate, into ``into``: from now on its acts count as theirs.

    ``into`` stays a regular or a guest, with the same inviter. The duplicate's guests become theirs, and its standing
    in THE BOOK moves to them, which is refused if a guest would owe. On a night that both have answered they keep the
    better of the two places. A closed night stays as it was.

    Raises ``Impossible`` as ``check_merge`` does, if one of the two was merged already, and if one of them has cashed
    out of an open night and the other still has chips there: as one person they would seem to have left, and the chips
    would seem to be missing.
    """
    draft = act_once(Draft(Kind.MERGE, stamp, {"player": player.number, "into": into.number}))
    check_merge(as_they_are_now(player), as_they_are_now(into))
    for bank in Bank.objects.filter(closed=None).select_related("night"):
        history = history_of(bank.night)
        holding, left = history.holding(), history.who_left()
        holds = [one for one in (player, into) if one.number in holding]
        gone = [one for one in (player, into) if one.number in left]
        if holds and gone:
            raise Impossible(
                f"{gone[0]} has cashed out of the {bank.night} and {holds[0]} still has chips there: "
                f"cash {holds[0]} out first, then merge the two."
            )
    rsvps_commands.join_duplicate(stamp=stamp, player=player, into=into)
    cents, moved = standing_of(player, alone=True), list[Movement]()
    if cents:
        theirs, remaining = book_account(player.number), book_account(into.number)
        debit, credit = (theirs, remaining) if cents > 0 else (remaining, theirs)
        moved.append(Movement(debit, credit, abs(cents), into.number))
    answer = record_between_nights(draft, moved, violations=would_owe({into: cents}))
    if refused := PlayerEmail.objects.filter(player=player, wanted=False).first():
        # A wish for no e-mail under one name holds under the other.
        PlayerEmail.objects.update_or_create(player=into, defaults={"wanted": False, "stopped_by": refused.stopped_by})
    Player.objects.filter(pk=player.pk).update(merged_into=into)
    return answer


def merge_many(*, stamp: Stamp, pairs: Sequence[tuple[Player, Player]]) -> Answer:
    """Merge the first of each pair into the second, each in an act of its own: all of them or none.

    A player merged a moment ago counts as the one they were merged into. The remark names all pairs.

    Raises ``Impossible``, with the names of the pair, for two who have played on one night as two, and for the refusals
    and errors of :func:`merge_players`.
    """
    answers, remarks = list[Answer](), list[str]()
    with atomic_batch():
        for duplicate, keep in pairs:
            its_stamp = stamp.part(f"-{duplicate.number}")
            player, into = Player.objects.person(duplicate.number), Player.objects.person(keep.number)
            if is_recorded(its_stamp.key):
                player, into = duplicate, keep
            elif player == into:
                continue
            elif any({player.number, into.number} <= night for night in sat_together()):
                raise Impossible(f"{player} and {into} have played on one night together: they are two people.")
            try:
                answers.append(merge_players(stamp=its_stamp, player=player, into=into))
            except (Impossible, Refused) as problem:
                merged_alone = "Leave this pair out, or merge it on the page of the player."
                raise Impossible(f"{player} and {into}: {problem} {merged_alone}") from problem
            remarks.append(f"{player} into {into}")
    if not answers:
        raise Impossible("They are one person already. Load the page again.")
    return replace(answers[-1], remark=f"Merged: {', '.join(remarks)}.")
