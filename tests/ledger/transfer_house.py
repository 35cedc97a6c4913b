"""A house where the banker's own account is as good as cash."""

from typing import Any

from hostdesk.rules.houses.presets import load_preset
from reservations.houses.commands import make_house
from tests.stories.evening import Evening


def friday(**cash_out: Any) -> Evening:
    """Open an evening of the Friday game: Dave's terms, transfers, and these ``cash_out`` terms."""
    document = load_preset("dave-2018")
    make_house(
        document={
            **document,
            "key": "friday",
            "name": "Friday game",
            "buy_in": {**document["buy_in"], "pays_with": ["cash", "transfer"]},
            "cash_out": {**document["cash_out"], **cash_out},
        }
    )
    return Evening("friday")
