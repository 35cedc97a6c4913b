"""What a merge of players does to their reservations, and the undoing of one; inside another command."""

from django.db.models import QuerySet

from reservations.acts.commands import record_fact
from reservations.acts.fact_queries import FactDraft
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp, following
from reservations.models import Night, Player
from reservations.nights.queries import has_started
from reservations.players.queries import same_person
from reservations.rsvps.queries import rsvp_state_of, rsvp_states_of
from reservations.rsvps.rsvp_reducers import PARTED


def join_duplicate(*, stamp: Stamp, player: Player, into: Player) -> None:
    """Note on every night that both have answered that they are one person from now on.

    To be called before the merge of that stamp is recorded, with the desk locked.
    """
    content = {"twin": player.number, "merge": stamp.key}
    nights = list(_nights_with_facts(player))
    rsvp_states = rsvp_states_of(nights)
    for night in nights:
        if {player.number, into.number} <= rsvp_states[night.pk].rsvps.keys():
            record_fact(FactDraft(FactKind.MERGED, night, into, content=content), following(stamp.at))


def part_duplicate(*, stamp: Stamp, player: Player, from_: Player) -> str:
    """Find room for two players who are not one person after all on the nights to come; say who has to wait now.

    Each has the answers given under their own name. If there are too few seats for both, the one who asked later goes
    first on the waiting list. On a night that has begun both keep what they have. To be called after the merge was
    undone, with the desk locked.
    """
    remarks = []
    for night in [each for each in _nights_with_facts(player) if not has_started(each, stamp.at)]:
        while (rsvp_state := rsvp_state_of(night)).over and (
            seated := [each for each in (player, from_) if rsvp_state.of(each.number).takes]
        ):
            later = max(seated, key=lambda each: rsvp_state.of(each.number).asked)
            other = from_ if later == player else player
            reason = f"You and {other} had been taken for one person, and there is no seat left for both."
            draft = FactDraft(FactKind.BUMP, night, later, reason=f"{reason} You are first on the waiting list.")
            record_fact(draft, following(stamp.at), {"how": PARTED})
            remarks.append(f"{later} is first on the waiting list of the {night}: there is no seat left for both.")
    return " ".join(remarks)


def _nights_with_facts(player: Player) -> QuerySet[Night]:
    return Night.objects.filter(facts__player__in=same_person(player)).select_related("house").distinct()
