"""Add, change and merge players, where that takes more than one app.

Forgetting a player erases their own data and hides the name in the rest.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce
from operator import or_
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from hostdesk import models
from hostdesk.models import PlayerEmail
from hostdesk.people.players.queries import LEFT, in_the_way, names_carried, sat_together
from hostdesk.table.tonight.commands import give_mark
from ledger.bank.queries import history_of
from ledger.book.commands import would_owe
from ledger.entries.commands import Movement, book_account, record_between_nights
from ledger.models import Bank
from ledger.standings.queries import standing_of
from reservations.acts.commands import append_act, atomic_batch, command, erase_rows, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kept_head import forgotten_beside, forgotten_in
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Refused
from reservations.acts.queries import Answer, Draft, act_once, is_recorded
from reservations.models import Desk, OwnLimitSaid, Player
from reservations.parsing.names import name_key, name_of_forgotten, named_in_text
from reservations.players.commands import check_merge, record_player, rename_player
from reservations.players.queries import ListedName, as_they_are_now, same_person
from reservations.rsvps import commands as rsvps_commands

_MOST_NAMED = 40


def add_players(*, stamp: Stamp, names: Sequence[ListedName], regular: bool, invited_by: Player | None) -> Answer:
    """Put the names of a list on the list of players, every one in an act of its own: all of them or none.

    The remark names them, the first 40 if they are more.
    """
    with atomic_batch():
        record = partial(record_player, regular=regular, invited_by=invited_by)
        answers = [record(stamp=stamp.part(f"-{name.place}"), name=name.text) for name in names]
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
    """Record the changes, at least one, every one in an act of its own; a ruling is about the mark."""
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
    """Remove a player (not a duplicate) from the group at their own wish: their records stay, debts too.

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
    """Merge the first of every pair into the second, by an act for every pair: all of them or none.

    A player merged a moment ago counts as the one they were merged into. The remark names all pairs.

    Raises ``Impossible``, with the names of the pair, for two players who have played on one night, and for the
    refusals and errors of :func:`merge_players`.
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


ERASED_TEXT = "Erased."
_THEIRS = (models.PlayerPin, models.PaymentWay, models.PlayerEmail, models.OnlineNickname, models.WitnessReport)


@command
def forget_player(*, stamp: Stamp, player: Player) -> Noted:
    """Forget a player (not a duplicate): the desk shows "Player 12" from now on, in old papers too.

    Erased are addresses, payment details, mails, devices, links, own limits, nicknames and earlier names. Acts and
    facts stay unchanged, since the heads of others' lines depend on them; so the names in an exported log stay, too.

    Raises ``Impossible`` with everything that must end first: a standing, a claim, an open night, a seat.
    """
    draft = fact_once(FactDraft(FactKind.FORGET, player=player), stamp)
    player, numbers = as_they_are_now(player), same_person(player)
    if found := dict.fromkeys(in_the_way(player, stamp.at)):
        raise Impossible(" ".join(found))
    if not player.removed:
        append_act(Draft(Kind.PLAYER, stamp.part("-removed"), {"name": player.name, "removed": True}))
    _erase(numbers)
    fact = record_fact(draft, stamp)
    for entry in Player.objects.filter(pk__in=numbers).exclude(pk=player.pk):
        record_fact(FactDraft(FactKind.FORGET, player=entry), stamp.part(f"-{entry.number}"))
    for number in numbers:
        name = name_of_forgotten(number)
        shown = {"name": name, "name_key": name_key(name), "forgotten": True}
        Player.objects.filter(pk=number).update(**shown)
    Player.objects.filter(pk=player.number).update(removed=True)
    Desk.objects.filter(pk=Desk.ONE).update(forgets=True)
    if settings.HEAD is not None:
        transaction.on_commit(partial(_note_down, settings.HEAD, player.number), robust=True)
    return Noted(fact, remark=f"Forgotten: {name_of_forgotten(player.number)} from now on.")


def _erase(numbers: list[int]) -> None:
    """Erase all data of the players of these numbers beside acts and facts."""
    pattern = named_in_text(names_carried(numbers))
    with_address = models.PlayerEmail.objects.filter(player__in=numbers).exclude(address="")
    addresses = list(with_address.values_list("address", flat=True))
    Session.objects.filter(sign_in__link__player__in=numbers).delete()
    models.NameClaim.objects.filter(Q(player__in=numbers) | Q(link__player__in=numbers)).delete()
    models.Link.objects.filter(player__in=numbers).delete()
    for model in _THEIRS:
        model.objects.filter(player__in=numbers).delete()
    erase_rows(OwnLimitSaid.objects.filter(player__in=numbers))
    # The rows stay, so that no mail is read, and no message is written, a second time.
    blank = {"sender": "", "subject": "", "text": ERASED_TEXT, "verdicts": "", "reason": ""}
    from_them = reduce(or_, (Q(sender__iexact=address) for address in addresses), Q(player__in=numbers))
    models.ReceivedMail.objects.filter(from_them).update(**blank)
    theirs = models.Message.objects.filter(player__in=numbers)
    theirs.filter(claimed_at=None, withdrawn_at=None).update(withdrawn_at=timezone.now())
    # A mail server that refused or returned a message usually names the address.
    theirs.exclude(failed="").update(failed=ERASED_TEXT)
    theirs.update(subject=ERASED_TEXT, text=ERASED_TEXT)
    shown = name_of_forgotten(numbers[0])
    for message in models.Message.objects.exclude(player__in=numbers).iterator(chunk_size=500):
        subject, text = pattern.sub(shown, message.subject), pattern.sub(shown, message.text)
        if (subject, text) != (message.subject, message.text):
            models.Message.objects.filter(pk=message.pk).update(subject=subject, text=text)


def _note_down(head: Path, number: int) -> None:
    """Keep the number outside of the books: an older backup does not know that the player was forgotten."""
    numbers = sorted({*forgotten_in(head), number})
    forgotten_beside(head).write_text("".join(f"{forgotten}\n" for forgotten in numbers), "ascii")
