"""The comparison of every row that an act has set with the acts; an unreadable cell counts as nothing, and differs."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import connection, models
from django.db.models import Exists, OuterRef, Q

from ledger.models import OF_A_NIGHT, Account, Bank, Note, Transfer
from reservations.acts.chain import digest_of
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind
from reservations.acts.program import called
from reservations.acts.queries import in_effect
from reservations.models import Act, Desk, Fact, House, Night, OwnLimitSaid, Player, RowSeal, Rules, Series
from reservations.parsing.names import name_key, name_of_forgotten, whose
from reservations.players.queries import player_changes

_TABLES: tuple[type[models.Model], ...] = (
    *(Desk, Act, Player, House, Rules, Night, Account, Note, Transfer, Bank),
    *(Series, Fact, OwnLimitSaid, RowSeal),
)
# Adding no days turns the 31st of February into the 3rd of March, so that it differs from the cell.
_DAY = "date({0}, '+0 days') IS {0}"
# SQLite would round a time to milliseconds, and 20:59:59.9996 up to 21:00:00: only the whole second is compared.
_SECOND = "strftime('%Y-%m-%d %H:%M:%S', substr({0}, 1, 19), '+0 days') IS substr({0}, 1, 19)"
_CLOCK = "strftime('%H:%M:%S', {0}) IS substr({0}, 1, 8)"
_TIME = f"{_SECOND} AND (length({{0}}) = 19 OR substr({{0}}, 20) GLOB '.{'[0-9]' * 6}')"
_CONDITIONS: tuple[tuple[type[Any], str], ...] = (
    (models.DateTimeField, _TIME),
    (models.DateField, _DAY),
    (models.TimeField, _CLOCK),
    (models.UUIDField, f"typeof({{0}}) = 'text' AND {{0}} GLOB '{'[0-9a-f]' * 32}'"),
    (models.JSONField, "typeof({0}) = 'text' AND json_valid({0})"),
    (models.BooleanField, "{0} IN (0, 1)"),
    (models.IntegerField, "typeof({0}) = 'integer'"),
    (models.Field, "typeof({0}) = 'text' AND is_utf8(CAST({0} AS BLOB))"),
)
"""When a cell can be read; a kind of field comes before those it is a kind of."""


def unreadable_cells() -> Iterator[str]:
    """Yield a sentence for every row with a cell that cannot be read; none on PostgreSQL."""
    if connection.vendor != "sqlite":
        return
    connection.ensure_connection()
    connection.connection.create_function("is_utf8", 1, _is_utf8, deterministic=True)
    for model in _TABLES:
        fields = model._meta.concrete_fields
        wrong = " || ".join(f"CASE WHEN {_readable(field)} THEN '' ELSE ' {field.name}' END" for field in fields)
        readable = " AND ".join(map(_readable, fields))
        with connection.cursor() as cursor:
            # It contains no input: these are our own tables and columns.
            cursor.execute(f"SELECT {fields[0].column}, {wrong} FROM {model._meta.db_table} WHERE NOT ({readable})")  # noqa: S608
            rows = cursor.fetchall()
        yield from (f"{model.__name__} {number}: what stands in{names} cannot be read." for number, names in rows)


def _is_utf8(cell: bytes) -> bool:
    """Tell whether a cell is text that SQLite can read."""
    return cell.decode(errors="ignore").encode() == cell


def _readable(field: "models.Field[Any, Any]") -> str:
    """Return the condition under which the cell of that column can be read."""
    column = f'"{field.column}"'
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    condition = next(condition for kind, condition in _CONDITIONS if isinstance(target, kind)).format(column)
    return f"({column} IS NULL OR {condition})" if field.null else f"({condition})"


def fields_of(text: str) -> dict[str, Any]:
    """Return the fields of an act or of a document of rules; none if the text is no JSON object."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


Fields = dict[str, Any]
Compared = dict[str, tuple[object, object]]
"""The actual value and the expected one, by name."""


def row_faults() -> Iterator[str]:
    """Yield a sentence for every row that differs from the acts."""
    if list(Desk.objects.values_list("pk", flat=True)) != [Desk.ONE]:
        yield f"The desk's one row is not there: run `{called('migrate')}`."
    yield from _player_faults()
    yield from _house_faults()
    yield from _night_faults()
    yield from _account_faults()


def _player_faults() -> Iterator[str]:
    blank: Fields = {"name": None, "name_key": None, "regular": None, "invited_by_id": None, "mark": None}
    blank |= {"removed": False, "merged_into_id": None}
    contents, carried = dict[int, Fields](), dict[str, int]()
    for number, fields in _acts_of(Kind.PLAYER):
        if not isinstance(fields.get("name"), str) or not isinstance(fields.get("formerly", 0), int):
            continue  # Its head shows that the act was changed.
        player = whose(number, fields, carried)
        contents[player] = {**contents.get(player, blank), **player_changes(fields)}
    for _, fields in _acts_of(Kind.MERGE):
        if isinstance(fields.get("player"), int) and fields["player"] in contents:
            contents[fields["player"]]["merged_into_id"] = fields.get("into")
    rows = {player.number: player for player in Player.objects.all()}
    for number in Fact.objects.filter(kind=FactKind.FORGET).values_list("player", flat=True):
        if number in contents and number in rows and rows[number].forgotten:
            name = name_of_forgotten(number)
            contents[number] |= {"name": name, "name_key": name_key(name), "forgotten": True}
    for number in sorted(contents.keys() | rows.keys()):
        if number not in rows or number not in contents:
            yield f"Player {number} is {'missing' if number in contents else 'not in any act'}."
        elif wrong := [field for field, value in contents[number].items() if getattr(rows[number], field) != value]:
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
        row = (rules.pk, rules.house_id, rules.version, rules.document, rules.since, rules.reason)
        if rules.digest != digest_of(*row):
            yield f"{where}: its digest does not fit its row."
        if rules.version != versions[rules.house_id]:
            yield f"{where} should be version {versions[rules.house_id]}."
        house, document = houses.get(rules.house_id), fields_of(rules.document)
        if house is None or (house.key, house.name) != (document.get("key"), document.get("name")):
            yield f"{where} is of a house of another key or name."
    for house in houses.values():
        if house.name_key != name_key(house.name) or house.pk not in versions:
            yield f"House {house.pk}: its row has been changed, or it has no rules."


def _night_faults() -> Iterator[str]:
    began = Act.objects.filter(kind__in=(Kind.OPEN, Kind.CLOSE)).values_list("kind", "night", "number", "content")
    openings = {night: (number, fields_of(content)) for kind, night, number, content in began if kind == Kind.OPEN}
    closes = {night: number for kind, night, number, _ in began if kind == Kind.CLOSE}
    handed = Act.objects.filter(kind__in=(Kind.OPEN, Kind.HAND_OVER)).order_by("number")
    undone_by: list[tuple[int, str, int | None]] = list(handed.values_list("night", "content", "reversed_by"))
    bankers = {
        night: fields_of(content).get("banker")
        for night, content, undone in undone_by
        # The bank of a night that was taken back has the banker it had at its close.
        if undone is None or undone > closes.get(night, undone)
    }
    house_keys = dict(House.objects.values_list("pk", "key"))
    banks = {bank.night_id: bank for bank in Bank.objects.all()}
    nights = {night.pk: night for night in Night.objects.select_related("rules")}
    yield from _brought_faults(nights, house_keys)
    opened = {night.pk for night in nights.values() if night.rules_id is not None}
    for number in sorted({*banks, *opened, *filter(None, {*openings, *closes})}):
        bank, night = banks.get(number), nights.get(number)
        act, content = openings.get(number, (None, {}))
        pairs: Compared = {"that it was opened": (False, True)}
        if night is not None and bank is not None and act is not None:
            rules = night.rules
            pairs = {
                "the opening": (bank.opened_id, act),
                "the close": (bank.closed_id, closes.get(number)),
                "the banker": (bank.banker_id, bankers.get(number)),
                "the date": (night.date.isoformat(), content.get("date")),
                "the house": (house_keys.get(night.house_id), content.get("house")),
                "the rules": (rules and (rules.house_id, rules.version), (night.house_id, content.get("version"))),
            }
        yield from _unlike_its_acts(number, pairs)


def _brought_faults(nights: Mapping[int, Night], house_keys: Mapping[int, str]) -> Iterator[str]:
    acts = Act.objects.filter(kind=Kind.RESULTS, night__isnull=False).values_list("number", "night", "content")
    brought = {night: (number, fields_of(content)) for number, night, content in acts}
    for number in sorted({*brought, *(pk for pk, night in nights.items() if night.results_id is not None)}):
        night, (act, content) = nights.get(number), brought.get(number, (None, {}))
        pairs: Compared = {"that it has results": (False, True)}
        if night is not None and act is not None:
            pairs = {
                "the results": (night.results_id, act),
                "the date": (night.date.isoformat(), content.get("date")),
                "the house": (house_keys.get(night.house_id), content.get("house")),
                "whether it is on": (night.cancelled_at, None),
                "that it had no bank": (night.rules_id, None),
            }
        yield from _unlike_its_acts(number, pairs)


def _unlike_its_acts(number: int, pairs: Compared) -> Iterator[str]:
    """Yield the differences of a night: by name the present value and the right one."""
    if wrong := [name for name, (is_now, should_be) in pairs.items() if is_now != should_be]:
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
