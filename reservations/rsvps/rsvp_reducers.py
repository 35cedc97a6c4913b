"""What each fact does to the roll of a night, and the roll after all of them. Pure.

The fold follows what was decided and decides nothing: whatever the rules of the house say now, a seat that was given
stays given.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from reservations.acts.facts import FactKind, Facts, Mark, Place, Reply, Said
from reservations.rsvps.merged_players import joined
from reservations.rsvps.rsvp_state import Held, LateChange, RsvpState, moment

PARTED = "parted"
"""How somebody came from a seat to the waiting list who was one person with somebody else, and is not after all."""


def fold(facts: Facts, *, seats: int | None, starts_at: datetime | None) -> RsvpState:
    """Return the roll of a night after these facts of it, given in the order in which they were recorded.

    ``seats`` are those it has in the end: whether it was full when somebody gave a seat up goes by those it had then.
    """
    resized = (fact.content["seats"][0] for fact in facts if fact.kind == FactKind.CHANGE and "seats" in fact.content)
    rsvp_state = RsvpState(next(resized, seats), starts_at)
    for fact in facts:
        if step := _STEPS.get(fact.kind):
            before = rsvp_state
            rsvp_state = _vacated(before, step(rsvp_state, fact), fact)
    return replace(rsvp_state, seats=seats)


def _vacated(before: RsvpState, after: RsvpState, fact: Said) -> RsvpState:
    """Note what a fact that was a late change left open, and let seats that were taken fill what earlier ones did."""
    if fact.kind == FactKind.MERGED:
        return after
    if fact.outcome.get("late"):
        full = before.free == 0 or bool(before.waiting)
        change = LateChange(fact.id, fact.player or 0, fact.at, before.of(fact.player or 0).takes, full)
        return replace(after, changes=(*after.changes, change))
    if not after.changes:
        return after
    if (back := _returned(after, fact)).changes != after.changes:
        return back
    gained = _gained(before, after, fact)
    in_time = after.starts_at is None or fact.at < after.starts_at
    return replace(after, changes=_filled(after.changes, gained)) if gained > 0 and in_time else after


def _returned(after: RsvpState, fact: Said) -> RsvpState:
    """Let nobody be held to a seat they gave up and have again: it was theirs that they took up first of all."""
    if fact.player is None or not after.of(fact.player).has_seat:
        return after
    return replace(after, changes=tuple(each for each in after.changes if each.player != fact.player))


def _gained(before: RsvpState, after: RsvpState, fact: Said) -> int:
    """Return how many seats somebody took for good, besides those of who made room for them.

    A seat that is only offered may come back.
    """
    if fact.player is None:
        return 0
    had, has = before.of(fact.player), after.of(fact.player)
    room = sum(after.of(number).party for number in fact.content.get("makes_room", ()))
    return (has.party if has.has_seat else 0) - (had.party if had.has_seat else 0) - room


def _filled(changes: tuple[LateChange, ...], seats: int) -> tuple[LateChange, ...]:
    """Let so many taken seats fill what was left open, the earliest first; whose own they were does not matter."""
    filled = []
    for change in changes:
        taken = min(seats, change.open_seats) if change.was_full else 0
        seats -= taken
        filled.append(replace(change, open_seats=change.open_seats - taken))
    return tuple(filled)


def _changed(rsvp_state: RsvpState, fact: Said, **changes: object) -> RsvpState:
    rsvp = replace(rsvp_state.of(fact.player or 0), **changes)  # type: ignore[arg-type]
    return replace(rsvp_state, rsvps={**rsvp_state.rsvps, rsvp.player: rsvp})


def _answer(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    reply = Reply(fact.content["answer"])
    if reply != Reply.YES:
        return _changed(rsvp_state, fact, **_GONE, reply=reply, answered_at=fact.at, because="")
    before = rsvp_state.of(fact.player or 0)
    place = Place(fact.outcome["place"])
    keeps = before.place == place and before.held != Held.PASSED
    return _changed(
        rsvp_state,
        fact,
        reply=reply,
        guests=tuple(fact.content.get("guests", ())),
        place=place,
        asked=before.asked if keeps else fact.id,
        asked_at=before.asked_at if keeps else fact.at,
        answered_at=fact.at,
        expected_at=moment(fact.content.get("expected")),
        offered_until=before.offered_until if place == Place.OFFERED else None,
        held=before.held if before.held == Held.BUMPED and place == Place.WAITING else Held.NOT,
        confirmed=rsvp_state.asked_at is not None
        or bool(fact.outcome.get("confirmed"))
        or (keeps and before.confirmed),
        moved_up_at=None,
        ruled=bool(fact.outcome.get("ruling")) or (keeps and before.ruled),
        mark=None,
        because="",
    )


_GONE = {"place": Place.NONE, "guests": (), "asked": 0, "asked_at": None, "expected_at": None, "offered_until": None}
_GONE |= {"confirmed": False, "pinned": None, "mark": None, "favoured": False, "moved_up_at": None}


def _seat(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    confirmed = rsvp_state.asked_at is not None or rsvp_state.of(fact.player or 0).confirmed
    because = fact.reason or fact.outcome.get("because", "")
    moved_up_at = fact.at if fact.outcome.get("how") == "moved up" else None
    seat = {"place": Place.SEAT, "held": Held.NOT, "pinned": None, "offered_until": None, "mark": None}
    ruled = rsvp_state.of(fact.player or 0).ruled or fact.outcome.get("how") == "host"
    said = {"ruled": ruled, "reply": Reply.YES, "confirmed": confirmed, "because": because, "moved_up_at": moved_up_at}
    return _changed(rsvp_state, fact, **seat, **said)


def _offer(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    until = moment(fact.outcome["until"])
    return _changed(rsvp_state, fact, place=Place.OFFERED, offered_until=until, because=fact.outcome.get("because", ""))


def _lapse(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    return _changed(rsvp_state, fact, place=Place.WAITING, held=Held.PASSED, offered_until=None, because=fact.reason)


def _bump(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    if fact.outcome.get("how") == PARTED:
        first = {"place": Place.WAITING, "pinned": 1, "confirmed": False, "offered_until": None}
        return _changed(rsvp_state, fact, **first, because=fact.reason)
    line = {"place": Place.WAITING, "held": Held.BUMPED, "pinned": None, "favoured": False, "confirmed": False}
    return _changed(rsvp_state, fact, **line, asked=fact.id, asked_at=fact.at, offered_until=None, because=fact.reason)


def _release(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    after = _changed(rsvp_state, fact, **_GONE, held=Held.NOT, reply=None, because=fact.reason)
    if fact.about is None:
        return after
    return replace(after, ended={**rsvp_state.ended, fact.id: rsvp_state.of(fact.player or 0)})


def _back(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    """Give back what a strike had ended; a seat comes by itself then, and may come late.

    It is theirs whose it was, also where that was given back to the person they were taken for meanwhile.
    """
    place = Place(fact.outcome["place"])
    moved_up_at = fact.at if place == Place.SEAT else None
    before = rsvp_state.ended[fact.about or 0]
    if before.place == Place.NONE:
        return rsvp_state
    player = before.player if before.player in rsvp_state.rsvps else fact.player or 0
    confirmed = before.confirmed or rsvp_state.asked_at is not None
    again = replace(before, place=place, offered_until=None, confirmed=confirmed, because=fact.reason)
    again = replace(again, player=player, moved_up_at=moved_up_at)
    return replace(rsvp_state, rsvps={**rsvp_state.rsvps, again.player: again})


def _pin(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    position = fact.content["position"]
    held = rsvp_state.of(fact.player or 0).held
    return _changed(rsvp_state, fact, pinned=position, held=held if position is None else Held.NOT, because=fact.reason)


def _favour(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    held = rsvp_state.of(fact.player or 0).held
    on = fact.content["on"]
    return _changed(rsvp_state, fact, favoured=on, held=Held.NOT if on else held, because=fact.reason)


def _mark(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    mark = Mark(fact.content["as"]) if fact.content["as"] else None
    late = {"expected_at": moment(fact.content["expected"])} if fact.content.get("expected") else {}
    return _changed(rsvp_state, fact, mark=mark, because=fact.reason, **late)


def _change(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    """Start anew where the time is another one: nobody is held to what they gave up, or confirmed, for the old one."""
    if "seats" in fact.content:
        rsvp_state = replace(rsvp_state, seats=fact.content["seats"][1])
    if "starts_at" not in fact.content:
        return rsvp_state
    rsvps = {player: replace(each, confirmed=False, expected_at=None) for player, each in rsvp_state.rsvps.items()}
    return replace(rsvp_state, rsvps=rsvps, changes=(), asked_at=None, reminded=False, called_at=fact.at)


def _restore(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    """Call the night on again; a seat that was kept meanwhile is offered anew, since nobody could take it."""
    waits = {"place": Place.WAITING, "offered_until": None}
    kept = {each.player: replace(each, **waits) for each in rsvp_state.offered}  # type: ignore[arg-type]
    return replace(rsvp_state, rsvps={**rsvp_state.rsvps, **kept}, cancelled=False, called_at=fact.at)


def _strike(rsvp_state: RsvpState, fact: Said) -> RsvpState:
    """Settle every late change of theirs: one night is one strike."""
    theirs = {each.fact for each in rsvp_state.changes if each.player == fact.player}
    return replace(rsvp_state, settled=rsvp_state.settled | theirs)


_STEPS: Mapping[FactKind, Callable[[RsvpState, Said], RsvpState]] = {
    FactKind.INVITE: lambda rsvp_state, fact: replace(
        rsvp_state, invited=rsvp_state.invited | set(fact.content["players"])
    ),
    FactKind.CHANGE: _change,
    FactKind.CANCEL: lambda rsvp_state, fact: replace(rsvp_state, cancelled=True),
    FactKind.RESTORE: _restore,
    FactKind.ASK: lambda rsvp_state, fact: replace(rsvp_state, asked_at=fact.at),
    FactKind.REMIND: lambda rsvp_state, fact: replace(rsvp_state, reminded=True),
    FactKind.ANSWER: _answer,
    FactKind.SEAT: _seat,
    FactKind.OFFER: _offer,
    FactKind.LAPSE: _lapse,
    FactKind.BUMP: _bump,
    FactKind.RELEASE: _release,
    FactKind.BACK: _back,
    FactKind.PIN: _pin,
    FactKind.FAVOUR: _favour,
    FactKind.EXPECT: lambda rsvp_state, fact: _changed(rsvp_state, fact, expected_at=moment(fact.content["expected"])),
    FactKind.CONFIRM: lambda rsvp_state, fact: _changed(rsvp_state, fact, confirmed=True, moved_up_at=None),
    FactKind.CAME: lambda rsvp_state, fact: _changed(
        rsvp_state, fact, came_at=fact.at if fact.content["came"] else None
    ),
    FactKind.MARK: _mark,
    FactKind.STRIKE: _strike,
    FactKind.MERGED: lambda rsvp_state, fact: joined(rsvp_state, fact.content["twin"], fact.player or 0),
}
