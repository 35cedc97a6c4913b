"""Forget a player: erase their own data, and hide the name in the rest."""

from functools import partial, reduce
from operator import or_
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from hostdesk.models import (
    Link,
    Message,
    NameClaim,
    OnlineNickname,
    PaymentWay,
    PlayerEmail,
    PlayerPin,
    ReceivedMail,
    WitnessReport,
)
from hostdesk.people.players.forget_queries import in_the_way, names_carried
from reservations.acts.commands import append_act, command, erase_rows, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kept_head import forgotten_beside, forgotten_in
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Draft
from reservations.models import Desk, OwnLimitSaid, Player
from reservations.parsing.names import name_key, name_of_forgotten, named_in_text
from reservations.players.queries import as_they_are_now, same_person

ERASED_TEXT = "Erased."
_THEIRS = (PlayerPin, PaymentWay, PlayerEmail, OnlineNickname, WitnessReport)


@command
def forget_player(*, stamp: Stamp, player: Player) -> Noted:
    """Forget a player, who is no duplicate: the desk shows "Player 12" from now on, in old papers too.

    Erased are addresses, payment details, mails, devices, links, own limits, nicknames and earlier names. Acts and
    facts stay unchanged, since the heads of others' lines depend on them; with them the names in an exported log.

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
    addresses = list(
        PlayerEmail.objects.filter(player__in=numbers).exclude(address="").values_list("address", flat=True)
    )
    Session.objects.filter(sign_in__link__player__in=numbers).delete()
    NameClaim.objects.filter(Q(player__in=numbers) | Q(link__player__in=numbers)).delete()
    Link.objects.filter(player__in=numbers).delete()
    for model in _THEIRS:
        model.objects.filter(player__in=numbers).delete()
    erase_rows(OwnLimitSaid.objects.filter(player__in=numbers))
    # The rows stay, so that no mail is read, and no message is written, a second time.
    blank = {"sender": "", "subject": "", "text": ERASED_TEXT, "verdicts": "", "reason": ""}
    from_them = reduce(or_, (Q(sender__iexact=address) for address in addresses), Q(player__in=numbers))
    ReceivedMail.objects.filter(from_them).update(**blank)
    theirs = Message.objects.filter(player__in=numbers)
    theirs.filter(claimed_at=None, withdrawn_at=None).update(withdrawn_at=timezone.now())
    theirs.update(subject=ERASED_TEXT, text=ERASED_TEXT)
    shown = name_of_forgotten(numbers[0])
    for message in Message.objects.exclude(player__in=numbers).iterator(chunk_size=500):
        subject, text = pattern.sub(shown, message.subject), pattern.sub(shown, message.text)
        if (subject, text) != (message.subject, message.text):
            Message.objects.filter(pk=message.pk).update(subject=subject, text=text)


def _note_down(head: Path, number: int) -> None:
    """Keep the number outside of the books: an older backup does not know that the player was forgotten."""
    numbers = sorted({*forgotten_in(head), number})
    forgotten_beside(head).write_text("".join(f"{forgotten}\n" for forgotten in numbers), "ascii")
