"""How people behaved at the table on a night, as it is recorded."""

from reservations.conduct.rules import KINDS, Conduct, fold_conduct
from reservations.models import Night
from reservations.tables.queries import table_facts


def conduct_of(night: Night) -> Conduct:
    """Return how people behaved on a night; what a merged duplicate did counts for the player they are."""
    return fold_conduct(table_facts(night, *KINDS))
