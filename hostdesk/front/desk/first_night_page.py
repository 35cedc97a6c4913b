"""The first night, step by step, for home: the records show which steps are done."""

from typing import NamedTuple

from django.db.models import F, Q
from django.urls import reverse

from reservations.acts.facts import FactKind
from reservations.models import Desk, Fact, House, Night, Player

_AT_LEAST = 2  # people: the host, and another player


class FirstNightStep(NamedTuple):
    """One step: its words, its page, and whether it is done or the next to do."""

    words: str
    url: str
    done: bool
    is_next: bool = False


def first_night_steps(desk: Desk) -> list[FirstNightStep]:
    """Return the steps up to the close of the first night; none after it, or if the host has hidden them.

    A night with an open bank needs no plan and no invitations.
    """
    closed = Q(bank__closed__isnull=False)
    if desk.first_night_hidden or Night.objects.filter(closed).exists():
        return []
    house = House.objects.first()
    # The open night, else the next. A night of results alone is past.
    nights = Night.objects.filter(cancelled_at=None, results=None)
    night = nights.order_by(F("bank__opened").desc(nulls_last=True), "date").first()
    is_open = night is not None and hasattr(night, "bank")
    players = [*Player.objects.people()[:_AT_LEAST]]
    invited = is_open or (night is not None and Fact.objects.filter(night=night, kind=FactKind.INVITE).exists())
    opening = reverse("night_play")
    guests = reverse("night", args=[night.pk]) if night else reverse("night_plan")
    steps = [
        ("House made", "Make your house", reverse("house", args=[house.key]) if house else reverse("house_new")),
        ("Players added", "Add your players", reverse("players_add")),
        ("Night planned", "Plan a night", reverse("night", args=[night.pk]) if night else reverse("night_plan")),
        ("Players invited", "Invite your players", guests),
        ("Bank opened", "Open its bank", reverse("night_open", args=[night.pk]) if night and not is_open else opening),
        ("Night closed", "Close it", reverse("closing", args=[night.pk]) if night and is_open else opening),
    ]
    done = [house is not None, len(players) >= _AT_LEAST, night is not None, invited, is_open, False]
    to_do = done.index(False)
    return [
        FirstNightStep(words_done if done[place] else words, url, done[place], place == to_do)
        for place, (words_done, words, url) in enumerate(steps)
    ]
