"""A fixed evening for the paper: Ann keeps the bank, Bo rebuys twice, Cy wins, Gil goes home even."""

from dataclasses import fields, replace
from datetime import date, datetime, timedelta, timezone
from typing import Any

from ledger.reports.night_report import DrawerLine, NightReport, PlayerLine, RulingLine, TallySheet, TimelineLine
from reservations.acts.problems import RuleViolation

HEAD = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
START = datetime(2026, 11, 20, 19, 30, tzinfo=timezone(timedelta(hours=-5)))
TOO_MUCH = RuleViolation("maximum after a rebuy", "At most 20.00 after a rebuy.")

# A name may be anything that is not a control character.
HOSTILE = (
    "<img src='/etc/passwd'/>",
    "<a href='http://192.0.2.1/'>x</a>",
    "a<b",
    "&amp;",
    "</para>",
    "Łukasz ♠",
    "{{7*7}}",
    "'; DROP TABLE",
    "שלום",
    "Maximilian Alexander von und zu Wolkenbg",
    "W" * 40,
)


def line(
    name: str, *, buy_in: int = 2000, rebuys: tuple[int, ...] = (), cash_out: int = 2000, **more: int
) -> PlayerLine:
    """Return a player's line with its sums; ``more`` are chips bought from and sold to players, and a won pot."""
    bought = buy_in + sum(rebuys) + more.get("bought_from_players_cents", 0)
    received = cash_out + more.get("sold_cents", 0) + more.get("final_pot_cents", 0)
    rest = {"bought_from_players_cents": 0, "sold_cents": 0, "final_pot_cents": 0} | more
    return PlayerLine(
        name,
        buy_in_count=1 if buy_in else 0,
        buy_in_cents=buy_in,
        rebuy_count=len(rebuys),
        rebuy_cents=sum(rebuys),
        cash_out_cents=cash_out,
        bought_cents=bought,
        received_cents=received,
        result_cents=received - bought,
        **rest,
    )


def totals(players: tuple[PlayerLine, ...]) -> PlayerLine:
    """Return the sum of the lines."""
    names = [field.name for field in fields(PlayerLine) if field.name != "name"]
    return PlayerLine("In all", **{name: sum(getattr(player, name) for player in players) for name in names})


def happened(number: int, text: str, cents: int | None = None, **more: Any) -> TimelineLine:
    """Return an act of the timeline, ten minutes after the one before it."""
    return TimelineLine(
        number, START + timedelta(minutes=10 * number), text, more.pop("by", "ann"), more.pop("undone", False), cents
    )


PLAYERS = (
    line("Ann", cash_out=3550),
    line("Bo", rebuys=(1000, 2000), cash_out=1250),
    line("Cy", cash_out=4200),
    line("Gil"),
)
EVENING = NightReport(
    house="Dave's cash game",
    rules_version=3,
    rules_since=date(2026, 3, 1),
    night_id=7,
    date=date(2026, 11, 20),
    closed=True,
    banker="Ann",
    earlier_bankers=(),
    stakes="Blinds 0.10 and 0.20",
    limits=("First buy-in at least 4.00.", "At most 20.00."),
    players=PLAYERS,
    totals=totals(PLAYERS),
    chips=(DrawerLine("Sold", 11000, False), DrawerLine("Back", 11000, False), DrawerLine("Chips in play", 0, True)),
    drawer=(
        DrawerLine("Float", 5000, False),
        DrawerLine("Should be there", 5000, True),
        DrawerLine("Counted", 4965, False),
    ),
    over_short_cents=35,
    final_pot_winner="",
    final_pot_cents=0,
    notes=(),
    lapsed=(),
    book=(),
    corrections=(),
    rulings=(RulingLine(START, "Bo: rebuy 20.00 in cash", (TOO_MUCH,), "the host", "his birthday", "ann", 4),),
    tally=TallySheet(),
    timeline=(
        happened(1, "The night opens", 5000),
        happened(2, "Ann buys in, cash", 2000),
        happened(3, "Bo buys in, cash", 2500, undone=True),
        happened(30, "The night closes"),
    ),
    number=30,
    head=HEAD,
)


def evening(**changes: Any) -> NightReport:
    """Return the evening with these changes; the totals follow the players."""
    if "players" in changes:
        changes = {"totals": totals(changes["players"])} | changes
    return replace(EVENING, **changes)
