"""Post a night log through the commands: all of the file or nothing; and compute the head of an exported one.

For its head a log is posted into books in memory that know only the rules of the houses.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, connections

from hostdesk.base.sqlite.base import DatabaseWrapper
from hostdesk.imports.night_log.export_queries import described
from hostdesk.imports.night_log.lines import AMOUNTS, FIELDS, PLAYER, LogLine, read_line
from hostdesk.imports.results import commands as results_commands
from hostdesk.imports.ways_in.commands import Posted
from hostdesk.invitations.nights import commands as nights_commands
from hostdesk.people.players import commands as merging_commands
from hostdesk.safekeeping.backups.queries import LastAct, instead_of_default, last_act
from hostdesk.table.closing import commands as closing_commands
from ledger.bank.history import FIGURES
from ledger.book import commands as book_commands
from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.credit import commands as credit_commands
from ledger.models import Bank
from ledger.months import commands as months_commands
from ledger.months import payment_commands
from ledger.night import commands as night_commands
from ledger.results.rules import NetResult
from ledger.settle.fewest_payments import Payment, Settlement, Wishes
from ledger.undoing import commands as undoing_commands
from ledger.undoing.queries import in_part, keys_taken_back, taken_back_by
from ledger.undoing.taking_back import free_key
from reservations.acts.commands import atomic_batch
from reservations.acts.head_queries import head_fault
from reservations.acts.kept_head import KeptHead
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Faults, Faulty, Impossible, Malformed, Problem, Refused, UndoFirst, Unlikely
from reservations.acts.queries import Answer, KeyTaken
from reservations.models import Act, Desk, House, Night, Player, Rules
from reservations.players import commands as players_commands
from reservations.players.queries import player_named

BIGGEST_FILE = 50_000_000


def read_log(data: bytes) -> list[tuple[int, LogLine]]:
    """Read a file into numbered lines. Raises ``Faulty`` with every line that cannot be read."""
    if len(data) > BIGGEST_FILE:
        raise Faulty([(1, f"the file is larger than {BIGGEST_FILE:,} bytes.")])
    lines, faults = list[tuple[int, LogLine]](), Faults()
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if raw.strip():
            with faults.at(number):
                lines.append((number, read_line(raw.removesuffix(b"\r").decode())))
    faults.end()
    return lines


def post_log(lines: Sequence[tuple[int, LogLine]], *, dry_run: bool = False, as_it_was: bool = False) -> Posted:
    """Post the lines in one transaction, which a dry run rolls back.

    With ``as_it_was`` it also posts lines that can only be a slip: dates and doubles that an earlier desk recorded. The
    acts of a night that was taken back, without its taking back in the file, are posted anew, under other keys. Raises
    ``Faulty`` with the first refused line, and for a file that takes back only a part of a night; nothing is recorded
    then.
    """
    posted, night = Posted(), None
    with atomic_batch(dry_run=dry_run):
        taken = keys_taken_back({line.stamp.key for _, line in lines})
        for number, read in lines:
            line = _anew(read, taken) if taken else read
            try:
                answer, slip = _post_or_name(line, night)
            except Problem as problem:
                raise Faulty([(number, _sentence(problem, line))]) from problem
            if slip and not as_it_was:
                raise Faulty([(number, slip)])
            posted.as_it_was += [(number, f"recorded as it was: {slip}")] if slip else []
            night = answer.act.night if line.kind == Kind.OPEN else night
            is_anew = line.stamp.key != read.stamp.key and not answer.known
            if is_anew and line.kind in (Kind.OPEN, Kind.RESULTS):
                again = f"this night was taken back: its acts are recorded anew, this one as {line.stamp.key}."
                posted.remarks.append((number, again))
            # Other remarks are for a live table, and are in the night's report too.
            posted.count(number, answer if line.kind == Kind.PLAYER else replace(answer, remark=""))
        for left in in_part():
            key = getattr(taken_back_by(left), "key", "")
            number = next((number for number, line in lines if line.stamp.key == key), 1)
            raise Faulty([(number, f"The {left} would be taken back only in part: undo all of its acts, or none.")])
    return posted


def _post_or_name(line: LogLine, night: Night | None) -> tuple[Answer, str]:
    """Post one line, also if it can only be a slip; and return its unlikely part in words, or ""."""
    try:
        return post_line(line, night), ""
    except Unlikely as slip:
        return post_line(replace(line, stamp=replace(line.stamp, as_it_was=True)), night), str(slip)


def _anew(line: LogLine, taken: Collection[str]) -> LogLine:
    """Return a line with keys that are not ``taken``: its own, those of its act and of its opening."""
    fields = dict(line.fields)
    if "of" in fields:
        fields["of"] = free_key(fields["of"], taken)
    stamp = replace(line.stamp, key=free_key(line.stamp.key, taken))
    return replace(line, stamp=stamp, fields=fields, night=line.night and free_key(line.night, taken))


def _sentence(problem: Problem, line: LogLine) -> str:
    if isinstance(problem, Refused):
        return f"refused ({problem.rules}). {problem}"
    if isinstance(problem, UndoFirst):
        keys = Act.objects.filter(number__in=problem.numbers).order_by("-number").values_list("key", flat=True)
        return f"{problem} In the log: {', '.join(keys)}."
    if not isinstance(problem, KeyTaken):
        # The line may be a changed version of a known act: then its id is in use.
        owner = Act.objects.filter(key=line.stamp.key).first()
        if owner is None:
            return str(problem)
        there = described(owner.kind, json.loads(owner.content))
        return (
            f"the id {owner.key} is taken by act {owner.number}: {there}. This line is another {line.kind}: {problem}"
        )
    act, draft = problem.act, problem.draft
    there, here = described(act.kind, json.loads(act.content)), described(draft.kind, draft.content)
    if act.night and draft.night and act.night != draft.night:
        there, here = f"{there} of the {act.night}", f"{here} of the {draft.night}"
    return f"the id {line.stamp.key} is taken by act {act.number}: {there}. This line says: {here}."


def post_line(line: LogLine, night: Night | None) -> Answer:
    """Post one line; it belongs to ``night`` unless it names another. Raises the ``Problem`` of the command."""
    if post := _BY_LINE.get(line.kind):
        return post(line)
    if command := _OF_NO_NIGHT.get(line.kind):
        return command(stamp=line.stamp, **_arguments(line))
    chosen = _night_opened_by(line.night) if line.night else night
    if chosen is None:
        raise Impossible(f"No open comes before this {line.kind}: which night does it belong to?")
    return _OF_A_NIGHT[line.kind](stamp=line.stamp, night=chosen, **_arguments(line))


def _night_opened_by(key: str) -> Night:
    bank = Bank.objects.select_related("night").filter(opened__key=key).first()
    if bank is None:
        raise Impossible(f"night: no open has the id {key}.")
    return bank.night


def _player(line: LogLine) -> Answer:
    fields = dict(line.fields)
    if "formerly" in fields:
        if others := sorted(fields.keys() - {"name", "formerly"}):
            raise Malformed(f"A line that says formerly changes the name alone: leave out {', '.join(others)}.")
        player = player_named(fields["formerly"])
        return players_commands.rename_player(stamp=line.stamp, player=player, name=fields["name"])
    if "invited_by" in fields:
        fields["invited_by"] = player_named(fields["invited_by"])
    return players_commands.record_player(stamp=line.stamp, brings_back=True, **fields)


def _open(line: LogLine) -> Answer:
    arguments = _arguments(line)
    figures = {name: arguments.pop(name) for name in FIGURES if name in arguments}
    return nights_commands.open_night(stamp=line.stamp, figures=figures, **arguments)


def _stakes(*, stamp: Stamp, night: Night, **figures: int) -> Answer:
    return night_commands.set_stakes(stamp=stamp, night=night, figures=figures)


def _reverse(line: LogLine) -> Answer:
    night = _night_opened_by(line.night) if line.night else None
    act = Act.objects.select_related("night__bank").filter(key=line.fields["of"]).first()
    if act and act.night and night and act.night != night:
        raise Impossible(f"night: {act.key} is an act of the {act.night}, not of the night that {line.night} opened.")
    if act and act.night and act.night.results_id is None and act.night.bank.closed_id:
        return undoing_commands.undo_in_turn(stamp=line.stamp, **line.fields)
    return undoing_commands.reverse(stamp=line.stamp, **line.fields)


def _by_player(standings: Sequence[tuple[str, int]]) -> dict[Player, int]:
    """Return the standings by player. Raises ``Malformed`` if two of the names are one player's."""
    found: dict[Player, int] = {}
    for name, cents in standings:
        player = player_named(name)
        if player in found:
            raise Malformed(f"standings: {name} is {player}, who is listed twice.")
        found[player] = cents
    return found


def _consolidate(line: LogLine) -> Answer:
    """Post a plan as it was made: an import never makes another one."""
    fields = line.fields
    before = {player.number: cents for player, cents in _by_player(fields["standings"]).items()}
    payments = tuple(
        Payment(player_named(payer).number, player_named(payee).number, cents)
        for payer, payee, cents in fields["payments"]
    )
    hubs = {role: player_named(fields[role]).number for role in ("hub", "second_hub") if role in fields}
    wishes = Wishes[int](**hubs, least_cents=fields.get("no_payment_under", 0))
    plan = Settlement(payments, fields["lower_bound"], wishes)
    return months_commands.record_consolidation(
        stamp=line.stamp, until=fields["until"], before=before, plan=plan, zone=fields.get("zone", "")
    )


def _results(line: LogLine) -> Answer:
    rows = [NetResult(player_named(name).number, net, bought) for name, net, bought in line.fields["results"]]
    return results_commands.record_results(stamp=line.stamp, **{**line.fields, "results": rows})


def _arguments(line: LogLine) -> dict[str, Any]:
    """Return the fields as the arguments of a command: amounts have their unit in the name."""
    types, found = FIELDS[line.kind], dict[str, Any]()
    for name, value in line.fields.items():
        is_cents = types[name] in AMOUNTS and name not in FIGURES
        called = f"{name}_cents" if is_cents else "parts" if name == "payout" else name
        found[called] = player_named(value) if types[name] is PLAYER else value
    return found


_BY_LINE: Mapping[Kind, Callable[[LogLine], Answer]] = {
    Kind.PLAYER: _player,
    Kind.OPEN: _open,
    Kind.REVERSE: _reverse,
    Kind.BALANCES: lambda line: book_commands.take_over_balances(
        stamp=line.stamp, standings=_by_player(line.fields["standings"]), reason=line.fields["reason"]
    ),
    Kind.CONSOLIDATE: _consolidate,
    Kind.RESULTS: _results,
}
_OF_NO_NIGHT: Mapping[Kind, Callable[..., Answer]] = {
    Kind.MERGE: merging_commands.merge_players,
    Kind.PAYMENT: payment_commands.pay_debt,
    Kind.CORRECT: book_commands.correct_book,
    Kind.CREDIT: credit_commands.set_credit,
    Kind.CLAIM: payment_commands.claim_payment,
    Kind.DISPUTE: payment_commands.dispute_claim,
    Kind.FORGIVE: payment_commands.forgive_debt,
}
_OF_A_NIGHT: Mapping[Kind, Callable[..., Answer]] = {
    Kind.STAKES: _stakes,
    Kind.ARRIVE: night_commands.arrive,
    Kind.FLOAT: night_commands.add_float,
    Kind.LEVEL: night_commands.raise_level,
    Kind.BIG_STACK: night_commands.estimate_big_stack,
    Kind.BUY_IN: buy_in_commands.buy_in,
    Kind.CHIP_SALE: buy_in_commands.sell_chips,
    Kind.CHANGE_PAY: buy_in_commands.change_pay,
    Kind.GAVE_OTHERS: buy_in_commands.give_others,
    Kind.PLAY_BEHIND: buy_in_commands.play_behind,
    Kind.REDEEM_NOTE: credit_commands.redeem_note,
    Kind.LEAVE_NOTICE: night_commands.give_notice,
    Kind.LEAVE: night_commands.leave,
    Kind.LAST_HAND: night_commands.play_last_hand,
    Kind.CASH_OUT: cash_out_commands.cash_out,
    Kind.FINAL_POT: cash_out_commands.win_final_pot,
    Kind.NOTE_UNPAID: credit_commands.charge_inviter,
    Kind.COMMIT_NOTES: credit_commands.commit_notes,
    Kind.LAPSE_NOTES: credit_commands.lapse_notes,
    Kind.DECLARE_CHIPS: cash_out_commands.declare_chips,
    Kind.HAND_OVER: night_commands.hand_over,
    Kind.COUNT_DRAWER: night_commands.count_drawer,
    Kind.CLOSE: closing_commands.close_and_back_up,
}


@dataclass(frozen=True)
class Verified:
    """The last act of a log and its head, and its differences from heads seen elsewhere, in sentences."""

    last: LastAct
    faults: tuple[str, ...]


def verify_log(data: bytes, seen: Sequence[KeptHead] = ()) -> Verified:
    """Post a log by the ordinary commands, compare it with seen heads, and discard it again.

    It reads only the rules of the houses from the desk's books, and writes nothing to them. Raises
    ``Faulty`` with the unreadable lines, or with the first refused one.
    """
    lines = read_log(data)
    with _books_in_memory(), atomic_batch(dry_run=True):
        post_log(lines, as_it_was=True)
        # Nothing is committed, so work after a commit, such as keeping the head, never runs.
        return Verified(last_act(), tuple(filter(None, map(head_fault, seen))))


@contextmanager
def _books_in_memory() -> Iterator[None]:
    """Send every query of this thread to books in memory inside the block: with all tables, and the same houses."""
    houses, rules = list(House.objects.all()), list(Rules.objects.all())
    usual = connections[DEFAULT_DB_ALIAS].settings_dict
    with instead_of_default(DatabaseWrapper({**usual, "NAME": ":memory:", "OPTIONS": {}}, DEFAULT_DB_ALIAS)):
        with connection.schema_editor() as editor:
            for model in apps.get_models():
                editor.create_model(model)
        Desk.objects.create(pk=Desk.ONE)
        House.objects.bulk_create(houses)
        Rules.objects.bulk_create(rules)
        yield
