"""The conduct at the table on a night."""

from reservations.conduct.rules import KINDS, Conduct, fold_conduct
from reservations.models import Night
from reservations.tables.queries import table_facts


def conduct_of(night: Night) -> Conduct:
    """Return the conduct on a night; a merged duplicate's counts for the person."""
    return fold_conduct(table_facts(night, *KINDS))
