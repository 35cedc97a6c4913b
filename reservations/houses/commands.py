"""Make houses and the next versions of their rules."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max
from django.utils import timezone

from reservations.acts.chain import canonical, digest_of
from reservations.acts.commands import command
from reservations.acts.problems import Impossible
from reservations.houses.queries import house_called
from reservations.models import House, Rules
from reservations.parsing.names import name_key


class Outrun(Impossible):
    """Rules were written from a version that is not the newest any more: saved, they would undo what came between."""


@command
def make_house(*, document: Mapping[str, Any]) -> Rules:
    """Make a house of a document: version 1 of its rules. Raises ``Impossible`` when its key or name is taken."""
    return new_house(document)


def new_house(document: Mapping[str, Any]) -> Rules:
    """Make the house inside a command that has locked the desk."""
    key, name = document["key"], document["name"]
    taken = house_called(key) or house_called(name)
    if taken is not None:
        raise Impossible(f"There is a house {taken} ({taken.key}) already: revise it, or take another key and name.")
    house = House.objects.create(key=key, name=name, name_key=name_key(name))
    return _add_version(house, 1, document)


@command
def revise_house(*, house: House, document: Mapping[str, Any], after: int | None = None) -> Rules:
    """Make the next version of a house's rules; the same document again is the version that is there.

    Nights keep the version they were opened with (hybrid, *Conduct and rulings*). ``after`` is the version that the
    document was written from: raises ``Outrun`` where another one has been saved since.
    """
    if (document["key"], document["name"]) != (house.key, house.name):
        raise Impossible(f"A new version keeps the house's key and name: {house.key}, {house}.")
    newest = house.newest()
    if newest.document == canonical(document):
        return newest
    if after not in (None, newest.version):
        saved = f"Version {newest.version} of the rules of {house} was saved meanwhile"
        raise Outrun(f"{saved}: this was written from version {after}.")
    return _add_version(house, newest.version + 1, document)


def _add_version(house: House, version: int, document: Mapping[str, Any]) -> Rules:
    # The id is given here and not by the database, because the digest covers it.
    number = (Rules.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    rules = Rules(pk=number, house=house, version=version, document=canonical(document), since=timezone.now())
    rules.digest = digest_of(rules.pk, house.pk, rules.version, rules.document, rules.since)
    rules.save(force_insert=True)
    return rules
