"""Facts for the model of waiting lists: whether the house allows each of them, and its effects."""

from collections.abc import Callable
from dataclasses import replace

from reservations.acts.facts import FactKind, FactValue
from reservations.houses.attendance_terms import Then
from reservations.rsvps.rsvp_state import moment
from tests.reservations.waiting_list.waiting_model import MINUTE, Ended, Evening, LateNo, Mark, Model, Party

HOST = "Ann"
_BLOCKED = {
    "barred": "may have no seat now",
    "bumped": "was moved to the waiting list by the host",
    "passed": "let a seat pass that was kept for them",
}


def follow(model: Model, fact: FactValue) -> None:
    """Apply a fact to the model. Raises ``Forbidden`` for a fact that the rules of the house do not allow."""
    if fact.kind in (FactKind.PARDON, FactKind.UNMARK, FactKind.CONTEST, FactKind.UPHOLD, FactKind.REINSTATE):
        _after_a_strike(model, fact)
        return
    night = model.nights[fact.night or 0]
    before = {player: each.takes for player, each in night.parties.items() if each.place != "offered"}
    _FOLLOW[fact.kind](model, night, night.of(fact.player or 0), fact)
    night.parties.pop(0, None)
    _fill(night, fact, before)
    model.check(night.taken() <= night.seats, "more seats than there are", fact)


def _fill(night: Evening, fact: FactValue, before: dict[int, int]) -> None:
    """Let a player's new seats fill the seats that late noes left open, oldest first, and only before the start."""
    mine = night.of(fact.player) if fact.player else Party()
    if mine.sits and any(late.player == fact.player for late in night.late):
        night.late = [late for late in night.late if late.player != fact.player]
        return
    many = (mine.takes if mine.sits else 0) - before.get(fact.player or 0, 0)
    many -= sum(night.of(number).size for number in fact.content.get("makes_room", ()))
    for late in night.late if fact.at < night.start else ():
        filled = max(0, min(many, late.left)) if late.full else 0
        late.left, many = late.left - filled, many - filled


def _answer(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    here = (night.number, fact.player)
    model.ended = {number: each for number, each in model.ended.items() if (each.night, each.player) != here}
    if fact.content["answer"] != "yes":
        _stay_away(model, night, mine, fact)
        return
    size, wait = 1 + len(fact.content["guests"]), "wait" in fact.content
    said = model.answered(night, fact.player or 0, size, fact.at, wait=wait, ruled=bool(fact.outcome.get("ruling")))
    model.check(fact.outcome["place"] == said, f"a yes that should be {said}", fact)
    if mine.place != said or mine.held == "passed":
        mine.asked = fact.id
        mine.confirmed = False
    minutes = model.terms.confirm_minutes
    asked = night.asked_to_confirm or (minutes is not None and fact.at >= night.start - minutes * MINUTE)
    mine.confirmed, mine.moved_up = mine.confirmed or bool(asked), None
    mine.held = mine.held if mine.held == "bumped" else ""
    mine.place, mine.size, mine.until, mine.gone = said, size, None, ""


def _stay_away(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    late = mine.sits and not mine.came and model.is_late(night, fact.player or 0, fact.at)
    model.check(bool(fact.outcome.get("late")) == late, "late or not", fact)
    if late and not model.terms.taken_up_clears:
        model.to_strike.add((night.number, fact.player or 0))
    elif late:
        full = night.free() == 0 or bool(night.waiting())
        night.late.append(LateNo(fact.id, fact.player or 0, mine.size, full))
    mine.leave()


def _seat(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    how = fact.outcome["how"]
    if how == "moved up":
        model.check(model.by_themselves(night, fact.at) == how, "not the time to move up", fact)
        _check_next(model, night, fact)
    elif how == "offer taken":
        model.check(mine.place == "offered" and mine.until is not None and fact.at < mine.until, "no offer", fact)
    else:
        model.check(fact.by == HOST and mine.place != "" and not mine.sits, "nobody for the host to seat", fact)
    mine.confirmed = mine.confirmed or night.asked_to_confirm is not None
    mine.moved_up = fact.at if how == "moved up" else None
    mine.place, mine.held, mine.pinned, mine.until, mine.gone = "seat", "", None, None, ""


def _check_next(model: Model, night: Evening, fact: FactValue) -> None:
    """Check that the seat goes to the first player in line who can have it, and that the passed ones have reasons."""
    order = model.order(night)
    model.check(fact.player in order, "somebody who does not wait", fact)
    before = order[: order.index(fact.player or 0)]
    model.check(fact.outcome["passed"] == [[one, _reason(model, night, one)] for one in before], "passed over", fact)
    model.check(model.could_sit(night, fact.player or 0), "somebody who may not", fact)
    model.check(not any(model.could_sit(night, one) for one in before), "past somebody", fact)


def _reason(model: Model, night: Evening, player: int) -> str:
    mine = night.of(player)
    counted = ("no", "one", "two", "three", "four", "five", "six")[mine.size]
    blocked = "barred" if model.barred(player) else mine.held
    return _BLOCKED.get(blocked, f"needs {counted} seats at once")


def _offer(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    model.check(model.by_themselves(night, fact.at) == "offer", "not the time for an offer", fact)
    _check_next(model, night, fact)
    until = min(fact.at + (model.terms.offer_minutes or 0) * MINUTE, night.start)
    model.check(moment(fact.outcome["until"]) == until, f"an offer until {until}", fact)
    mine.place, mine.until = "offered", until


def _lapse(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    over = mine.until is not None and mine.until <= fact.at
    model.check(mine.place == "offered" and over != (fact.by == HOST), "an offer that is not over", fact)
    mine.place, mine.held, mine.until = "waiting", "passed", None


def _bump(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    model.check(mine.takes > 0, "nobody to bump", fact)
    mine.place, mine.held, mine.pinned, mine.favoured = "waiting", "bumped", None, False
    mine.confirmed, mine.until, mine.asked = False, None, fact.id


def _release(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    """End a reservation: by the host, after a strike that ends it, or because it was not confirmed."""
    model.check(mine.place != "", "nothing to release", fact)
    struck = (night.number, fact.player or 0)
    if fact.by != HOST and struck not in model.to_release:
        right = mine.sits and not mine.confirmed and model.to_give_on(night, fact.at)
        model.check(right, "a seat that nobody may take away", fact)
    model.to_release.discard(struck)
    if fact.about is not None:
        model.ended[fact.id] = Ended(fact.about, night.number, fact.player or 0, replace(mine))
    mine.leave()
    mine.held = ""


def _back(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    """Give back what an annulled strike ended: the seat if it is free, else the place in line."""
    released = fact.about or 0
    model.check(released in model.to_give_back, "nothing to give back", fact)
    model.to_give_back.discard(released)
    before = model.ended.pop(released).before
    place = "seat" if before.sits and before.size <= night.free() else "waiting"
    model.check(fact.outcome["place"] == place, f"given back what should be {place}", fact)
    confirmed = before.confirmed or night.asked_to_confirm is not None
    moved_up = fact.at if place == "seat" else None
    night.parties[fact.player or 0] = replace(before, place=place, until=None, confirmed=confirmed, moved_up=moved_up)


def _pin(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    mine.pinned = fact.content["position"]
    mine.held = mine.held if mine.pinned is None else ""


def _favour(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    model.check(model.terms.host_favour or not fact.content["on"], "no favour in this house", fact)
    mine.favoured = fact.content["on"]
    mine.held = "" if mine.favoured else mine.held


def _mark(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    model.check(mine.place == "seat" and fact.at >= night.start, "nobody to mark", fact)
    player = fact.player or 0
    if fact.content["as"] == "no-show" and not model.struck(night, player):
        model.to_strike.add((night.number, player))
    mine.gone = fact.content["as"]


def _strike(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    """Add an earned strike: one already due, or one for a late no whose seat was not filled before the start."""
    player = fact.player or 0
    left = [each for each in night.late if each.fact == fact.about]
    late = bool(left) and fact.at >= night.start and not (left[0].full and left[0].left == 0)
    earned = late or (night.number, player) in model.to_strike
    model.check((earned and not night.off) or fact.by == HOST, "a strike for nothing", fact)
    model.to_strike.discard((night.number, player))
    night.late = [each for each in night.late if each.player != player]
    no_show = fact.content["cause"] == "no-show"
    weight = model.terms.no_show_weight if no_show else model.terms.late_change_weight
    model.strikes.append(Mark(fact.id, player, night.number, weight))
    reached = [step.then for step in model.terms.steps if model.count(player) >= step.strikes]
    if reached and reached[-1] in (Then.DELETED, Then.REMOVED):
        _end_reservations(model, night, player, fact)


def _end_reservations(model: Model, struck: Evening, player: int, fact: FactValue) -> None:
    for night in model.nights.values():
        ahead = night is not struck and struck.start.date() <= night.start.date() and fact.at < night.start
        if ahead and night.of(player).place:
            model.to_release.add((night.number, player))


def _after_a_strike(model: Model, fact: FactValue) -> None:
    for each in model.strikes:
        mine = each.fact == fact.about or (fact.kind == FactKind.REINSTATE and each.player == fact.player)
        if mine and each.state == "counts" and fact.kind not in (FactKind.CONTEST, FactKind.UPHOLD):
            each.state = fact.kind.value
        elif mine and fact.kind == FactKind.UNMARK:
            each.state = "unmark"
        if mine and fact.kind == FactKind.UNMARK:
            model.falls_away(each.fact, fact.at)


def _with_the_night(model: Model, night: Evening, fact: FactValue) -> None:
    """Drop strikes of a night that is cancelled or has moved to another time."""
    for each in model.strikes:
        if each.night == night.number and each.state in ("counts", "reinstate", "moved"):
            if "starts_at" in fact.content:
                each.state = "moved"
            if night.off or each.state == "moved":
                model.falls_away(each.fact, fact.at)


def _change(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    """Change the seats or the start; a new start clears all confirmations and late noes."""
    if "seats" in fact.content:
        night.seats = fact.content["seats"][1]
    if "starts_at" in fact.content:
        night.start = moment(fact.content["starts_at"][1]) or night.start
        night.asked_to_confirm, night.late, night.called = None, [], fact.at
        for each in night.parties.values():
            each.confirmed = False
    _with_the_night(model, night, fact)


def _confirm(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    model.check(mine.sits, "no seat to confirm", fact)
    mine.confirmed, mine.moved_up = True, None


def _ask(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    early = fact.at < night.start - (model.terms.confirm_minutes or 0) * MINUTE
    model.check(not early and fact.at < night.start and not night.asked_to_confirm, "not the time to ask", fact)
    night.asked_to_confirm = fact.at


def _off(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    night.off = fact.kind == FactKind.CANCEL
    if night.off:
        _with_the_night(model, night, fact)
    else:
        night.called = fact.at
        for each in night.offered():
            each.place, each.until = "waiting", None


def _came(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    mine.came = fact.content["came"]


def _nothing(model: Model, night: Evening, mine: Party, fact: FactValue) -> None:
    """Leave every place as it is."""


_FOLLOW: dict[FactKind, Callable[[Model, Evening, Party, FactValue], None]] = {
    FactKind.ANSWER: _answer,
    FactKind.SEAT: _seat,
    FactKind.OFFER: _offer,
    FactKind.LAPSE: _lapse,
    FactKind.BUMP: _bump,
    FactKind.RELEASE: _release,
    FactKind.BACK: _back,
    FactKind.PIN: _pin,
    FactKind.FAVOUR: _favour,
    FactKind.MARK: _mark,
    FactKind.STRIKE: _strike,
    FactKind.CHANGE: _change,
    FactKind.CONFIRM: _confirm,
    FactKind.ASK: _ask,
    FactKind.CANCEL: _off,
    FactKind.RESTORE: _off,
    FactKind.CAME: _came,
    FactKind.REMIND: _nothing,
    FactKind.SWITCH: _nothing,
    FactKind.EXPECT: _nothing,
    FactKind.INVITE: _nothing,
}
