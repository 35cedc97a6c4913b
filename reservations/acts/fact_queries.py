"""Facts under keys that are used once: drafts and recorded facts."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reservations.acts.chain import canonical
from reservations.acts.facts import FactKind, FactValue
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Problem, Repeated
from reservations.models import Fact, House, Night, Player
from reservations.parsing.names import name_key, parse_line, parse_texts

NAME_FIELDS = ("guests",)
"""The fields of a fact's content that hold names."""
MOST_CHARACTERS = 500
"""How many a text in a fact's content may have: the note of a night is the longest."""


@dataclass(frozen=True)
class FactDraft:
    """A fact before it is recorded: a request and its reason.

    Its texts are kept as the parsers of names and lines read them. Raises ``Malformed`` for a text that cannot be kept.
    """

    kind: FactKind
    night: Night | None = None
    player: Player | None = None
    house: House | None = None
    about: Fact | None = None
    reason: str = ""
    content: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", parse_line(self.reason, empty=True))
        object.__setattr__(self, "content", parse_texts(self.content, NAME_FIELDS, MOST_CHARACTERS, empty=True))

    def says_the_same_as(self, fact: Fact) -> bool:
        """Tell whether a recorded fact has the same kind, the same subjects and the same content."""
        about = [subject.pk if subject else None for subject in (self.night, self.player, self.house, self.about)]
        return (
            (self.kind.value, self.reason) == (fact.kind, fact.reason)
            and about == [fact.night_id, fact.player_id, fact.house_id, fact.about_id]
            and canonical(_compared(self.content)) == canonical(_compared(json.loads(fact.content)))
        )


def _compared(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content in comparable form: guests' names without case, as everywhere."""
    named = {field: [name_key(name) for name in content[field]] for field in NAME_FIELDS if field in content}
    return {**content, **named}


@dataclass(frozen=True)
class Noted:
    """The answer of a command about coming: the fact, whether it was known already, and a remark for its author."""

    fact: Fact
    known: bool = False
    remark: str = ""


class FactTaken(Problem):
    """The key belongs to a fact with other content. Nothing is recorded; the page shows both."""

    def __init__(self, fact: Fact, draft: FactDraft) -> None:
        self.fact = fact
        self.draft = draft
        recorded = _in_words(fact.kind, fact.player, json.loads(fact.content))
        super().__init__(
            f"This form has been used already: it recorded {recorded}. "
            f"Now it says {_in_words(draft.kind, draft.player, draft.content)}. Nothing new was recorded: "
            "load the page again and send it once more."
        )


def _in_words(kind: str, player: Player | None, content: Mapping[str, Any]) -> str:
    """Return the request of a fact in words: "answer of Bo (answer: yes, guests: Hal)"."""
    texts = {name: " and ".join(map(str, one)) if isinstance(one, list) else one for name, one in content.items()}
    sentence = ", ".join(f"{name}: {text}" for name, text in texts.items())
    return " ".join(filter(None, [kind, f"of {player}" if player else "", f"({sentence})" if sentence else ""]))


def known_fact(draft: FactDraft, stamp: Stamp) -> Noted | None:
    """Return the first answer for the same key and content, or None.

    Raises ``MayNotOverrule`` for a ruling by a person without that right, and ``FactTaken``.
    """
    stamp.check_ruling()
    fact = Fact.objects.filter(key=stamp.key).first()
    if fact is None:
        return None
    if not draft.says_the_same_as(fact):
        raise FactTaken(fact, draft)
    return Noted(fact, known=True, remark=str(json.loads(fact.outcome).get("remark", "")))


def fact_once(draft: FactDraft, stamp: Stamp) -> FactDraft:
    """Return a new draft. Raises ``Repeated`` for a recorded fact, and the errors of :func:`known_fact`."""
    if known := known_fact(draft, stamp):
        raise Repeated(known)
    return draft


def fact_value(fact: Fact) -> FactValue:
    """Return a recorded fact as a value, with the players' numbers at its own time."""
    subjects = (fact.night_id, fact.player_id, fact.house_id, fact.about_id)
    content, outcome = json.loads(fact.content), json.loads(fact.outcome)
    return FactValue(fact.pk, FactKind(fact.kind), fact.at, *subjects, fact.by, fact.reason, content, outcome)
