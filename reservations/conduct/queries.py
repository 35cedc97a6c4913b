"""How people behave at the table, as it stands in the books, and the words that hosts warn with."""

from reservations.acts.facts import FactKind
from reservations.conduct.rules import KINDS, Conduct, fold_conduct
from reservations.models import Fact, Night
from reservations.tables.queries import table_facts

_LOOKED_AT = 100
_USUAL = (
    "Acted out of turn",
    "Splashed the pot",
    "Slow rolled",
    "Talked about a hand in play",
    "Called the clock at once",
)


def conduct_of(night: Night) -> Conduct:
    """Return how people behaved on a night; what a duplicate did was done by whom they were merged into."""
    return fold_conduct(table_facts(night, *KINDS))


def recent_warnings(most: int) -> list[str]:
    """Return the words of the latest warnings, each once and the newest first, then usual ones; so many at most."""
    facts = Fact.objects.filter(kind=FactKind.CONDUCT).exclude(reason="").order_by("-pk")
    said = facts.values_list("reason", flat=True)[:_LOOKED_AT]
    return list(dict.fromkeys([*said, *_USUAL]))[:most]
