"""Forms for conduct: the player, the words, and the decision."""

from hostdesk.invitations.guests.forms import HostReasonField
from reservations.acts.forms import ActForm, NumberField, OneOfField
from reservations.conduct.rules import Decider


class OfPlayerForm(ActForm):
    """Something about a player at the tables."""

    player = NumberField("Choose a player.")

    takes: tuple[str, ...] = ("player",)


class WarnForm(OfPlayerForm):
    """A warning with its words."""

    words = HostReasonField("Enter the reason for the warning.")

    takes = ("player", "words")


class RuleForm(ActForm):
    """A dispute, its decision, and the decider."""

    dispute = HostReasonField("Enter the dispute.")
    decision = HostReasonField("Enter the decision.")
    decider = OneOfField(Decider, "Choose who decided.")

    takes = ("dispute", "decision", "decider")


class EndCallForm(ActForm):
    """The call that is over, by the id of its fact."""

    call = NumberField("Choose the call.")

    takes = ("call",)
