"""Plan nights and open their banks: the commands on nights that need more than one app."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, datetime

from hostdesk.rules.houses import presets
from hostdesk.rules.houses.queries import rules_of_night
from ledger.bank.queries import first_blinds, keep_opened, open_bank, terms_of
from ledger.entries.commands import Movement, write
from ledger.models import OF_A_NIGHT, Account, AccountKind, Bank
from ledger.money.cents import check_cents
from ledger.night.stakes_queries import stakes_faults
from ledger.terms.limits import opening_faults, own_figures
from reservations.acts.commands import command, note_fact, seal_rows
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Unknown
from reservations.acts.queries import Answer, Draft, act_once
from reservations.houses.commands import new_house
from reservations.houses.off_table import off_table_changes
from reservations.houses.queries import newest_rules_called, rules_of
from reservations.models import Night, Player, Rules
from reservations.nights import commands as nights_commands
from reservations.nights.plans import Plan, Repeats
from reservations.polls.commands import new_poll
from reservations.rsvps.door_queries import turned_away


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
    """Open a bank on a night: the planned night of that date and house, else a new one.

    ``house`` is its key or name; a preset's key makes a missing house. ``figures`` are the night's own, in cents:
    ``small_blind``, ``big_blind``, ``buy_in_min``, ``buy_in_max``. With ``planned`` it is that night and no other. A
    ``buy_in_min`` of 0 is no minimum; ``or_big_stack`` (true) lifts a ``buy_in_max`` of the night's own to the big
    stack.

    Raises ``Unknown`` for a missing house or version, ``Impossible`` for missing or contradictory figures, for a
    banker who was turned away, for a guest as banker of a house with THE BOOK and for a planned night whose bank was
    opened meanwhile.
    """
    check_cents(float_cents, zero=True)
    figures = own_figures(figures or {})
    rules = rules_called(house, version)
    content = {"house": rules.house.key, "version": rules.version, "date": date.isoformat(), "banker": banker.number}
    content = {**content, "float": float_cents, **figures}
    draft = act_once(Draft(Kind.OPEN, stamp, content, assumed=frozenset({"version"} if version is None else ())))
    terms = terms_of(rules)
    blinds, least, most = first_blinds(terms, figures), figures.get("buy_in_min"), figures.get("buy_in_max")
    if faults := opening_faults(terms, blinds=blinds, minimum_cents=least, maximum_cents=most):
        raise Impossible(" ".join(faults))
    if terms.has_book and not banker.regular:
        raise Impossible(f"{banker} is a guest: in a house with THE BOOK a regular runs the bank.")
    night = _night(date, rules, planned)
    if why := turned_away(night).get(banker.number):
        raise Impossible(f"{banker} was turned away at the door: {why}. Choose another banker.")
    made = Account.objects.bulk_create(Account(kind=kind, night=night) for kind in OF_A_NIGHT)
    accounts = {fact.kind: fact for fact in made}
    float_put_in = Movement(accounts[AccountKind.DRAWER], accounts[AccountKind.FLOAT], float_cents)
    act = write(replace(draft, night=night), 0, [float_put_in], made=made)
    keep_opened(Bank.objects.create(night=night, opened=act, banker=banker), act, made, float_cents)
    return Answer(act)


@command
def plan_night(*, date: date, house: str) -> Night:
    """Plan a night; a second call before its opening returns the same night, and afterwards another one.

    ``house`` as for :func:`open_night`. Raises ``Unknown`` for a missing house.
    """
    night, made = Night.objects.planned().get_or_create(date=date, house=rules_called(house).house)
    seal_rows([night] if made else [])
    return night


@command
def plan_nights(*, stamp: Stamp, house: str, plan: Plan, repeats: Repeats | None = None) -> Noted:
    """Plan a night with its times and seats, or a series that begins with it; ``house`` as for :func:`open_night`.

    The outcome of the fact has the id of the night as ``night``. Raises ``Unknown`` for a missing house, ``Impossible``
    for stakes that contradict one another or the house's, and the errors of ``new_nights``.
    """
    rules, own = rules_called(house), own_figures(plan.stakes)
    if faults := stakes_faults(terms_of(rules), own):
        raise Impossible(" ".join(faults))
    return nights_commands.new_nights(stamp=stamp, house=rules.house, plan=replace(plan, stakes=own), repeats=repeats)


@command
def ask_for_date(
    *,
    stamp: Stamp,
    house: str,
    dates: Sequence[datetime],
    zone: str,
    players: Collection[Player],
    last_day: date | None = None,
) -> Noted:
    """Ask players which of these dates suit them, as :func:`new_poll`; ``house`` as for :func:`open_night`."""
    found = rules_called(house).house
    return new_poll(stamp=stamp, house=found, dates=dates, zone=zone, players=players, last_day=last_day)


@command
def let_articles_in(*, stamp: Stamp, night: Night, version: int) -> Noted:
    """Give an open night the articles of another version of its rules that do not touch the game.

    Everything else stays as in the night's version; letting that one in brings its own articles back. Raises
    ``Unknown`` for a missing version, ``Impossible`` for an earlier one than the night's, for one without a difference,
    and for a night that is not open.
    """
    draft = fact_once(FactDraft(FactKind.LET_IN, night, content={"version": version}), stamp)
    night = open_bank(night).night
    newer = rules_of(night.house, version)
    if version < night.kept_rules.version:
        raise Impossible(f"Version {version} is older than the night's own, which is {night.kept_rules.version}.")
    changes = off_table_changes(rules_of_night(night).document, json.loads(newer.document))
    if not changes:
        raise Impossible(f"Version {version} says nothing else off the table.")
    remark = f"Let in from version {version}: {', '.join(f'article {change.number}' for change in changes)}."
    return note_fact(draft, stamp, remark, articles=[[change.what, change.number] for change in changes])


def rules_called(house: str, version: int | None = None) -> Rules:
    """Return a house's rules, inside a command or a file: a preset's key makes a missing house.

    Raises ``Unknown`` for a missing house or version.
    """
    try:
        newest = newest_rules_called(house)
    except Unknown:
        newest = new_house(presets.preset_called(house))
    return newest if version is None else rules_of(newest.house, version)


def _night(date: date, rules: Rules, planned: Night | None) -> Night:
    nights = Night.objects.planned().filter(date=date, house=rules.house)
    night = nights.first() if planned is None else nights.filter(pk=planned.pk).first()
    if planned is not None and night is None:
        if Night.objects.filter(pk=planned.pk, cancelled_at=None).exists():
            raise Impossible(f"The bank of the {planned} has been opened already.")
        raise Impossible(f"The {planned} is cancelled: restore it, then open its bank.")
    if night is None:
        night = Night.objects.create(date=date, house=rules.house, rules=rules)
        seal_rows([night])
        return night
    night.rules = rules
    night.save(update_fields=["rules"])
    return night
