"""The phones of the players: each shows its own page."""

from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.signed_in import player_client


def own(name: str, page: str = "") -> str:
    """Return the address of a player's own page, or of one below it."""
    return f"/own/{player_named(name).number}/{page}"


def phone(name: str) -> Browser:
    """Return a browser in which that player is signed in."""
    return Browser(player_client(player_named(name)))
