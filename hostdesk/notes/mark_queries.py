"""Who signs notes with which mark, and which marks are free for whom."""

from hostdesk.houses.queries import newest_rules
from hostdesk.models import Host
from reservations.models import Player
from reservations.parsing.names import name_key
from reservations.players.marks import suggested_mark
from reservations.players.queries import same_person


def marks_kept_from(name: str) -> frozenset[str]:
    """Return the marks that the houses keep for their host, from everybody but a host of this desk, by name.

    As long as there is no host, nobody could say who else it is, and none is kept.
    """
    hosts = set(Host.objects.values_list("name_key", flat=True))
    if not hosts or name_key(name) in hosts:
        return frozenset()
    return frozenset(_kept())


def mark_of(player: Player) -> str | None:
    """Return what somebody signs notes with, their own mark or that of a duplicate; nothing where they have none."""
    if player.mark:
        return player.mark
    of_duplicates = Player.objects.filter(pk__in=same_person(player), mark__isnull=False)
    return of_duplicates.order_by("number").values_list("mark", flat=True).first()


def free_mark(player: Player) -> str:
    """Return a mark that this player, who has none, could take."""
    taken = set(Player.objects.filter(mark__isnull=False).values_list("mark", flat=True))
    return suggested_mark(player.name, {*filter(None, taken), *_kept()})


def _kept() -> set[str]:
    """Return the marks of the houses' hosts, which are suggested to nobody."""
    return {rules.terms.host_mark for rules in newest_rules() if rules.terms.host_mark}
