"""Add players, make houses and their next versions."""

import re
from collections.abc import Mapping
from typing import Any

from django.db.models import Max
from django.utils import timezone

from reservations import queries
from reservations.acts import Answer, Draft, append_act, known_act
from reservations.chain import canonical, digest_of
from reservations.desk import command, lock_desk
from reservations.kinds import Kind, Stamp
from reservations.models import House, Player, Rules
from reservations.names import name_key, parse_name
from reservations.problems import Impossible, Malformed

MARK = re.compile(r"[A-Z0-9]{2,8}", re.ASCII)


@command
def record_player(
    *,
    stamp: Stamp,
    name: str,
    regular: bool | None = None,
    invited_by: Player | None = None,
    mark: str | None = None,
) -> Answer:
    """Add a player, or update the one of that name in the fields given.

    Raises ``Malformed`` when a new player is neither called regular nor guest, ``Impossible`` when the inviter is not
    a regular or the mark is another player's.
    """
    lock_desk()
    fields = _player_fields(name, invited_by, mark, regular=regular)
    draft = Draft(Kind.PLAYER, stamp, fields)
    if known := known_act(draft):
        return known
    player = Player.objects.filter(name_key=name_key(fields["name"])).first()
    _check_player(player, fields, invited_by)
    act = append_act(draft)
    if player is None:
        Player.objects.create(number=act.number, **player_changes(fields))
        return Answer(act)
    remark = _turned(player, regular=regular)
    Player.objects.filter(pk=player.pk).update(**player_changes(fields))
    return Answer(act, remark=remark)


def player_changes(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a ``player`` act with these fields sets in the player's row."""
    changes = {"invited_by_id" if field == "invited_by" else field: value for field, value in fields.items()}
    return {**changes, "name_key": name_key(fields["name"])}


def _player_fields(name: str, invited_by: Player | None, mark: str | None, *, regular: bool | None) -> dict[str, Any]:
    fields: dict[str, Any] = {"name": parse_name(name)}
    if regular is not None:
        fields["regular"] = regular
    if invited_by is not None:
        fields["invited_by"] = invited_by.number
    if mark is not None:
        fields["mark"] = parse_mark(mark)
    return fields


def parse_mark(text: str) -> str:
    """Return a note's mark, in capitals. Raises ``Malformed`` for other than 2 to 8 letters A-Z and digits."""
    mark = text.strip().upper()
    if not MARK.fullmatch(mark):
        raise Malformed("A mark is 2 to 8 letters A-Z or digits, as in BOF.")
    return mark


def _check_player(player: Player | None, fields: Mapping[str, Any], invited_by: Player | None) -> None:
    name = fields["name"]
    if player is None and "regular" not in fields:
        raise Malformed(f"{name} is new: say whether they are a regular.")
    if invited_by is not None and not invited_by.regular:
        raise Impossible(f"{invited_by} is a guest and cannot answer for {name}: only a regular can.")
    if invited_by is not None and invited_by == player:
        raise Impossible(f"{name} cannot be their own guest.")
    owner = Player.objects.filter(mark=fields.get("mark", "")).exclude(pk=player.pk if player else 0).first()
    if owner is not None:
        raise Impossible(f"The mark {owner.mark} is {owner}'s: take another one for {name}.")


def _turned(player: Player, *, regular: bool | None) -> str:
    if regular is None or regular == player.regular:
        return ""
    return f"{player} was a guest and is a regular now." if regular else f"{player} was a regular and is a guest now."


@command
def make_house(*, document: Mapping[str, Any]) -> Rules:
    """Make a house of a document: version 1 of its rules. Raises ``Impossible`` when its key or name is taken."""
    lock_desk()
    return new_house(document)


def new_house(document: Mapping[str, Any]) -> Rules:
    """Make the house inside a command that has locked the desk."""
    key, name = document["key"], document["name"]
    taken = queries.house_called(key) or queries.house_called(name)
    if taken is not None:
        raise Impossible(f"There is a house {taken} ({taken.key}) already: revise it, or take another key and name.")
    house = House.objects.create(key=key, name=name, name_key=name_key(name))
    return _add_version(house, 1, document)


@command
def revise_house(*, house: House, document: Mapping[str, Any]) -> Rules:
    """Make the next version of a house's rules; the same document again is the version that is there.

    Nights keep the version they were opened with (hybrid, *Conduct and rulings*).
    """
    lock_desk()
    if (document["key"], document["name"]) != (house.key, house.name):
        raise Impossible(f"A new version keeps the house's key and name: {house.key}, {house}.")
    newest = house.newest()
    if newest.document == canonical(document):
        return newest
    return _add_version(house, newest.version + 1, document)


def _add_version(house: House, version: int, document: Mapping[str, Any]) -> Rules:
    # The id is given here and not by the database, because the digest covers it.
    number = (Rules.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    rules = Rules(pk=number, house=house, version=version, document=canonical(document), since=timezone.now())
    rules.digest = digest_of(rules.pk, house.pk, rules.version, rules.document, rules.since)
    rules.save(force_insert=True)
    return rules
