"""The commands of an open night that record more than one act, or that another tablet may have run already."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from hostdesk.nights.commands import open_night
from hostdesk.notes.queries import free_mark, mark_of
from hostdesk.players.commands import record_player
from ledger.buy_in import commands as buy_in_commands
from ledger.entries.commands import MarkNeeded
from ledger.models import Bank
from ledger.money.words import Means
from ledger.night.commands import arrive
from ledger.night.queries import bank_of
from reservations.acts.commands import atomic_batch
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.acts.queries import Answer, is_recorded
from reservations.models import Act, Night, Player
from reservations.parsing.names import parse_name
from reservations.players.queries import as_they_are_now, person_named, player_called


def with_mark(*, stamp: Stamp, command: Callable[..., Answer], debtor: Player, mark: str, **facts: Any) -> Answer:
    """Record the mark a player signs with, then run the command they sign a note for: both or neither.

    Raises ``MarkNeeded`` without a mark, and what the two commands raise.
    """
    with atomic_batch():
        signer = as_they_are_now(debtor)
        if mark_of(signer) is None:
            if not mark:
                raise MarkNeeded(signer.name, free_mark(signer))
            record_player(stamp=stamp.part(".mark", ruling=stamp.ruling), name=signer.name, mark=mark)
        return command(stamp=stamp, **facts)


def buy_in_everyone(*, stamp: Stamp, night: Night, numbers: Sequence[int], amount_cents: int) -> Answer:
    """Sell chips for cash to the players of those numbers, each in an act of their own: to all of them or none.

    Raises ``Impossible`` if one of them has bought in meanwhile.
    """
    players = Player.objects.in_bulk(numbers)
    with atomic_batch():
        if not is_recorded(f"{stamp.key}.{numbers[0]}"):
            history = bank_of(night).history
            bought = [player.name for number, player in players.items() if history.of(number).last_buy_cents]
            if bought:
                names = " and ".join(bought) if len(bought) < 3 else ", ".join(bought)
                raise Impossible(f"{names} bought in meanwhile, perhaps from another tablet. Nothing was recorded.")
        answers = [
            buy_in_commands.buy_in(
                stamp=stamp.part(f".{number}", ruling=stamp.ruling),
                night=night,
                player=players[number],
                amount_cents=amount_cents,
                pay=Means.CASH,
            )
            for number in numbers
        ]
    return answers[-1]


class NightMovedOn(Exception):
    """Something was recorded since the night was read: what was worked out then may hold no more."""


def as_read(command: Callable[..., Answer], *, stamp: Stamp, night: Night, as_of: int, **said: Any) -> Answer:
    """Run a command if the night still stands as it was read: checked with the desk locked.

    ``as_of`` is the number of the newest act then. The same key is recorded once. Raises ``NightMovedOn`` for an act
    of the night since, and what the command raises: nothing is recorded then.
    """
    with atomic_batch():
        if not is_recorded(stamp.key) and Act.objects.filter(night=night, number__gt=as_of).exists():
            raise NightMovedOn
        return command(stamp=stamp, night=night, **said)


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
    """Open a bank, on the night that is planned there for that date or a new one, with everybody of those names there.

    New names are put on the list of players, as regulars. Either all of it is recorded or nothing. ``opening`` is what
    ``open_night`` takes besides. Raises what ``open_night`` and ``arrive`` raise.
    """
    with atomic_batch():
        opened = open_night(stamp=stamp, house=house, date=date, banker=banker, **opening)
        night = Bank.objects.get(opened=opened.act).night
        for place, name in enumerate(names):
            if player_called(parse_name(name)) is None:
                record_player(stamp=stamp.part(f".{place}.player"), name=name, regular=True)
            arrive(stamp=stamp.part(f".{place}"), night=night, player=person_named(name))
    return opened
