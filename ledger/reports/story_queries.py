"""The story of a night from its acts: the movement of each, and the chips in play after it."""

from collections import Counter
from collections.abc import Mapping

from django.db.models import Q
from django.utils import timezone

from ledger.bank.history import NightHistory
from ledger.bank.online import as_played
from ledger.bank.told_queries import ActTold
from ledger.models import AccountKind, Transfer
from ledger.reports.night_story import TOLD, NightStory, StoryStep
from reservations.models import Night

_COUNTED = (AccountKind.CHIPS, AccountKind.FINAL_POT)


def story_of(night: Night, history: NightHistory, told: Mapping[int, ActTold], names: Mapping[int, str]) -> NightStory:
    """Return the story of the acts in effect, in the words of ``told``, with those names by number."""
    counted = Q(debit__kind__in=_COUNTED) | Q(credit__kind__in=_COUNTED)
    rows = Transfer.objects.filter(counted, act__night=night).order_by("number")
    moved: dict[int, Counter[str]] = {}
    for number, debit, credit, cents in rows.values_list("act", "debit__kind", "credit__kind", "cents"):
        moved.setdefault(number, Counter()).update({credit: cents})
        moved[number].subtract({debit: cents})
    chips, steps = Counter[str](), []
    for act in as_played(history.acts):
        chips.update(moved.get(act.number, {}))
        if act.kind not in TOLD:
            continue
        content = act.content
        who = next((content[role] for role in ("player", "buyer", "winner") if role in content), None)
        steps.append(
            StoryStep(
                number=act.number,
                at=timezone.localtime(act.at),
                kind=act.kind,
                text=told[act.number].text,
                player="" if who is None else names[who],
                cents=told[act.number].cents or 0,
                stays=bool(content.get("plays_on")),
                chips_cents=chips[AccountKind.CHIPS],
                pot_cents=chips[AccountKind.FINAL_POT],
            )
        )
    return NightStory(tuple(steps))
