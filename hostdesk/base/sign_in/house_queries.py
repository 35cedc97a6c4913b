"""The house of an address: the night or note in it, for example, belongs to one.

Everything else belongs to all houses: players, THE BOOK, months, and the settings of the desk.
"""

from collections.abc import Collection, Mapping
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Model, Q

from hostdesk.models import NameClaim
from ledger.models import Note
from reservations.models import Fact, House, Night, Series

_OF_A_HOUSE: Mapping[str, tuple[type[Model], str, tuple[str, ...]]] = {
    "night_id": (Night, "pk", ("house",)),
    "key": (House, "key", ("pk",)),
    "series_id": (Series, "pk", ("house",)),
    "poll_id": (Fact, "pk", ("house",)),
    "strike": (Fact, "pk", ("night__house",)),
    "note": (Note, "pk", ("night__house",)),
    "claim": (*(NameClaim, "pk"), ("group_link__night__house", "group_link__series__house", "group_link__poll__house")),
}
"""The rows of a house, by their name in addresses: the model, the field for the value, and the path to their house."""


def is_of_house(address: Mapping[str, Any], houses: Collection[int]) -> bool | None:
    """Tell whether everything in an address belongs to these houses; None if nothing in it belongs to a house.

    ``address`` has the arguments of its view. Things of other houses count as missing.
    """
    named = [name for name in address if name in _OF_A_HOUSE]
    for name in named:
        model, field, ways = _OF_A_HOUSE[name]
        theirs = reduce(or_, (Q(**{f"{way}__in": houses}) for way in ways))
        if not model._default_manager.filter(theirs, **{field: address[name]}).exists():
            return False
    return True if named else None
