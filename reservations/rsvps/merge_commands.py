"""What becomes of seats where two entries are one person, and where they are two after all; inside another command."""

from django.db.models import QuerySet

from reservations.acts.commands import record_fact
from reservations.acts.fact_queries import FactDraft
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp, following
from reservations.models import Night, Player
from reservations.nights.queries import has_started
from reservations.players.queries import same_person
from reservations.rsvps.queries import rolls_of, rsvp_state_of
from reservations.rsvps.rsvp_reducers import PARTED


def join_duplicate(*, stamp: Stamp, player: Player, into: Player) -> None:
    """Note on every night for which both have said something that they are one person from now on.

    To be called before the merge of that stamp is recorded, with the desk locked.
    """
    content = {"twin": player.number, "merge": stamp.key}
    nights = list(_spoken_of(player))
    rsvp_states = rolls_of(nights)
    for night in nights:
        if {player.number, into.number} <= rsvp_states[night.pk].rsvps.keys():
            record_fact(FactDraft(FactKind.MERGED, night, into, content=content), following(stamp.at))


def _spoken_of(player: Player) -> QuerySet[Night]:
    return Night.objects.filter(facts__player__in=same_person(player)).select_related("house").distinct()


def part_duplicate(*, stamp: Stamp, player: Player, from_: Player) -> str:
    """Let two that were one person find room on the nights to come; return in words who has to wait now.

    Each has what they said themselves. Where the seats are too few for that, the one of the two who asked later goes
    first on the waiting list. On a night that has begun both keep what they have: who sits there is for the room to
    say. To be called after the merge was undone, with the desk locked.
    """
    nights = [night for night in _spoken_of(player) if not has_started(night, stamp.at)]
    return " ".join(remark for night in nights for remark in _made_room(stamp, night, (player, from_)))


def _made_room(stamp: Stamp, night: Night, two: tuple[Player, Player]) -> list[str]:
    """Move the two to the waiting list, the later first, until no more seats are taken than there are."""
    made = []
    while (rsvp_state := rsvp_state_of(night)).over and (
        seated := [each for each in two if rsvp_state.of(each.number).takes]
    ):
        later = max(seated, key=lambda each: rsvp_state.of(each.number).asked)
        other = next(each for each in two if each != later)
        reason = f"You and {other} had been taken for one person, and there is no seat left for both."
        draft = FactDraft(FactKind.BUMP, night, later, reason=f"{reason} You are first on the waiting list.")
        record_fact(draft, following(stamp.at), {"how": PARTED})
        made.append(f"{later} is first on the waiting list of the {night}: there is no seat left for both.")
    return made
