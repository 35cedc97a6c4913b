"""A night and an RSVP in words for their player. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from reservations.acts.facts import FactKind, Mark, Place, Reply
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.houses.text import duration
from reservations.messages.text import Occasion
from reservations.parsing.names import joined_words
from reservations.rsvps.rsvp_state import Rsvp, RsvpState, moment
from reservations.strikes.rules import steps_reached
from reservations.strikes.text import WARNINGS, strike_ahead
from reservations.waiting_list.rules import WayUp, way_up


class Tone(StrEnum):
    """The colour of an RSVP; the words alone carry the meaning."""

    SEAT = "seat"
    WAITS = "waits"
    ASKS = "asks"
    OUT = "out"


@dataclass(frozen=True)
class RsvpSummary:
    """An RSVP in words: the headline, and further sentences."""

    headline: str
    more: tuple[str, ...] = ()
    tone: Tone = Tone.ASKS


CANCELLED = RsvpSummary("Cancelled", ("It counts as no strike.",), Tone.OUT)

HERE = RsvpSummary("You are here", tone=Tone.SEAT)

_TURNED_AWAY = RsvpSummary("You were turned away at the door", tone=Tone.OUT)

_MARKED: Mapping[Mark | None, RsvpSummary] = {
    Mark.EXCUSED: RsvpSummary("You are excused", tone=Tone.OUT),
    Mark.NO_SHOW: RsvpSummary("You are marked as a no-show", tone=Tone.OUT),
}


def rsvp_summary(rsvp_state: RsvpState, player: int, waits: str, occasion: Occasion, now: datetime) -> RsvpSummary:
    """Sum up a player's RSVP to a night; ``waits`` is the waiting list's text for them, else ""."""
    rsvp = rsvp_state.of(player)
    because = [f"Why: {rsvp.because}"] if rsvp.because else []
    party = [f"For {joined_words(('you', *rsvp.guests))}."] if rsvp.guests else []
    late_at = comes_late_at(rsvp, occasion.starts_at)
    late = [f"You come late, at {occasion.near(late_at)}."] if late_at else []
    marked = _TURNED_AWAY if rsvp.turned_away else _MARKED.get(rsvp.mark)
    if marked:
        return replace(marked, more=tuple(filter(None, [rsvp.turned_away or rsvp.because])))
    if rsvp.place == Place.SEAT:
        headline = "You have a seat" if rsvp.party == 1 else f"You have {rsvp.party} seats"
        more = [*party, *late, *filter(None, [rsvp.because])]
        if rsvp_state.request_at is None or rsvp.confirmed:
            return RsvpSummary(headline, tuple(more), Tone.SEAT)
        return RsvpSummary(headline, (*more, "Please confirm that you come."), Tone.ASKS)
    if rsvp.place == Place.OFFERED and rsvp.offered_until:
        if now >= rsvp.offered_until:
            return RsvpSummary("You did not take the seat in time", ("It goes to the next in line.",), Tone.WAITS)
        seats = "A seat is" if rsvp.party == 1 else f"{rsvp.party} seats are"
        after = "After that it goes to the next in line; you stay on the waiting list."
        until = occasion.deadline(rsvp.offered_until, now)
        return RsvpSummary(f"{seats} kept for you until {until}", (*party, after), Tone.ASKS)
    if rsvp.place == Place.WAITING:
        headline, _, why = (waits or "You are on the waiting list").partition(". ")
        return RsvpSummary(headline.rstrip("."), (*filter(None, [why]), *party, *late, *because), Tone.WAITS)
    if rsvp.reply == Reply.MAYBE:
        closes = occasion.maybe_until
        words = "It closed" if closes and now > closes else "Say yes or no by"
        by = f" {words} {occasion.moment(closes)}." if closes else ""
        return RsvpSummary("Maybe", (f"A maybe keeps no seat.{by}",))
    if rsvp.reply == Reply.NO:
        return RsvpSummary("You are not coming", tone=Tone.OUT)
    if rsvp.because:
        return RsvpSummary("Your reservation was deleted", tuple(because), Tone.OUT)
    return RsvpSummary("You are invited" if rsvp.player in rsvp_state.invited else "Not answered yet")


def who_comes(seated: Iterable[Rsvp], names: Mapping[int, str], reader: int) -> str:
    """Tell a player with a seat: "You, Ann, Cy and 1 more"; guests, and players without a name, are counted."""
    rsvps = [*seated]
    names_shown = ["You"] * any(rsvp.player == reader for rsvp in rsvps)
    names_shown += [names[rsvp.player] for rsvp in rsvps if rsvp.player != reader and rsvp.player in names]
    more = sum(rsvp.party for rsvp in rsvps) - len(names_shown)
    if not names_shown:
        return ""
    return joined_words([*names_shown, *([f"{more} more"] if more else [])])


def comes_late_at(rsvp: Rsvp, starts_at: datetime | None) -> datetime | None:
    """Return the arrival of a late player; None if the start was moved to that time or later."""
    at = rsvp.expected_at
    return at if at is not None and starts_at is not None and at > starts_at else None


def when_you_come(rsvp: Rsvp, late_at: str, kept_until: str, *, begun: bool, over: bool) -> tuple[str, str]:
    """State a player's expected arrival (``late_at``) and the end of the seat; ``over``: that has passed."""
    at = f", at {late_at}" if late_at else ""
    if rsvp.mark == Mark.LATE:
        return f"The host noted that you come late{at}.", _kept(rsvp, kept_until, begun=True, over=over)
    known = f"Late{at}." if late_at else "The night has begun." if begun else "On time."
    return known, _kept(rsvp, kept_until, begun=begun or bool(late_at), over=over)


def _kept(rsvp: Rsvp, until: str, *, begun: bool, over: bool) -> str:
    if not rsvp.has_seat:
        return "If you get a seat, it is kept for you until the time you say."
    if over:
        return f"Your seat was kept until {until}. If you still come, say when, and tell the host."
    return f"Your seat is kept until {until}." if begun else "If you come late, say when: your seat is kept until then."


def in_words(kind: FactKind, content: Mapping[str, Any], occasion: Occasion) -> str:
    """Write the content of a fact of that kind in words: "You come, with Max"."""
    if kind == FactKind.ANSWER:
        guests = tuple(content.get("guests", ()))
        party = f" with {joined_words(guests)}" if guests else ""
        return _ANSWERED[Reply(content["answer"])] + party + _late(content, occasion)
    if kind == FactKind.EXPECT:
        return f"You come{_late(content, occasion) or ' in time'}"
    return _SEAT_WORDS.get(kind, "A decision of the host")


_ANSWERED = {Reply.YES: "You come", Reply.NO: "You do not come", Reply.MAYBE: "Maybe you come"}
_SEAT_WORDS = {
    FactKind.CONFIRM: "You confirm your seat",
    FactKind.SEAT: "You take the seat",
    FactKind.LAPSE: "You let the seat go",
}


def _late(content: Mapping[str, Any], occasion: Occasion) -> str:
    expected = moment(content.get("expected"))
    return "" if expected is None else f" late, at {occasion.near(expected)}"


BY_THE_HOST = "The host gives the seats that become free."


def moving_up(terms: AttendanceTerms, starts_at: datetime | None, now: datetime) -> str:
    """Tell a player on the waiting list how a seat that becomes free now reaches them, before the start."""
    way = way_up(terms, starts_at, now)
    if way == WayUp.HOST:
        return BY_THE_HOST
    if way == WayUp.SEAT:
        return "When a seat becomes free, the next in line gets it at once."
    kept = duration(terms.offer_minutes or 0)
    return f"When a seat becomes free, it is kept {kept} for the next in line. Check this page to take it."


def giving_up(terms: AttendanceTerms, strikes: int, since: str) -> tuple[str, ...]:
    """State the consequences of giving up a seat now, too late ``since`` a time, with the present strikes."""
    weight = terms.late_change_weight
    sentences = [f"Since {since} this is a late change: {strike_ahead(strikes, weight)}."]
    sentences += [WARNINGS[step.then] for step in steps_reached(strikes + weight, terms)[-1:]]
    if terms.taken_up_clears:
        sentences.append("No strike if a player from the waiting list takes the seat before the start.")
    return tuple(sentences)
