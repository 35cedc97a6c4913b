"""The commands of an open night that record more than one act."""

from collections.abc import Callable, Collection, Sequence
from datetime import date
from typing import Any

from django.utils.timezone import localdate

from hostdesk.invitations.nights.commands import open_night
from hostdesk.table.notes.queries import free_mark, marks_kept_from
from ledger.bank.queries import bank_of
from ledger.buy_in import commands as buy_in_commands
from ledger.buy_in import rules
from ledger.entries.commands import MarkNeeded
from ledger.models import Bank
from ledger.money.words import Means
from ledger.night.commands import arrive, give_notice
from ledger.undoing.commands import reverse
from reservations.acts.commands import atomic_batch
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed, Refused, RuleViolation
from reservations.acts.queries import Answer, is_recorded
from reservations.models import Act, Night, Player
from reservations.parsing.names import parse_name
from reservations.players.commands import record_player
from reservations.players.queries import as_they_are_now, mark_of, person_named, player_called
from reservations.rsvps.door_queries import ids_seen
from reservations.rsvps.queries import terms_of_night
from reservations.strikes.commands import see_id


def with_mark(
    *, stamp: Stamp, command: Callable[..., Answer], debtor: Player, mark: str, pay: Means, **facts: Any
) -> Answer:
    """Run a command with a payment, and give its debtor a mark for the note if they have none: both or neither.

    Raises ``MarkNeeded`` for a note without a mark, and the errors of the two commands.
    """
    with atomic_batch():
        signer = as_they_are_now(debtor) if pay is Means.NOTE else None
        if signer and mark_of(signer) is None:
            if not mark:
                raise MarkNeeded(signer.name, free_mark(signer))
            give_mark(stamp=stamp.part(".mark", ruling=stamp.ruling), name=signer.name, mark=mark)
        return command(stamp=stamp, pay=pay, **facts)


def give_mark(*, stamp: Stamp, name: str, mark: str) -> Answer:
    """Record a player's mark; a mark that a house keeps for its host is refused."""
    return record_player(stamp=stamp, name=name, mark=mark, reserved_marks=marks_kept_from(name))


def give_notice_to_all(*, stamp: Stamp, night: Night) -> Answer:
    """Record a notice of leaving for all players with chips and without one, in acts of their own.

    Raises ``Impossible`` if nobody is left to give notice.
    """
    with atomic_batch():
        if known := Act.objects.filter(night=night, key__startswith=f"{stamp.key}.").order_by("-number").first():
            return Answer(known, known=True)
        history = bank_of(night).history
        players = Player.objects.in_bulk([one for one in history.holding() if history.of(one).notice_at is None])
        if not players:
            raise Impossible("All players with chips have given notice.")
        for number, player in players.items():
            answer = give_notice(stamp=stamp.part(f".{number}"), night=night, player=player)
    return answer


def see_ids(*, stamp: Stamp, players: Collection[Player]) -> Noted:
    """Record that these players, at least one, show their IDs now: all of them or none."""
    with atomic_batch():
        day = localdate(stamp.at)
        noted = [see_id(stamp=stamp.part(f".id.{player.number}"), player=player, on=day) for player in players]
    return noted[-1] if len(noted) == 1 else Noted(noted[-1].fact, remark=f"{len(noted)} players have shown their IDs.")


def ids_missing(night: Night, players: Collection[Player]) -> dict[Player, RuleViolation]:
    """Return the violations of players whose ID nobody has seen; {} in a house without a minimum age."""
    age = terms_of_night(night).minimum_age
    if age is None:
        return {}
    seen = ids_seen()
    return {player: rules.id_not_seen(player.name, age) for player in players if player.number not in seen}


def with_id(
    *, stamp: Stamp, command: Callable[..., Answer], night: Night, whose: Player, id_seen: bool, **facts: Any
) -> Answer:
    """Sell chips by that command, in a house with a minimum age once the buyer's ID was seen.

    With ``id_seen`` the ID is recorded together with the sale: both or neither. Raises the errors of the command.
    """
    with atomic_batch():
        missing = ids_missing(night, [whose])
        if missing and is_recorded(stamp.key):
            missing = {}
        elif missing and id_seen:
            see_ids(stamp=stamp, players=missing)
            missing = {}
        return command(stamp=stamp, night=night, unmet=tuple(missing.values()), **facts)


def buy_in_everyone(
    *, stamp: Stamp, night: Night, numbers: Sequence[int], amount_cents: int, id_seen: bool = False
) -> Answer:
    """Sell chips for cash to the players of those numbers, in acts of their own: to all of them or none.

    ``id_seen``: all their IDs are seen now. Raises ``Impossible`` if one of them has bought in meanwhile, ``Refused``
    for all together whose ID nobody has seen.
    """
    players, missing = Player.objects.in_bulk(numbers), dict[Player, RuleViolation]()
    with atomic_batch():
        if not is_recorded(f"{stamp.key}.{numbers[0]}"):
            missing = ids_missing(night, players.values())
            if missing and id_seen:
                see_ids(stamp=stamp, players=missing)
                missing = {}
            if missing and not stamp.ruling:
                raise Refused(tuple(missing.values()), house=str(night.house))
            history = bank_of(night).history
            bought = [player.name for number, player in players.items() if history.of(number).last_buy_cents]
            if bought:
                names = " and ".join(bought) if len(bought) < 3 else ", ".join(bought)
                raise Impossible(f"{names} bought in meanwhile, perhaps from another tablet. Nothing was recorded.")
        sold: dict[str, Any] = {"night": night, "amount_cents": amount_cents, "pay": Means.CASH}
        for number in numbers:
            player, one = players[number], stamp.part(f".{number}", ruling=stamp.ruling)
            unmet = [missing[player]] if player in missing else ()
            answer = buy_in_commands.buy_in(stamp=one, player=player, unmet=unmet, **sold)
    return answer


def undo_together(*, stamp: Stamp, of: Sequence[str], reason: str) -> Answer:
    """Undo the acts of one press, by their keys, in this order: all of them or none.

    Raises the errors of ``reverse``.
    """
    with atomic_batch():
        undone = [reverse(stamp=stamp.part(f".{key.rpartition('.')[2]}"), of=key, reason=reason) for key in of]
    return undone[-1]


def admit(*, stamp: Stamp, night: Night, name: str, guest: bool, invited_by: int | None) -> Answer:
    """Let a player come; a new name is put on the list first, unless the house refuses the arrival.

    ``invited_by`` is a number. Raises ``Malformed`` if no player has it, ``Impossible`` if the player is here already.
    """
    name = parse_name(name)
    inviter = Player.objects.filter(pk=invited_by or 0).first()
    if invited_by and inviter is None:
        raise Malformed("Choose an inviter from the list.")
    with atomic_batch():
        if player_called(name) is None:
            inviter = inviter if guest else None
            record_player(stamp=stamp.part(".player"), name=name, regular=not guest, invited_by=inviter)
        return arrive(stamp=stamp, night=night, player=person_named(name))


def play_tonight(
    *, stamp: Stamp, house: str, date: date, banker: Player, names: Sequence[str], **opening: Any
) -> Answer:
    """Open a bank, on the night planned there for that date or a new one, with all players of those names present.

    New names are put on the list of players, as regulars. Either all of it is recorded or nothing. ``opening`` are the
    further arguments of ``open_night``. Raises the errors of ``open_night`` and ``arrive``.
    """
    with atomic_batch():
        opened = open_night(stamp=stamp, house=house, date=date, banker=banker, **opening)
        night = Bank.objects.get(opened=opened.act).night
        for place, name in enumerate(names):
            if player_called(parse_name(name)) is None:
                record_player(stamp=stamp.part(f".{place}.player"), name=name, regular=True)
            arrive(stamp=stamp.part(f".{place}"), night=night, player=person_named(name))
    return opened
