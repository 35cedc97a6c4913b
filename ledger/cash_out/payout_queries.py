"""How a recorded cash-out was paid, in the words in which it was shown before."""

import json
from collections import Counter

from django.db.models import Sum

from ledger.models import AccountKind, Transfer
from reservations.models import Act, Player
from reservations.players.queries import same_person

_TEXTS = {
    AccountKind.DRAWER: "in cash",
    AccountKind.FLOAT: "by transfer",
    AccountKind.FINAL_POT: "into the final pot",
}
_STRUCK, _CREDIT = "struck out in THE BOOK", "to their credit in THE BOOK"


def how_paid(act: Act) -> list[tuple[str, int]]:
    """Return the parts of a cash-out with their cents, in their order; several of one kind are one sum."""
    owed = _owed_before(act)
    sums: Counter[str] = Counter()
    moved = Transfer.objects.filter(act=act, debit__kind=AccountKind.CHIPS).select_related("credit", "note")
    for each in moved.order_by("number"):
        if each.credit.kind == AccountKind.BOOK:
            struck = min(owed, each.cents)
            owed -= struck
            sums += Counter({_STRUCK: struck, _CREDIT: each.cents - struck})  # Leaves out what is zero.
        else:
            sums[_text(each)] += each.cents
    return list(sums.items())


def _text(moved: Transfer) -> str:
    if moved.note is None:
        return _TEXTS[AccountKind(moved.credit.kind)]
    back = moved.credit.player_id == moved.note.debtor_id
    return f"note {moved.note.name} {'back' if back else 'handed on'}"


def _owed_before(act: Act) -> int:
    """Return what the player owed THE BOOK from this night alone when the act was recorded."""
    players = same_person(Player.objects.get(pk=json.loads(act.content)["player"]))
    before = Transfer.objects.filter(act__night=act.night, act__number__lt=act.number).order_by()
    debited = before.filter(debit__kind=AccountKind.BOOK, debit__player__in=players).aggregate(all=Sum("cents"))["all"]
    credited = before.filter(credit__kind=AccountKind.BOOK, credit__player__in=players).aggregate(all=Sum("cents"))[
        "all"
    ]
    return max(0, int((debited or 0) - (credited or 0)))
