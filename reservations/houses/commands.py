"""Make houses and the next versions of their rules, announce these, and record acceptances."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils import timezone

from reservations.acts.chain import canonical, digest_of
from reservations.acts.commands import command, note_fact, seal_rows
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Changed, Impossible
from reservations.houses.queries import accepted_by, house_called, informed_of
from reservations.models import Fact, House, Player, Rules
from reservations.parsing.names import name_key, parse_line


@command
def make_house(*, document: Mapping[str, Any]) -> Rules:
    """Make a house from a document: version 1 of its rules. Raises ``Impossible`` if its key or name is taken."""
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
def revise_house(*, house: House, document: Mapping[str, Any], after: int | None = None, reason: str = "") -> Rules:
    """Make the next version of a house's rules, with the reason; the same document again returns the existing version.

    Nights keep the version they were opened with (hybrid, *Conduct and rulings*). ``after`` is the version that the
    document was written from: raises ``Changed`` if another version has been saved since.
    """
    check_same_house(house, document)
    reason = parse_line(reason, empty=True)
    newest = house.newest()
    if newest.document == canonical(document):
        return newest
    if after not in (None, newest.version):
        saved = f"Version {newest.version} of the rules of {house} was saved meanwhile"
        raise Changed(f"{saved}: this was written from version {after}.")
    return _add_version(house, newest.version + 1, document, reason)


def check_same_house(house: House, document: Mapping[str, Any]) -> None:
    """Raise ``Impossible`` for a document with another name or key of the house."""
    if (document["key"], document["name"]) != (house.key, house.name):
        raise Impossible(f"A new version keeps the house's key and name: {house.key}, {house}.")


def _add_version(house: House, version: int, document: Mapping[str, Any], reason: str = "") -> Rules:
    # The id is set here and not by the database, because the digest covers it.
    number = (Rules.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    text, since = canonical(document), timezone.now()
    rules = Rules(pk=number, house=house, version=version, document=text, since=since, reason=reason)
    rules.digest = digest_of(rules.pk, house.pk, rules.version, rules.document, rules.since, reason)
    rules.save(force_insert=True)
    seal_rows([rules])
    return rules


@command
def tell_rules(*, stamp: Stamp, house: House, version: int, players: Collection[int], changes: Sequence[str]) -> Noted:
    """Announce the newest version to the ``players`` who have neither heard of it nor accepted it.

    ``changes`` are the announcement's sentences. Raises ``Impossible`` if there is nobody to tell, and for a
    version that is not the newest.
    """
    draft = fact_once(FactDraft(FactKind.RULES, house=house, content={"version": version}), stamp)
    _check_newest(house, version)
    accepted = accepted_by(house).items()
    known = informed_of(house, version) | {player for player, fact in accepted if fact.content["version"] == version}
    newcomers = [player for player in players if player not in known]
    if not newcomers:
        raise Impossible(f"There is nobody left to tell of version {version}.")
    remark = f"Version {version} is on its way to {len(newcomers)} of the players."
    return note_fact(draft, stamp, remark, told=newcomers, changes=[*changes])


@command
def accept_rules(*, stamp: Stamp, player: Player, house: House, version: int) -> Noted:
    """Record that a player accepts the newest version of a house's rules; a second time changes nothing.

    Raises ``Impossible`` for another version.
    """
    draft = fact_once(FactDraft(FactKind.ACCEPT, player=player, house=house, content={"version": version}), stamp)
    _check_newest(house, version)
    remark = f"You have accepted version {version} of the rules."
    before = accepted_by(house).get(player.number)
    if before is not None and before.content["version"] == version:
        return Noted(Fact.objects.get(pk=before.id), known=True, remark=remark)
    return note_fact(draft, stamp, remark)


def _check_newest(house: House, version: int) -> None:
    newest = house.newest().version
    if version != newest:
        raise Impossible(f"The rules of {house} are at version {newest} now: read what it changes first.")
