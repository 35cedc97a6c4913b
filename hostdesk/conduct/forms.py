"""What is noted of how people behave: of whom, in which words, and what was decided."""

from django import forms

from hostdesk.guests.forms import HostReasonField
from reservations.acts.forms import ActForm
from reservations.conduct.rules import Decider

_MOST_NUMBER = 2**62


class WordsField(HostReasonField):
    """One line of words, and what is said where there are none."""

    def __init__(self, missing: str) -> None:
        super().__init__()
        self.error_messages["required"] = missing


class OfPlayerForm(ActForm):
    """Something about one of those at the tables."""

    player = forms.IntegerField(
        min_value=1, max_value=_MOST_NUMBER, error_messages={"required": "Choose who.", "invalid": "Choose who."}
    )

    takes: tuple[str, ...] = ("player",)


class WarnForm(OfPlayerForm):
    """What somebody is warned with."""

    words = WordsField("Say what they are warned of.")

    takes = ("player", "words")


class RuleForm(ActForm):
    """What was in dispute, what was decided, and by whom."""

    dispute = WordsField("Say what was in dispute.")
    decision = WordsField("Say what was decided.")
    decider = forms.TypedChoiceField(
        choices=[(each.value, each.value) for each in Decider],
        coerce=Decider,
        error_messages={"required": "Say who decided.", "invalid_choice": "Say who decided."},
    )

    takes = ("dispute", "decision", "decider")


class EndCallForm(ActForm):
    """Which call is over, by the id of its fact."""

    call = forms.IntegerField(min_value=1, max_value=_MOST_NUMBER, error_messages={"required": "Say which call."})

    takes = ("call",)
