"""Where players are reached by e-mail: an address that each sets, and whether they want to be written to."""

from django.conf import settings

from hostdesk.models import PlayerEmail
from reservations.models import Player
from reservations.players.queries import people_at


def is_set_up() -> bool:
    """Tell whether this desk sends e-mail at all."""
    return bool(settings.MAIL_SERVER.sender)


def email_of(player: Player) -> PlayerEmail | None:
    """Return where a player, who is no duplicate, is reached; nothing where they do not say."""
    return PlayerEmail.objects.filter(player=player).first()


def set_email(player: Player, address: str, *, wanted: bool) -> None:
    """Keep where a player is reached and whether they want it; with "" forget it."""
    if address:
        PlayerEmail.objects.update_or_create(player=player, defaults={"address": address, "wanted": wanted})
    else:
        PlayerEmail.objects.filter(player=player).delete()


def addresses(*, wanted: bool) -> dict[int, str]:
    """Return the addresses by player number, duplicates' too; with ``wanted`` of those who want to be written to."""
    kept = PlayerEmail.objects.filter(wanted=True) if wanted else PlayerEmail.objects.all()
    own = dict(kept.values_list("player_id", "address"))
    return own | {duplicate: own[person] for duplicate, person in people_at().items() if person in own}
