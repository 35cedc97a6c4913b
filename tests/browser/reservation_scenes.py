"""Scenes of nights before they begin and at the door: reservations, waiting lists, strikes, messages, a series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from hostdesk.base.sign_in.group_link_commands import group_link_to, set_group_links
from hostdesk.base.sign_in.link_commands import secret_of
from hostdesk.base.sign_in.player_link_commands import answer_secrets
from hostdesk.invitations.group_link.claim_commands import Tap, claim_as_newcomer, claim_name
from hostdesk.invitations.nights.commands import ask_for_date, open_night, plan_night, plan_nights
from hostdesk.mail.messages.commands import draft_messages, note_seen, pass_on, set_email, way_out
from hostdesk.mail.messages.queries import Concerned
from hostdesk.models import Message, ReceivedMail
from hostdesk.rules.houses.presets import load_preset
from hostdesk.standings.paying.commands import add_way
from hostdesk.standings.paying.kinds import KINDS
from hostdesk.table.closing.commands import close_and_back_up
from hostdesk.table.tables.queries import present_at
from ledger.book import commands as book_commands
from ledger.money.words import Means
from ledger.months import commands as months_commands
from ledger.night import commands as night_commands
from ledger.seasons.commands import make_season
from reservations.acts.facts import Cause, Mark, Reply
from reservations.acts.kinds import Stamp
from reservations.houses import commands as houses_commands
from reservations.messages.rules import MessageKind
from reservations.models import House, Night, Player, Series
from reservations.nights import commands as nights_commands
from reservations.nights.commands import cancel_night, change_night
from reservations.nights.plans import WEEKS, Plan, Repeats
from reservations.nights.queries import plan_of
from reservations.players.queries import player_named
from reservations.polls.commands import answer_poll, close_poll, decide_poll
from reservations.polls.queries import polls
from reservations.polls.rules import Suits
from reservations.rsvps import commands as rsvps_commands
from reservations.strikes import commands as strikes_commands
from reservations.tables import seat_commands
from reservations.waiting_list import commands as waiting_list_commands

if TYPE_CHECKING:
    from tests.browser.scenes import Scene

ELM_STREET = "12 Elm Street, second door"
_OWN = ("attendance", "waiting", "confirmation", "door", "invitation")


def a_house(key: str, name: str, **tables: Any) -> House:
    """Make a house with attendance tables of its own."""
    document = {field: table for field, table in load_preset("dave-2018").items() if field not in _OWN}
    return houses_commands.make_house(document={**document, "key": key, "name": name, **tables}).house


def a_night(house: House, starts_at: datetime, **columns: Any) -> Night:
    """Plan a night of two seats at Elm Street."""
    start = starts_at.replace(second=0, microsecond=0)
    said = {"seats": 2, "place": ELM_STREET, "note": "Bring a chair.", "ends_at": start + timedelta(hours=5), **columns}
    zone = str(timezone.get_current_timezone())
    day = timezone.localdate(start)
    return Night.objects.create(house=house, date=day, starts_at=start, time_zone=zone, **said)


def say(scene: Scene, night: Night, name: str, reply: Reply = Reply.YES, **said: Any) -> None:
    """Let a player answer."""
    rsvps_commands.answer(stamp=scene.stamp(), night=night, player=player_named(name), reply=reply, **said)


def nights_ahead(scene: Scene, mine: str, others: tuple[str, str], house_name: str) -> dict[str, Any]:
    """Plan nights on which the standing of ``mine`` differs; return the ids of the nights and of a strike."""
    now = timezone.now()
    house = a_house("reserved", house_name, attendance=_STRIKES, waiting={"moves_up": "by an offer"})
    soon = a_night(house, now + timedelta(minutes=90))
    say(scene, soon, mine, guests=[others[0]], expected_at=now + timedelta(minutes=135))
    offered = _offered(scene, a_night(house, now + timedelta(days=2)), mine, others)
    waits = a_night(house, now + timedelta(days=3), maybe_until=now + timedelta(days=2))
    for name in (*others, mine):
        say(scene, waits, name)
    evening = timezone.localtime(now + timedelta(days=9)).replace(hour=19, minute=0)
    open_ = a_night(house, evening, seats=None, maybe_until=now + timedelta(days=8))
    plain = a_house("plain", "Plain game")
    empty = a_night(plain, now + timedelta(days=20))
    cancelled = a_night(house, now + timedelta(days=16))
    say(scene, cancelled, mine)
    nights_commands.cancel_night(stamp=scene.stamp(), night=cancelled, reason=others[1])
    return {
        "soon": soon.pk,
        "offered": offered.pk,
        "waits": waits.pk,
        "unanswered": open_.pk,
        "cancelled": cancelled.pk,
        "empty": empty.pk,
        "strike": _strike(scene, house, mine, others[1]),
    }


_STRIKES = {"late_change_minutes": 120, "taken_up_clears": False, "steps": [[1, "reminder"], [3, "removed"]]}


def _offered(scene: Scene, night: Night, mine: str, others: tuple[str, str]) -> Night:
    for name in (*others, mine):
        say(scene, night, name)
    # The seat was given up a moment ago, so it is held for half an hour from now.
    at = scene.at
    scene.at = timezone.now() - timedelta(minutes=3)
    say(scene, night, others[0], Reply.NO)
    scene.at = at
    return night


def _strike(scene: Scene, house: House, name: str, reason: str) -> int:
    past = a_night(house, timezone.now() - timedelta(days=8))
    player = player_named(name)
    said = strikes_commands.strike(stamp=scene.stamp(), night=past, player=player, cause=Cause.NO_SHOW, reason=reason)
    return said.fact.pk


ASKS = {"confirmation": {"asked_minutes": 10_000}, "door": {"minimum_age": 21}, "waiting": {"host_favour": True}}


def reserved(scene: Scene, planned: Night, names: Sequence[str]) -> dict[str, Any]:
    """Let the players with these ten names answer for a planned night and for one that is near."""
    _in_a_week(scene, planned, names)
    house = a_house("asks", f"{names[8]} asks", **ASKS)
    near = a_night(house, timezone.now() + timedelta(minutes=50), place=names[1], note=names[8])
    for name in (*names[:4], names[7]):
        say(scene, near, name)
    rsvps_commands.confirm_seat(stamp=scene.late_stamp(), night=near, player=player_named(names[0]))
    rsvps_commands.answer(stamp=scene.late_stamp(), night=near, player=player_named(names[1]), reply=Reply.NO)
    return {"near": near.pk}


def _in_a_week(scene: Scene, night: Night, names: Sequence[str]) -> None:
    start = (timezone.now() + timedelta(days=7)).replace(second=0, microsecond=0)
    said = {"seats": 4, "starts_at": start, "time_zone": "America/New_York", "maybe_until": start - timedelta(days=1)}
    Night.objects.filter(pk=night.pk).update(**said)
    waiting_list_commands.invite(stamp=scene.stamp(), night=night, players=[player_named(name) for name in names[8:]])
    say(scene, night, names[0], guests=names[1:3])
    say(scene, night, names[3], expected_at=start + timedelta(minutes=45))
    say(scene, night, names[4], guests=names[2:3])
    for name in (*names[5:8], "Ann"):
        say(scene, night, name)
    say(scene, night, names[2], Reply.MAYBE)
    say(scene, night, names[1], Reply.NO)
    for name, position in ((names[7], 1), (names[5], 3)):
        about = player_named(name)
        waiting_list_commands.pin(stamp=scene.stamp(), night=night, player=about, position=position, reason=names[8])
    ruled = scene.stamp(names[1])
    waiting_list_commands.favour(stamp=ruled, night=night, player=player_named(names[6]), on=True, reason=names[4])
    waiting_list_commands.bump(stamp=scene.stamp(), night=night, player=player_named(names[3]), reason=names[1])


def strikes(scene: Scene, removed: str, contests: str, words: str) -> dict[str, Any]:
    """Make three nights: one player is removed after two no-shows, another contests a strike and has one pardoned."""
    nights = [plan_night(date=timezone.localdate() - timedelta(weeks=week), house="ericn") for week in (3, 2, 1)]
    first, second = player_named(removed), player_named(contests)
    for night in nights:
        rsvps_commands.answer(
            stamp=scene.stamp(), night=night, player=second, reply=Reply.YES, guests=[words[:40], "Gus"]
        )
    _struck(scene, nights[0], first, Cause.NO_SHOW, words)
    _struck(scene, nights[1], first, Cause.NO_SHOW, words)
    contested = _struck(scene, nights[0], second, Cause.NO_SHOW, words)
    strikes_commands.contest(stamp=scene.stamp(), strike=contested, words=words)
    pardoned = _struck(scene, nights[2], second, Cause.LATE_CANCEL, words)
    strikes_commands.pardon(stamp=scene.stamp(), strike=pardoned, reason=words)
    return {"struck": first.number, "contested": second.number, "strike": contested, "pardoned": pardoned}


def _struck(scene: Scene, night: Night, player: Player, cause: Cause, reason: str) -> int:
    noted = strikes_commands.strike(stamp=scene.stamp(), night=night, player=player, cause=cause, reason=reason)
    return noted.fact.pk


def written(night: Night, names: Sequence[str]) -> dict[str, Any]:
    """Write the messages about everything so far, and settle some of this night's messages in different ways.

    Returns the night of a strike, whose message the host must read first, and the secret of a link to this night.
    """
    for place, name in enumerate(names[:4]):
        set_email(player_named(name), f"player.{place}@{'long.' * 8}example.org", wanted=place != 1)
    draft_messages()
    messages = list(Message.objects.filter(fact__night=night))
    for settle, message in zip((pass_on, lambda each, at: note_seen([each], at)), messages, strict=False):
        settle(message, timezone.now())
    for message in messages[2:4]:
        Message.objects.filter(pk=message.pk).update(failed="The mail server could not be reached.")
    now = timezone.now()
    kept = [(player_named(names[0]), night, "<script>alert(1)</script>"), (None, None, "x" * 500)]
    for place, (player, of_night, text) in enumerate(kept):
        row: dict[str, Any] = {"key": f"a-mail-{place}", "sender": f"{'somebody.' * 7}@example.org", "player": player}
        row |= {
            "night": of_night,
            "subject": "<b>" * 60,
            "text": text,
            "reason": names[1],
            "verdicts": "dmarc fail (<b>)",
        }
        ReceivedMail.objects.create(**row, uid=place, written_at=now, arrived_at=now)
    strikes = Message.objects.filter(kind=MessageKind.STRIKE).select_related("fact__night__house")
    missed = next(each.fact.night_id for each in strikes if Concerned([each]).about(each))
    reader = player_named(names[0])
    stops = way_out(reader, f"player.0@{'long.' * 8}example.org").words.partition("/do-not-write/")[2].partition("/")[0]
    return {
        "missed": missed,
        "night_link": max(answer_secrets(night).items())[1],
        "stops": stops,
        **posted(night, names),
    }


def posted(night: Night, names: Sequence[str]) -> dict[str, Any]:
    """Let phones open a night's link from the group chat: one that is in, one that waits, and two newcomers."""
    link, now = group_link_to(night), timezone.now()
    assert link is not None
    taps = [Tap(f"a phone has taken it {each}", "192.168.1.7", "Safari on iPhone", now) for each in range(4)]
    for tap in taps[:2]:
        claim_name(group_link=link, number=player_named(names[9]).number, tap=tap)
    for tap, name in zip(taps[2:], ("<i>Somebody new", names[4]), strict=True):
        claim_as_newcomer(group_link=link, name=name, brought_by=player_named(names[8]).number, tap=tap)
    set_group_links(waits=False, shares_rules=True)
    return {"group_link": secret_of(link)}


def polled(scene: Scene, names: Sequence[str]) -> dict[str, Any]:
    """Ask players for a date in three polls, one open, one decided and one closed; return them and their links."""
    house, now = a_house("polled", "<i>Polled</i> game"), timezone.now().replace(second=0, microsecond=0)
    dates = [now + timedelta(days=30 + days) for days in (0, 3, 5, 40)]
    asked, made = [player_named(name) for name in names], []
    for _ in range(3):
        noted = ask_for_date(stamp=_now(scene), house=house.key, dates=dates, zone="UTC", players=asked)
        made.append(noted.fact.pk)
        for name, words in zip(names, _SAID, strict=False):
            answer_poll(stamp=_now(scene), poll=noted.fact.pk, player=player_named(name), suits=words)
    like = Plan(timezone.localdate(), seats=2, place=names[8])
    decide_poll(stamp=_now(scene), poll=made[1], which=0, like=like)
    close_poll(stamp=_now(scene), poll=made[2])
    draft_messages()
    poll = polls(pk=made[0]).get()
    group_link = group_link_to(poll)
    assert group_link is not None
    links = {"poll_link": max(answer_secrets(poll).items())[1], "poll_group": secret_of(group_link)}
    return {"poll": made[0], "decided": made[1], "poll_closed": made[2], **links}


_SAID = (
    (Suits.YES, Suits.YES, Suits.IF_NEED_BE, Suits.NO),
    (Suits.YES, Suits.YES, Suits.NO, None),
    (Suits.YES, Suits.YES, Suits.YES, Suits.NO),
    (Suits.IF_NEED_BE, Suits.IF_NEED_BE, Suits.NO, Suits.NO),
)
"""The answers of the first four players: two dates are equally good."""


def _now(scene: Any) -> Stamp:
    stamp: Stamp = scene.stamp()
    return replace(stamp, at=timezone.now())


def planned_ahead(scene: Any, house: str, words: str) -> dict[str, Any]:
    """Plan a weekly series that starts in eight days; return the series and some of its nights by their state."""
    first = timezone.localdate() + timedelta(days=8)
    plan = Plan(first, time(19, 30), time(1), "Europe/Berlin", seats=10, tables=2, maybe_hours=24)
    plan = replace(plan, place=words, note=words * 3)
    plan_nights(stamp=_now(scene), house=house, plan=plan, repeats=Repeats(WEEKS, 1, first))
    nights = Night.objects.exclude(series=None).order_by("date")
    skipped, changed = nights[1], nights[2]
    cancel_night(stamp=_now(scene), night=skipped, reason=words)
    shown = plan_of(changed)
    change_night(stamp=_now(scene), night=changed, shown=shown, wanted=replace(shown, seats=None))
    made = {"series": Series.objects.get().pk, "of_series": changed.pk, "skipped": skipped.pk}
    return {**made, "month_ahead": f"{first:%Y-%m}"}


ATTENDANCE = {"steps": [[1, "reminder"], [2, "removed"]], "grace_minutes": 15}


def at_the_door(names: list[str]) -> dict[str, Any]:
    """Make two nights, one before its bank opens and one after, with these nine players and Ann as the banker."""
    document = {**load_preset("dave-2018"), "key": "door", "name": "The door game"}
    house = houses_commands.make_house(
        document={**document, "attendance": ATTENDANCE, "door": {"minimum_age": 21}}
    ).house
    planned, doors = _Doors(house, names, 0).night, _Doors(house, names, -1)
    opened, stamp, ann = doors.night, doors.stamp(20), player_named("Ann")
    open_night(stamp=stamp, house="door", date=opened.date, banker=ann, float_cents=20000, planned=opened)
    for name in (names[3], "Ann"):
        night_commands.arrive(stamp=doors.stamp(10), night=opened, player=player_named(name))
    strikes_commands.see_id(stamp=doors.stamp(60), player=player_named(names[0]), on=planned.date - timedelta(days=30))
    return {"door": planned.pk, "door_open": opened.pk}


class _Doors:
    """A night with eight seats that began half an hour ago; answers and marks are stamped by their age in minutes."""

    keys = 0

    def __init__(self, house: House, names: list[str], days: int) -> None:
        start = self._now() - timedelta(minutes=30)
        date = timezone.localdate(start) + timedelta(days=days)
        self.night = Night.objects.create(house=house, date=date, starts_at=start, seats=8)
        for place, name in enumerate(names):
            late = start + timedelta(minutes=90) if place == 4 else None
            reply, guests = Reply.MAYBE if place == 8 else Reply.YES, ("Zoe <b>",) if place == 0 else ()
            self._do(rsvps_commands.answer, name, 120, reply=reply, guests=guests, expected_at=late)
        for name in names[1:3]:
            self._do(strikes_commands.mark_came, name, 40, came=True)
        self._do(strikes_commands.mark, names[5], 0, mark=Mark.EXCUSED, reason="Ill <i>")

    @staticmethod
    def _now() -> datetime:
        return timezone.now().replace(second=0, microsecond=0)

    def stamp(self, minutes_ago: int) -> Stamp:
        """Stamp an act of so many minutes ago."""
        _Doors.keys += 1
        return Stamp(f"door-{_Doors.keys:05}", self._now() - timedelta(minutes=minutes_ago), "Ann")

    def _do(self, command: Any, name: str, minutes_ago: int, **said: Any) -> None:
        command(stamp=self.stamp(minutes_ago), night=self.night, player=player_named(name), **said)


def own_pages(scene: Scene) -> Night:
    """Make Bo owe 20.00 by a plan and 5.00 since, and sit at a table; make Cy lose 10.00 in cash, and no more.

    Both lost to Ann a month ago. Another night is planned: Ann and Di have its two seats, Cy is on the waiting list,
    and Bo is invited. Return the open night.
    """
    now, scene.at = scene.at, scene.at - timedelta(days=30)
    before = scene.opens("mike", days_ago=30)
    scene.buy(before, "Ann", 1000)
    scene.buy(before, "Bo", 2000, pay=Means.BOOK)
    scene.buy(before, "Cy", 1000)
    night_commands.play_last_hand(stamp=scene.stamp(), night=before)
    for name, cents in (("Bo", 0), ("Cy", 0), ("Ann", 4000)):
        scene.out(before, name, cents)
    night_commands.count_drawer(stamp=scene.stamp(), night=before, counted_cents=18000)
    close_and_back_up(stamp=scene.stamp(), night=before)
    scene.at = now
    yesterday = timezone.localdate(scene.stamp().at) - timedelta(days=1)
    months_commands.consolidate(stamp=scene.stamp(), until=yesterday)
    for key, typed in (
        ("venmo", {"name": "Ann-Lee"}),
        ("zelle", {"account": "ann@bank.example", "name": "Ann Lee"}),
        ("iban", {"iban": "DE89 3704 0044 0532 0130 00", "name": "Ann Lee"}),
    ):
        add_way(player=player_named("Ann"), kind=KINDS[key], typed=typed, at=now)
    make_season(key="season-1", name="This season", first=yesterday - timedelta(days=60))
    bo, cy = player_named("Bo"), player_named("Cy")
    book_commands.correct_book(stamp=scene.stamp(), debtor=bo, creditor=cy, amount_cents=500, reason="the pizza")
    tonight = scene.opens("mike")
    scene.buy(tonight, "Bo", 1000)
    scene.buy(tonight, "Bo", 1000, stack=0, note="n1")
    seat_commands.seat_everybody(stamp=scene.stamp(), night=tonight, present=present_at(tonight))
    planned = a_night(tonight.house, timezone.now() + timedelta(days=7))
    waiting_list_commands.invite(stamp=scene.late_stamp(), night=planned, players=[bo])
    for name in ("Ann", "Di", "Cy"):
        say(scene, planned, name)
    draft_messages()
    return tonight
