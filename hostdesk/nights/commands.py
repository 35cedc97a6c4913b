"""The commands that need more than one app: nights are opened and closed, players put on the list and merged."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.db import transaction

from hostdesk.backups import commands as backups_commands
from hostdesk.houses import presets
from hostdesk.notes.mark_queries import marks_kept_from
from hostdesk.players.name_list_queries import Entry
from ledger.book.commands import would_owe
from ledger.book.standing_queries import account_standing
from ledger.buy_in.rules import opening_faults
from ledger.entries.account_commands import book_account
from ledger.entries.commands import Movement, record_between_nights, write
from ledger.models import OF_A_NIGHT, Account, AccountKind, Bank
from ledger.money.cents import check_cents
from ledger.night import commands as night_commands
from ledger.night.queries import first_blinds, history_of, terms_of
from reservations.acts.commands import atomic_batch, command, lock_desk
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer, Draft, known_act
from reservations.models import Night, Player, Rules
from reservations.nights import commands as nights_commands
from reservations.nights.plans import Plan
from reservations.nights.recurring import Repeats
from reservations.players import commands as players_commands
from reservations.players.commands import check_merge, new_house
from reservations.players.queries import Unknown, as_they_are_now, house_called, rules_of
from reservations.rsvps import merge_commands as merge_commands


@command
def open_night(
    *,
    stamp: Stamp,
    house: str,
    date: date,
    banker: Player,
    float_cents: int,
    version: int | None = None,
    figures: dict[str, int] | None = None,
    planned: Night | None = None,
) -> Answer:
    """Open a bank on a night: the one planned for that date and house, else a new one.

    ``house`` is its key or name; a preset's key makes the house when it is not there yet. ``figures`` are what the
    night sets for itself, in cents: ``small_blind``, ``big_blind``, ``buy_in_min``, ``buy_in_max``. With ``planned`` it
    is that night or none. Raises ``Unknown`` for a house or version that is not there, ``Impossible`` for figures that
    are missing or contradict each other, for a guest as banker of a house with THE BOOK and for a planned night whose
    bank was opened meanwhile.
    """
    lock_desk()
    check_cents(float_cents, zero=True)
    for cents in (figures or {}).values():
        check_cents(cents)
    rules = rules_called(house, version)
    content = {"house": rules.house.key, "version": rules.version, "date": date.isoformat(), "banker": banker.number}
    content = {**content, "float": float_cents, **(figures or {})}
    draft = Draft(Kind.OPEN, stamp, content, assumed=frozenset({"version"} if version is None else ()))
    if known := known_act(draft):
        return known
    _check_opening(rules, banker, figures or {})
    night = _night(date, rules, planned)
    accounts = {kind: Account.objects.create(kind=kind, night=night) for kind in OF_A_NIGHT}
    float_put_in = Movement(accounts[AccountKind.DRAWER], accounts[AccountKind.FLOAT], float_cents)
    act = write(replace(draft, night=night), 0, [float_put_in], made=list(accounts.values()))
    Bank.objects.create(night=night, opened=act, banker=banker)
    return Answer(act)


@command
def plan_night(*, date: date, house: str) -> Night:
    """Plan a night; asked again before it has opened it is the same night, and afterwards another one.

    ``house`` as for :func:`open_night`. Raises ``Unknown`` for a house that is not there.
    """
    lock_desk()
    return Night.objects.planned().get_or_create(date=date, house=rules_called(house).house)[0]


@command
def plan_nights(*, stamp: Stamp, house: str, plan: Plan, repeats: Repeats | None = None) -> Noted:
    """Plan a night with its times and seats, or a series that begins with it; ``house`` as for :func:`open_night`.

    The outcome of the fact has the id of the night as ``night``. Raises ``Unknown`` for a house that is not there, and
    what ``new_nights`` does.
    """
    lock_desk()
    return nights_commands.new_nights(stamp=stamp, house=rules_called(house).house, plan=plan, repeats=repeats)


def rules_called(house: str, version: int | None = None) -> Rules:
    """Return a house's rules, inside a command or a file: a preset's key makes the house when it is not there yet.

    Raises ``Unknown`` for a house or version that is not there.
    """
    known = house_called(house)
    if known is not None:
        return rules_of(known, version)
    if house not in presets.preset_keys():
        raise Unknown(f"No house and no preset is called {house!r:.60}; presets: {', '.join(presets.preset_keys())}.")
    return rules_of(new_house(presets.load_preset(house)).house, version)


def _check_opening(rules: Rules, banker: Player, figures: dict[str, int]) -> None:
    terms = terms_of(rules)
    faults = opening_faults(
        terms,
        blinds=first_blinds(terms, figures),
        minimum_cents=figures.get("buy_in_min"),
        maximum_cents=figures.get("buy_in_max"),
    )
    if faults:
        raise Impossible(" ".join(faults))
    if terms.has_book and not banker.regular:
        raise Impossible(f"{banker} is a guest: in a house with THE BOOK a regular runs the bank.")


def _night(date: date, rules: Rules, planned: Night | None) -> Night:
    nights = Night.objects.planned().filter(date=date, house=rules.house)
    night = nights.first() if planned is None else nights.filter(pk=planned.pk).first()
    if planned is not None and night is None:
        raise Impossible(_why_not(planned))
    if night is None:
        return Night.objects.create(date=date, house=rules.house, rules=rules)
    night.rules = rules
    night.save(update_fields=["rules"])
    return night


def _why_not(planned: Night) -> str:
    if Night.objects.filter(pk=planned.pk, cancelled_at=None).exists():
        return f"The bank of the {planned} has been opened already."
    return f"The {planned} is cancelled: restore it, then open its bank."


@command
def merge_twins(*, stamp: Stamp, player: Player, into: Player) -> Answer:
    """Say that ``player`` is the same person as ``into``: a twin, whose acts count as those of ``into`` from now on.

    What is said of ``into`` stands: whether they are a regular, and who invited them. The twin's guests are theirs, and
    the twin's standing in THE BOOK moves to them, which is refused where a guest would owe. On a night for which both
    have answered they keep the better of the two places. A night that is closed stays as it was.

    Raises ``Impossible`` as ``check_merge`` does, where one of the two was merged into somebody already, and when one
    of them has cashed out of an open night and the other still has chips there: as one person they would seem to have
    left, and the chips would seem to be missing.
    """
    lock_desk()
    draft = Draft(Kind.MERGE, stamp, {"player": player.number, "into": into.number})
    if known := known_act(draft):
        return known
    check_merge(as_they_are_now(player), as_they_are_now(into))
    for bank in Bank.objects.filter(closed=None).select_related("night"):
        _check_chips(bank.night, player, into)
    merge_commands.join_twin(stamp=stamp, player=player, into=into)
    cents = account_standing(player)
    answer = record_between_nights(draft, _moved(cents, player, into), violations=would_owe({into: cents}))
    Player.objects.filter(pk=player.pk).update(merged_into=into)
    return answer


def _moved(cents: int, player: Player, into: Player) -> list[Movement]:
    """Return what moves a standing from the one entry to the other."""
    if not cents:
        return []
    theirs, remaining = book_account(player.number), book_account(into.number)
    if cents > 0:
        return [Movement(theirs, remaining, cents, into.number)]
    return [Movement(remaining, theirs, -cents, into.number)]


def _check_chips(night: Night, *twins: Player) -> None:
    history = history_of(night)
    holding, left = history.holding(), history.who_left()
    holds = [each for each in twins if each.number in holding]
    gone = [each for each in twins if each.number in left]
    if holds and gone:
        raise Impossible(
            f"{gone[0]} has cashed out of the {night} and {holds[0]} still has chips there: "
            f"cash {holds[0]} out first, then merge the two."
        )


def close_night(*, stamp: Stamp, night: Night) -> Answer:
    """Close the night and, once that is committed, back the database up."""
    answer = night_commands.close_night(stamp=stamp, night=night)
    if not answer.known:
        transaction.on_commit(backups_commands.back_up, robust=True)
    return answer


def record_player(*, stamp: Stamp, name: str, mark: str | None = None, **said: Any) -> Answer:
    """Add or update a player as ``reservations.commands`` does; a mark that a house keeps for its host is refused."""
    kept = marks_kept_from(name) if mark is not None else frozenset()
    return players_commands.record_player(stamp=stamp, name=name, mark=mark, reserved_marks=kept, **said)


def add_players(*, stamp: Stamp, names: Sequence[Entry], regular: bool, invited_by: Player | None) -> Answer:
    """Put the names of a list on the list of players, each in an act of its own: all of them or none."""
    with atomic_batch():
        answers = [
            record_player(stamp=stamp.part(f"-{each.place}"), name=each.text, regular=regular, invited_by=invited_by)
            for each in names
        ]
    return answers[-1]


def player_differs(player: Player, *, name: str, regular: bool, invited_by: Player | None, mark: str) -> bool:
    """Tell whether a player is to be changed by this: "" leaves the mark as it is, None who invited them."""
    signs, plays = _signs_otherwise(player, mark), _plays_otherwise(player, invited_by, regular=regular)
    return name != player.name or signs or plays


def change_player(
    *, stamp: Stamp, player: Player, name: str, regular: bool, invited_by: Player | None, mark: str
) -> Answer:
    """Record what differs, each in an act of its own; a ruling is about the mark, which alone can break a term.

    Something must differ, by :func:`player_differs`.
    """
    answers = []
    with atomic_batch():
        if name != player.name:
            answers.append(players_commands.rename_player(stamp=stamp.part("-1"), player=player, name=name))
        if _plays_otherwise(player, invited_by, regular=regular):
            answers.append(record_player(stamp=stamp.part("-2"), name=name, regular=regular, invited_by=invited_by))
        if _signs_otherwise(player, mark):
            answers.append(record_player(stamp=stamp.part("-3", ruling=stamp.ruling), name=name, mark=mark))
    return answers[-1]


def _signs_otherwise(player: Player, mark: str) -> bool:
    return bool(mark) and mark != player.mark


def _plays_otherwise(player: Player, invited_by: Player | None, *, regular: bool) -> bool:
    return regular != player.regular or invited_by not in (None, player.inviter)
