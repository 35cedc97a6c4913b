"""Two desks that check the clock at once, and a host who taps at that moment: every player is reminded once."""

from datetime import timedelta

import pytest

from hostdesk.mail.messages.commands import draft_messages
from reservations.acts.facts import FactKind, ReminderKind
from reservations.acts.kinds import Stamp
from reservations.models import Fact
from reservations.rsvps.commands import keep_up
from reservations.rsvps.lock_commands import remind_now, switch_reminder
from tests.faults.fresh_process import in_processes
from tests.faults.racing import at_once
from tests.hostdesk.post import DAY, before, drafted, friday

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

ROUNDS = range(3)
THREE_DAYS = 3 * DAY


def unanswered():
    """A Friday to which Di and Eve were invited ten days before; they have not answered."""
    night = friday()
    night.invite("Di", "Eve", before=10 * DAY)
    return night


def the_clock():
    return keep_up(now=before(THREE_DAYS))[0]


def told():
    """Return the reminders with their readers, repeats included."""
    draft_messages()
    return [each for each in drafted() if each.startswith("reminder")]


@pytest.mark.parametrize("round_", ROUNDS)
def test_four_that_look_at_once_remind_once(round_):
    unanswered()

    outcomes = at_once(*[the_clock] * 4)

    assert (outcomes.count(1), outcomes.count(0), told()) == (1, 3, ["reminder to answer Di", "reminder to answer Eve"])


def test_two_processes_that_look_at_once_remind_once():
    unanswered()

    ended = in_processes(the_clock, the_clock)

    assert (ended, Fact.objects.filter(kind=FactKind.REMIND).count()) == ([0, 0], 1)
    assert told() == ["reminder to answer Di", "reminder to answer Eve"]


@pytest.mark.parametrize("round_", ROUNDS)
def test_the_clock_and_the_hosts_tap_remind_once(round_):
    night = unanswered()
    stamp = Stamp("the-host-taps", before(THREE_DAYS), "Ann")

    at_once(the_clock, lambda: remind_now(stamp=stamp, night=night.night, who=ReminderKind.UNANSWERED))

    assert told() == ["reminder to answer Di", "reminder to answer Eve"]


@pytest.mark.parametrize("round_", ROUNDS)
def test_switched_off_in_that_moment_it_has_gone_out_or_goes_to_nobody(round_):
    night = unanswered()
    stamp = Stamp("the-host-taps", before(THREE_DAYS) - timedelta(seconds=1), "Ann")

    outcomes = at_once(
        the_clock, lambda: switch_reminder(stamp=stamp, night=night.night, who=ReminderKind.UNANSWERED, on=False)
    )

    assert (len(told()), the_clock()) == ((2, 0) if 1 in outcomes else (0, 0))
