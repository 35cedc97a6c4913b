"""Compare every row that an act has set with the acts: players, houses, nights, banks, accounts.

Nothing that a row or an act says is taken for granted: what cannot be read counts as nothing, and differs.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, OuterRef, Q

from ledger.audit import cell_queries
from ledger.audit.cell_queries import fields_of
from ledger.models import OF_A_NIGHT, Account, Bank, Transfer
from reservations.acts.chain import digest_of
from reservations.acts.kinds import Kind
from reservations.acts.queries import in_effect
from reservations.models import Act, Desk, House, Night, Player, Rules
from reservations.parsing.names import name_key, whose
from reservations.players.queries import player_changes

Fields = dict[str, Any]


def faults() -> Iterator[str]:
    """Yield a sentence for every row that is not as the acts have left it; nothing when all are.

    A night that is only planned was set by no act: its date and house are not checked.
    """
    if any(cell_queries.faults()):
        return  # The acts cannot be read either; the check of the acts reports that.
    if list(Desk.objects.values_list("pk", flat=True)) != [Desk.ONE]:
        yield "The desk's one row is not there: run `python manage.py migrate`."
    yield from _player_faults()
    yield from _house_faults()
    yield from _night_faults()
    yield from _account_faults()


def _player_faults() -> Iterator[str]:
    blank: Fields = {"name": None, "name_key": None, "regular": None, "invited_by_id": None, "mark": None}
    blank |= {"removed": False, "merged_into_id": None}
    said, carried = dict[int, Fields](), dict[str, int]()
    for number, fields in _acts_of(Kind.PLAYER):
        if not isinstance(fields.get("name"), str) or not isinstance(fields.get("formerly", 0), int):
            continue  # Its head tells that the act was changed.
        player = whose(number, fields, carried)
        said[player] = {**said.get(player, blank), **player_changes(fields)}
    for _, fields in _acts_of(Kind.MERGE):
        if isinstance(fields.get("player"), int) and fields["player"] in said:
            said[fields["player"]]["merged_into_id"] = fields.get("into")
    rows = {player.number: player for player in Player.objects.all()}
    for number in sorted(said.keys() | rows.keys()):
        if number not in rows or number not in said:
            yield f"Player {number} is {'missing' if number in said else 'not in any act'}."
        elif wrong := [field for field, value in said[number].items() if getattr(rows[number], field) != value]:
            yield f"Player {number}: {', '.join(wrong)} is not what their latest act says."


def _acts_of(kind: Kind) -> Iterator[tuple[int, Fields]]:
    acts = in_effect(Act.objects.filter(kind=kind)).order_by("number").values_list("number", "content")
    yield from ((number, fields_of(content)) for number, content in acts)


def _house_faults() -> Iterator[str]:
    houses = {house.pk: house for house in House.objects.all()}
    versions: dict[int, int] = defaultdict(int)
    for rules in Rules.objects.order_by("house", "version"):
        versions[rules.house_id] += 1
        where = f"Version {rules.version} of house {rules.house_id}"
        if rules.digest != digest_of(rules.pk, rules.house_id, rules.version, rules.document, rules.since):
            yield f"{where}: its digest does not fit its row."
        if rules.version != versions[rules.house_id]:
            yield f"{where} should be version {versions[rules.house_id]}."
        house, said = houses.get(rules.house_id), fields_of(rules.document)
        if house is None or (house.key, house.name) != (said.get("key"), said.get("name")):
            yield f"{where} is of a house of another key or name."
    for house in houses.values():
        if house.name_key != name_key(house.name) or house.pk not in versions:
            yield f"House {house.pk}: its row has been changed, or it has no rules."


def _night_faults() -> Iterator[str]:
    began = Act.objects.filter(kind__in=(Kind.OPEN, Kind.CLOSE)).values_list("kind", "night", "number", "content")
    openings = {night: (number, fields_of(content)) for kind, night, number, content in began if kind == Kind.OPEN}
    closes = {night: number for kind, night, number, _ in began if kind == Kind.CLOSE}
    handed = in_effect(Act.objects.filter(kind__in=(Kind.OPEN, Kind.HAND_OVER))).order_by("number")
    bankers = {night: fields_of(content).get("banker") for night, content in handed.values_list("night", "content")}
    house_keys = dict(House.objects.values_list("pk", "key"))
    banks = {bank.night_id: bank for bank in Bank.objects.all()}
    nights = {night.pk: night for night in Night.objects.select_related("rules")}
    opened = {night.pk for night in nights.values() if night.rules_id is not None}
    for number in sorted({*banks, *opened, *filter(None, {*openings, *closes})}):
        bank, night = banks.get(number), nights.get(number)
        act, content = openings.get(number, (None, {}))
        if night is None or bank is None or act is None:
            wrong = ["that it was opened"]
        else:
            rules = night.rules
            pairs = {
                "the opening": (bank.opened_id, act),
                "the close": (bank.closed_id, closes.get(number)),
                "the banker": (bank.banker_id, bankers.get(number)),
                "the date": (night.date.isoformat(), content.get("date")),
                "the house": (house_keys.get(night.house_id), content.get("house")),
                "the rules": (rules and (rules.house_id, rules.version), (night.house_id, content.get("version"))),
            }
            wrong = [name for name, (is_now, should_be) in pairs.items() if is_now != should_be]
        if wrong:
            yield f"Night {number}: {', '.join(wrong)} is not what its acts say."


def _account_faults() -> Iterator[str]:
    kinds: dict[int | None, list[str]] = defaultdict(list)
    for night, kind in Account.objects.filter(player=None).values_list("night", "kind"):
        kinds[night].append(kind)
    for night in Bank.objects.values_list("night", flat=True):
        if sorted(kinds.pop(night, [])) != sorted(OF_A_NIGHT):
            yield f"Night {night} does not have its {len(OF_A_NIGHT)} accounts."
    yield from (f"There are accounts of night {night}, which has no bank." for night in kinds)
    # An account of a player is made when something first moves through it.
    moved = Transfer.objects.filter(Q(debit=OuterRef("pk")) | Q(credit=OuterRef("pk")))
    idle = Account.objects.filter(~Exists(moved), player__isnull=False).order_by("pk")
    yield from (f"Nothing has moved through account {account.pk}, {account.kind} of a player." for account in idle)
