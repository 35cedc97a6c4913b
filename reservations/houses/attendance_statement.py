"""The attendance terms of a house in sentences, for its page and for whoever is invited. Pure.

They say what is applied: every minute counts to the second, so exactly two hours before the start is two hours.
"""

from collections.abc import Iterator

from reservations.houses.attendance_terms import Arrears, AttendanceTerms, MovesUp
from reservations.strikes.text import PHRASES


def attendance_statement(terms: AttendanceTerms) -> tuple[str, ...]:
    """State what holds for reservations: giving a seat up, strikes, coming late, who waits and how."""
    return (*_seats(terms), *_strikes(terms), *_waiting(terms), _moving_up(terms), *_before(terms))


def duration(minutes: int) -> str:
    """Write so many minutes as people say them: 45 minutes, 1 hour, 24 hours."""
    if minutes % 60 == 0 and minutes > 0:
        return _many(minutes // 60, "hour")
    return _many(minutes, "minute")


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _seats(terms: AttendanceTerms) -> Iterator[str]:
    if terms.seats is not None:
        yield f"There are {terms.seats} seats, where the night itself says nothing else."
    if terms.late_change_minutes is None:
        yield "Whoever can't come gives the seat up at once; giving it up before the start is no strike."
        return
    limit = duration(terms.late_change_minutes)
    yield f"Giving up a seat less than {limit} before the start is a no-show; exactly {limit} before is still fine."
    if terms.taken_up_clears:
        yield "Where somebody from the waiting list takes the seat before the start, it is no strike."
    else:
        yield "It stays one also where somebody else takes the seat."


def _strikes(terms: AttendanceTerms) -> Iterator[str]:
    if terms.no_show_weight != 1:
        yield f"Staying away counts as {_many(terms.no_show_weight, 'strike')}."
    if terms.late_change_weight != 1 and terms.late_change_minutes is not None:
        yield f"Giving up a seat too late counts as {_many(terms.late_change_weight, 'strike')}."
    for step in terms.steps:
        yield f"{_many(step.strikes, 'strike')}: {PHRASES[step.then]}."
    if not terms.steps:
        yield "A no-show is noted as a strike; what follows from it, the host decides."
    if terms.expires_after_nights is not None:
        yield f"A strike counts until the house has held {_many(terms.expires_after_nights, 'later night')}."
    if terms.grace_minutes:
        grace = duration(terms.grace_minutes)
        yield f"A seat is kept until {grace} after the start, or after the time that its player said."
    else:
        yield "A seat is kept until the start, or until the time that its player said."


def _waiting(terms: AttendanceTerms) -> Iterator[str]:
    switches = {
        "whom the host favours": terms.host_favour,
        "regulars": terms.regulars_first,
        "those with fewer strikes": terms.fewer_strikes_first,
    }
    first = ", then ".join(words for words, on in switches.items() if on)
    order = f": {first}, then by when they asked" if first else ", in the order in which they asked"
    yield f"When all seats are taken, people wait in line{order}."
    if terms.arrears is Arrears.BEHIND:
        yield "Whoever has debts that are overdue waits behind the others."
    elif terms.arrears is Arrears.OUT:
        yield "Whoever has debts that are overdue gets no seat until they are paid."


def _moving_up(terms: AttendanceTerms) -> str:
    offered = f"offered to %s for {duration(terms.offer_minutes or 0)}"
    if terms.moves_up is MovesUp.HOST:
        moves = "is the host's to give"
    elif terms.moves_up is MovesUp.OFFERED:
        moves = f"is {offered % 'the next in line'}"
    else:
        moves = "goes to the next in line"
        if terms.cutoff_minutes:
            then = "the host's to give" if terms.offer_minutes is None else offered % "them"
            moves += f"; from {duration(terms.cutoff_minutes)} before the start on, it is {then}"
    return f"A seat that becomes free {moves}. After the start only the host gives seats."


def _before(terms: AttendanceTerms) -> Iterator[str]:
    if terms.confirm_minutes is not None:
        yield f"{duration(terms.confirm_minutes)} before the start everybody is asked to confirm the seat."
    if terms.release_minutes is not None:
        released = duration(terms.release_minutes)
        yield f"From {released} before the start on, a seat that nobody confirmed goes to the next in line."
    if terms.remind_minutes is not None:
        reminded = "everybody who has had a seat for some time is reminded"
        yield f"{duration(terms.remind_minutes)} before the start {reminded}."
    if terms.minimum_age is not None:
        yield f"Nobody under {terms.minimum_age} plays here: bring ID, the host asks for it."
    if terms.invitation:
        yield f"An invitation says: {' '.join(terms.invitation)}"
