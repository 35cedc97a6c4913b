"""Add, rename and merge players, make houses and their next versions."""

from collections.abc import Collection, Mapping
from typing import Any

from reservations.acts.commands import append_act, command
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed, Refused, violated_if
from reservations.acts.queries import Answer, Draft, act_once, check_not_merged
from reservations.models import Player
from reservations.parsing.names import OF_A_FORGOTTEN, name_key, parse_mark, parse_name
from reservations.players import queries


@command
def record_player(
    *,
    stamp: Stamp,
    name: str,
    regular: bool | None = None,
    invited_by: Player | None = None,
    mark: str | None = None,
    removed: bool | None = None,
    reserved_marks: Collection[str] = frozenset(),
    brings_back: bool = False,
) -> Answer:
    """Add a player, or update the player of that name in the given fields; ``removed`` removes from the group.

    ``brings_back`` returns a name to the forgotten player who carried it, since a log names its players.

    Raises ``Malformed`` if a new player is neither a regular nor a guest, ``Impossible`` if the inviter is no regular,
    the mark is another player's, or the name belongs to another player who was renamed or forgotten, and ``Refused`` if
    the mark is one of the ``reserved_marks`` and the act carries no ruling.
    """
    flags = {"regular": regular, "removed": removed}
    fields: dict[str, Any] = {"name": parse_name(name)} | {key: on for key, on in flags.items() if on is not None}
    if invited_by is not None:
        fields["invited_by"] = invited_by.number
    if mark is not None:
        fields["mark"] = parse_mark(mark)
    draft = act_once(Draft(Kind.PLAYER, stamp, fields))
    player = queries.player_called(fields["name"])
    _check_player(player, fields, invited_by, brings_back=brings_back)
    # A mark that the player already has stays.
    reserved = fields.get("mark") in reserved_marks and (player is None or player.mark != fields["mark"])
    sentence = f"{fields.get('mark')} is the host's mark: {fields['name']} signs with another one."
    overruled = violated_if(reserved, "the host's mark", sentence)
    if overruled and not stamp.ruling:
        raise Refused(overruled, house="The register of notes")
    act = append_act(draft, overruled=overruled)
    if player is None:
        Player.objects.create(number=act.number, **queries.player_changes(fields))
        return Answer(act)
    Player.objects.filter(pk=player.pk).update(**queries.player_changes(fields))
    if player.forgotten:
        return Answer(act, remark=f"{player} was forgotten, and is called {fields['name']} again.")
    if regular in (None, player.regular):
        return Answer(act)
    was, now = ("guest", "regular") if regular else ("regular", "guest")
    return Answer(act, remark=f"{player} was a {was} and is a {now} now.")


def _check_player(
    player: Player | None, fields: Mapping[str, Any], invited_by: Player | None, *, brings_back: bool
) -> None:
    name = fields["name"]
    if player is not None:
        check_not_merged([player.number])
        if player.forgotten and (not brings_back or player.name_key == name_key(name)):
            raise Impossible(OF_A_FORGOTTEN.format(name))
        if player.name_key != name_key(name) and not player.forgotten:
            raise Impossible(f"{name} is now called {player}: take that name, or another one for a new player.")
    elif "regular" not in fields:
        raise Malformed(f"{name} is new: say whether they are a regular.")
    if invited_by is not None and not invited_by.regular:
        raise Impossible(f"{invited_by} is a guest and cannot answer for {name}: only a regular can.")
    if invited_by is not None and invited_by == player:
        raise Impossible(f"{name} cannot be their own guest.")
    owner = Player.objects.filter(mark=fields.get("mark", "")).exclude(pk=player.pk if player else 0).first()
    if owner is not None:
        raise Impossible(f"The mark {owner.mark} is {owner}'s: take another one for {name}.")


@command
def rename_player(*, stamp: Stamp, player: Player, name: str) -> Answer:
    """Give a player another name. The old name still belongs to them: it finds them, and no new player can take it.

    Raises ``Impossible`` for the player's present name, and for a present or old name of another player.
    """
    fields: dict[str, Any] = {"name": parse_name(name), "formerly": player.number}
    draft = act_once(Draft(Kind.PLAYER, stamp, fields))
    player, name = queries.as_they_are_now(player), fields["name"]
    owner = queries.player_called(name)
    if player.forgotten or (owner is not None and owner.forgotten):
        raise Impossible(OF_A_FORGOTTEN.format(player if player.forgotten else name))
    if owner == player and name == player.name:
        raise Impossible(f"{player} has that name already.")
    if owner is not None and owner != player:
        if owner.name_key == name_key(name):
            raise Impossible(f"{owner} is another player: take another name for {player}.")
        raise Impossible(f"{name} is what {owner} was called before: take another name for {player}.")
    act = append_act(draft)
    Player.objects.filter(pk=player.pk).update(**queries.player_changes(fields))
    return Answer(act)


def check_merge(player: Player, into: Player) -> None:
    """Check a merge that makes two entries one person.

    Raises ``Impossible`` for a player and themselves, for a forgotten player, for two players with marks, and for a
    guest and the duplicate who answers for them.
    """
    if player == into:
        raise Impossible(f"{player} cannot be merged into themselves.")
    for one in (player, into):
        if one.forgotten:
            raise Impossible(OF_A_FORGOTTEN.format(one))
    if player.mark is not None and into.mark is not None:
        raise Impossible(f"{player} signs notes {player.mark} and {into} {into.mark}: one person has one mark.")
    if not into.regular and into.inviter == player:
        raise Impossible(f"{into} is a guest of {player}: merge {into} into {player}, not the other way round.")
