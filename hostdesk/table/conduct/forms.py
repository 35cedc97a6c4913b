"""Forms for conduct: of which player, in which words, and what was decided."""

from hostdesk.invitations.guests.forms import HostReasonField
from reservations.acts.forms import ActForm, NumberField, OneOfField
from reservations.conduct.rules import Decider


class OfPlayerForm(ActForm):
    """Something about a player at the tables."""

    player = NumberField("Choose a player.")

    takes: tuple[str, ...] = ("player",)


class WarnForm(OfPlayerForm):
    """What a player is warned for."""

    words = HostReasonField("Enter the reason for the warning.")

    takes = ("player", "words")


class RuleForm(ActForm):
    """What was in dispute, what was decided, and by whom."""

    dispute = HostReasonField("Enter the dispute.")
    decision = HostReasonField("Enter the decision.")
    decider = OneOfField(Decider, "Choose who decided.")

    takes = ("dispute", "decision", "decider")


class EndCallForm(ActForm):
    """Which call is over, by the id of its fact."""

    call = NumberField("Choose the call.")

    takes = ("call",)
