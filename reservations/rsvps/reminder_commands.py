"""Switch a reminder of a night on or off, and send one now instead of at its time."""

from reservations.acts.commands import command, note_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind, ReminderKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Night
from reservations.rsvps.lock_commands import check_not_cancelled, reread
from reservations.rsvps.queries import has_started, people_for, rsvp_state_of, terms_of_night, zone_of
from reservations.rsvps.reminders import NOBODY, reminder


@command
def switch_reminder(*, stamp: Stamp, night: Night, who: ReminderKind, on: bool) -> Noted:
    """Switch a reminder that goes out by itself on or off.

    Raises ``Impossible`` for a night that is cancelled or has begun, and for a reminder that has gone out.
    """
    night = reread(night)
    draft = fact_once(FactDraft(FactKind.SWITCH, night, content={"who": who.value, "on": on}), stamp)
    _check_ahead(night, who, stamp)
    return note_fact(draft, stamp, "The reminder is on." if on else "The reminder is off: nobody gets it.")


@command
def remind_now(*, stamp: Stamp, night: Night, who: ReminderKind) -> Noted:
    """Send a reminder at once to its receivers; it does not go out again at its time.

    Raises ``Impossible`` for a night that is cancelled or has begun, for a reminder that has gone out, and without
    receivers.
    """
    night = reread(night)
    draft = fact_once(FactDraft(FactKind.REMIND, night, content={"who": who.value}), stamp)
    _check_ahead(night, who, stamp)
    terms, zone = terms_of_night(night), zone_of(night)
    found = reminder(who, rsvp_state_of(night), people_for(night), terms, stamp.at, zone=zone)
    if found is None or not found.players:
        raise Impossible(NOBODY[who])
    many = len(found.players)
    remark = "One player is reminded." if many == 1 else f"{many} players are reminded."
    return note_fact(draft, stamp, remark, players=[*found.players])


def _check_ahead(night: Night, who: ReminderKind, stamp: Stamp) -> None:
    check_not_cancelled(night)
    if has_started(night, stamp.at):
        raise Impossible(f"The {night} has begun: nobody is reminded of it any more.")
    if who in rsvp_state_of(night).reminded:
        raise Impossible("This reminder has gone out already. Nobody is reminded twice.")
