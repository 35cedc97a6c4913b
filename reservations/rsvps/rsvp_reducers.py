"""The effect of every fact on the RSVP state of a night: it follows decisions and makes none. Pure.

The RSVPs of two merged players are those of one person.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from reservations.acts.facts import FactKind, Facts, FactValue, Mark, Place, ReminderKind, Reply
from reservations.parsing.names import name_key, shown_name
from reservations.rsvps.rsvp_state import Held, LateChange, Rsvp, RsvpState, moment

PARTED = "parted"
"""How a player lost a seat who had been merged with another player, and is not the same person after all."""


def fold(facts: Facts, *, seats: int | None, starts_at: datetime | None) -> RsvpState:
    """Return the RSVP state of a night after these facts, in the order of their record."""
    return replace(folded(facts, seats=seats, starts_at=starts_at)[-1], seats=seats)


def folded(facts: Facts, *, seats: int | None, starts_at: datetime | None) -> list[RsvpState]:
    """Return the RSVP state of a night before these facts, and after every one of them.

    ``seats`` is the final number: whether the night was full when a seat was given up depends on the number at that
    time.
    """
    resized = (fact.content["seats"][0] for fact in facts if fact.kind == FactKind.CHANGE and "seats" in fact.content)
    states = [RsvpState(next(resized, seats), starts_at)]
    for fact in facts:
        before, reducer = states[-1], _REDUCERS.get(fact.kind)
        states.append(_with_late_changes(before, reducer(before, fact), fact) if reducer else before)
    return states


def _with_late_changes(before: RsvpState, after: RsvpState, fact: FactValue) -> RsvpState:
    """Note a late change, or let the seats that a fact takes before the start fill open late changes.

    If a player has a seat again, their own late change is over. Otherwise the earliest late change of any player is
    filled first. A seat that is only offered may come back, and a seat for which others made room fills no late change.
    """
    player = fact.player or 0
    had, has = before.of(player), after.of(player)
    if fact.kind == FactKind.MERGED:
        return after
    if fact.outcome.get("late"):
        full = before.free == 0 or bool(before.waiting)
        return replace(after, changes=(*after.changes, LateChange(fact.id, player, fact.at, had.takes, full)))
    if has.has_seat and any(change.player == player for change in after.changes):
        return replace(after, changes=tuple(change for change in after.changes if change.player != player))
    seats = (has.party if has.has_seat else 0) - (had.party if had.has_seat else 0)
    seats -= sum(after.of(number).party for number in fact.content.get("makes_room", ()))
    if seats <= 0 or (after.starts_at is not None and fact.at >= after.starts_at):
        return after
    changes = []
    for change in after.changes:
        taken = min(seats, change.open_seats) if change.was_full else 0
        seats -= taken
        changes.append(replace(change, open_seats=change.open_seats - taken))
    return replace(after, changes=tuple(changes))


def _changed(rsvp_state: RsvpState, fact: FactValue, **changes: object) -> RsvpState:
    before = rsvp_state.of(fact.player or 0)
    rsvp = replace(before, **changes)  # type: ignore[arg-type]
    if rsvp.place != before.place:
        rsvp = replace(rsvp, seat_since=fact.at if rsvp.place == Place.SEAT else None)
    return replace(rsvp_state, rsvps={**rsvp_state.rsvps, rsvp.player: rsvp})


def _answer(rsvp_state: RsvpState, fact: FactValue) -> RsvpState:
    reply = Reply(fact.content["answer"])
    if reply != Reply.YES:
        return _changed(rsvp_state, fact, **_GONE, reply=reply, answered_at=fact.at, because="")
    before = rsvp_state.of(fact.player or 0)
    place = Place(fact.outcome["place"])
    keeps = before.place == place and before.held != Held.PASSED
    confirmed = rsvp_state.request_at is not None or bool(fact.outcome.get("confirmed")) or (keeps and before.confirmed)
    return _changed(
        rsvp_state,
        fact,
        reply=reply,
        guests=tuple(map(shown_name, fact.content.get("guests", ()))),
        place=place,
        entry=before.entry if keeps else fact.id,
        answered_at=fact.at,
        expected_at=moment(fact.content.get("expected")),
        offered_until=before.offered_until if place == Place.OFFERED else None,
        pinned=None if place == Place.SEAT else before.pinned,
        held=before.held if before.held == Held.BUMPED and place == Place.WAITING else Held.NOT,
        confirmed=confirmed,
        moved_up_at=None,
        ruled=bool(fact.outcome.get("ruling")) or (keeps and before.ruled),
        mark=None,
        because="",
    )


_GONE = {"place": Place.NONE, "guests": (), "entry": 0, "expected_at": None, "offered_until": None}
_GONE |= {"confirmed": False, "pinned": None, "mark": None, "favoured": False, "moved_up_at": None}


def _seat(rsvp_state: RsvpState, fact: FactValue) -> RsvpState:
    confirmed = rsvp_state.request_at is not None or rsvp_state.of(fact.player or 0).confirmed
    because = fact.reason or fact.outcome.get("because", "")
    moved_up_at = fact.at if fact.outcome.get("how") == "moved up" else None
    seat = {"place": Place.SEAT, "held": Held.NOT, "pinned": None, "offered_until": None, "mark": None}
    ruled = rsvp_state.of(fact.player or 0).ruled or fact.outcome.get("how") == "host"
    new = {"ruled": ruled, "reply": Reply.YES, "confirmed": confirmed, "because": because, "moved_up_at": moved_up_at}
    return _changed(rsvp_state, fact, **seat, **new)


def _detail(rsvp_state: RsvpState, fact: FactValue) -> RsvpState:
    """Change one player's RSVP besides the answer and the seat."""
    held, content, changes = rsvp_state.of(fact.player or 0).held, fact.content, dict[str, object]()
    match fact.kind:
        case FactKind.OFFER:
            changes = {"place": Place.OFFERED, "offered_until": moment(fact.outcome["until"])}
            changes["because"] = fact.outcome.get("because", "")
        case FactKind.LAPSE:
            changes = {"place": Place.WAITING, "held": Held.PASSED, "offered_until": None, "because": fact.reason}
        case FactKind.PIN:
            pinned = content["position"]
            changes = {"pinned": pinned, "held": held if pinned is None else Held.NOT, "because": fact.reason}
        case FactKind.FAVOUR:
            on = content["on"]
            changes = {"favoured": on, "held": Held.NOT if on else held, "because": fact.reason}
        case FactKind.MARK:
            changes = {"mark": Mark(content["as"]) if content["as"] else None, "because": fact.reason}
            if content.get("expected"):
                changes["expected_at"] = moment(content["expected"])
        case FactKind.EXPECT:
            changes = {"expected_at": moment(content["expected"])}
        case FactKind.CONFIRM:
            changes = {"confirmed": True, "moved_up_at": None}
        case _:  # The player has come, or did not come after all.
            changes = {"came_at": fact.at if content["came"] else None}
    return _changed(rsvp_state, fact, **changes)


def _turned_away(rsvp_state: RsvpState, fact: FactValue) -> RsvpState:
    """Turn a player away, or let them in after all: to a place in line if others have the seat by then."""
    place = {"place": Place(fact.outcome["place"]), "offered_until": None} if "place" in fact.outcome else {}
    return _changed(rsvp_state, fact, turned_away=fact.reason, came_at=None, **place)


def _bump(rsvp_state: RsvpState, fact: FactValue) -> RsvpState:
    if fact.outcome.get("how") == PARTED:
        first = {"place": Place.WAITING, "pinned": 1, "confirmed": False, "offered_until": None}
        return _changed(rsvp_state, fact, **first, because=fact.reason)
    line = {"place": Place.WAITING, "held": Held.BUMPED, "pinned": None, "favoured": False, "confirmed": False}
    return _changed(rsvp_state, fact, **line, entry=fact.id, offered_until=None, because=fact.reason)


def _release(rsvp_state: RsvpState, fact: FactValue) -> RsvpState:
    after = _changed(rsvp_state, fact, **_GONE, held=Held.NOT, reply=None, because=fact.reason)
    if fact.about is None:
        return after
    return replace(after, ended={**rsvp_state.ended, fact.id: rsvp_state.of(fact.player or 0)})


def _back(rsvp_state: RsvpState, fact: FactValue) -> RsvpState:
    """Give back the reservation that a strike had ended; the player gets the seat without asking, perhaps late."""
    place = Place(fact.outcome["place"])
    moved_up_at = fact.at if place == Place.SEAT else None
    before = rsvp_state.ended[fact.about or 0]
    if before.place == Place.NONE:
        return rsvp_state
    player = before.player if before.player in rsvp_state.rsvps else fact.player or 0
    confirmed = before.confirmed or rsvp_state.request_at is not None
    again = replace(before, place=place, offered_until=None, confirmed=confirmed, because=fact.reason)
    turned_away = rsvp_state.of(player).turned_away
    again = replace(again, player=player, moved_up_at=moved_up_at, seat_since=moved_up_at, turned_away=turned_away)
    return replace(rsvp_state, rsvps={**rsvp_state.rsvps, again.player: again})


def _change(rsvp_state: RsvpState, fact: FactValue) -> RsvpState:
    """Change seats or start; with a new start, late changes and confirmations for the old start no longer count."""
    if "seats" in fact.content:
        rsvp_state = replace(rsvp_state, seats=fact.content["seats"][1])
    if "starts_at" not in fact.content:
        return rsvp_state
    rsvps = {player: replace(rsvp, confirmed=False, expected_at=None) for player, rsvp in rsvp_state.rsvps.items()}
    fields = {"called_at": fact.at, "moved_by": fact.id}
    return replace(rsvp_state, rsvps=rsvps, changes=(), request_at=None, reminded={}, **fields)  # type: ignore[arg-type]


def _invite(rsvp_state: RsvpState, fact: FactValue) -> RsvpState:
    """Note the time of every invitation; if the invitation allows it, silent players are reminded.

    A player invited by an earlier version without these reminders gets one only if the host switches it on. After a
    poll the night is news to all, whenever they answered that its date suits.
    """
    pausing, switched = fact.outcome.get("pausing", ()), rsvp_state.switched
    players = [number for number in fact.content["players"] if number not in pausing]
    numbers = [number for number in players if number in fact.outcome.get("told", players)]
    invited_at = {**dict.fromkeys(players, fact.at), **rsvp_state.invited_at, **dict.fromkeys(numbers, fact.at)}
    if fact.outcome.get("reminds"):
        switched = {ReminderKind.UNANSWERED: True, **switched}
    called_at, inviters = rsvp_state.called_at if fact.about is None else fact.at, rsvp_state.inviters | {fact.by}
    return replace(rsvp_state, invited_at=invited_at, inviters=inviters, switched=switched, called_at=called_at)


def _remind(rsvp_state: RsvpState, fact: FactValue) -> RsvpState:
    """Note a reminder and its receivers. Before there were two kinds, reminders went to players with a seat."""
    reminded_at = {**rsvp_state.reminded_at, **dict.fromkeys(fact.outcome.get("players", ()), fact.at)}
    reminded = {**rsvp_state.reminded, ReminderKind(fact.content.get("who", ReminderKind.SEATED)): fact.at}
    return replace(rsvp_state, reminded=reminded, reminded_at=reminded_at)


def _restore(rsvp_state: RsvpState, fact: FactValue) -> RsvpState:
    """Put the night on again; an offer is made anew, since nobody could accept it meanwhile."""
    waits = {"place": Place.WAITING, "offered_until": None}
    kept = {rsvp.player: replace(rsvp, **waits) for rsvp in rsvp_state.offered}  # type: ignore[arg-type]
    return replace(rsvp_state, rsvps={**rsvp_state.rsvps, **kept}, cancelled=False, called_at=fact.at)


_DETAILS = (
    *(FactKind.OFFER, FactKind.LAPSE, FactKind.PIN, FactKind.FAVOUR),
    *(FactKind.EXPECT, FactKind.CONFIRM, FactKind.CAME, FactKind.MARK),
)
_REDUCERS: Mapping[FactKind, Callable[[RsvpState, FactValue], RsvpState]] = {
    **dict.fromkeys(_DETAILS, _detail),
    FactKind.INVITE: _invite,
    FactKind.CHANGE: _change,
    FactKind.CANCEL: lambda before, fact: replace(before, cancelled=True),
    FactKind.RESTORE: _restore,
    FactKind.ASK: lambda before, fact: replace(before, request_at=fact.at),
    FactKind.REMIND: _remind,
    FactKind.SWITCH: lambda before, fact: replace(
        before, switched={**before.switched, ReminderKind(fact.content["who"]): fact.content["on"]}
    ),
    FactKind.ANSWER: _answer,
    FactKind.SEAT: _seat,
    FactKind.BUMP: _bump,
    FactKind.RELEASE: _release,
    FactKind.BACK: _back,
    FactKind.TURNED_AWAY: _turned_away,
    # A night brings one strike at most: it settles every late change of that player.
    FactKind.STRIKE: lambda before, fact: replace(
        before, settled=before.settled | {change.fact for change in before.changes if change.player == fact.player}
    ),
    FactKind.MERGED: lambda before, fact: merged_rsvps(before, fact.content["twin"], fact.player or 0),
}


_BETTER = (Place.NONE, Place.WAITING, Place.OFFERED, Place.SEAT)


def merged_rsvps(rsvp_state: RsvpState, merged: int, survivor: int) -> RsvpState:
    """Return the RSVP state with two players as one person, who keeps the better of the two places.

    No seat is lost and nobody has two: a seat goes before a place in line, and that before an answer without either; of
    two equal places the earlier request counts, with the guests of both.
    """
    both = (merged, survivor)
    theirs = sorted((rsvp for rsvp in rsvp_state.rsvps.values() if rsvp.player in both), key=_strength)
    if not theirs:  # Facts of other players: they were merged with these two, and that merge is undone by now.
        return rsvp_state
    one = replace(theirs[-1] if len(theirs) < 2 else _combined(theirs[1], theirs[0]), player=survivor)
    rsvps: dict[int, Rsvp] = {}
    for number, rsvp in rsvp_state.rsvps.items():
        rsvps.setdefault(*((survivor, one) if number in both else (number, rsvp)))
    changes = [replace(change, player=survivor) if change.player == merged else change for change in rsvp_state.changes]
    kept = tuple(change for change in changes if change.player != survivor or not one.has_seat)
    return replace(rsvp_state, rsvps=rsvps, changes=kept)


def _strength(rsvp: Rsvp) -> tuple[bool, int, bool, int, float]:
    answered = rsvp.answered_at.timestamp() if rsvp.answered_at else 0.0
    return (rsvp.has_seat, _BETTER.index(rsvp.place), rsvp.held == Held.NOT, -rsvp.entry, answered)


def _combined(better: Rsvp, other: Rsvp) -> Rsvp:
    alike = (better.place, better.has_seat) == (other.place, other.has_seat)
    turned_away = better.turned_away or other.turned_away
    better = replace(better, came_at=better.came_at or other.came_at, turned_away=turned_away)
    if not alike:
        return better
    named = {name_key(name) for name in better.guests}
    return replace(
        better,
        guests=(*better.guests, *(name for name in other.guests if name_key(name) not in named)),
        confirmed=better.confirmed or other.confirmed,
        favoured=better.favoured or other.favoured,
        pinned=min((place for place in (better.pinned, other.pinned) if place is not None), default=None),
    )
