"""The attendance terms of a house in sentences, for its page and for whoever is invited. Pure.

They say what is applied: every minute counts to the second, so exactly two hours before the start is two hours.
"""

from collections.abc import Iterator

from reservations.attendance_terms import Arrears, AttendanceTerms, MovesUp
from reservations.then_words import PHRASES


def attendance_statement(terms: AttendanceTerms) -> tuple[str, ...]:
    """State what holds for reservations: giving a seat up, strikes, coming late, who waits and how."""
    return (
        *_seats(terms),
        *_late_changes(terms),
        *_strikes(terms),
        _kept(terms),
        *_waiting(terms),
        *_asked(terms),
        *_door(terms),
    )


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


def _late_changes(terms: AttendanceTerms) -> Iterator[str]:
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


def _kept(terms: AttendanceTerms) -> str:
    if not terms.grace_minutes:
        return "A seat is kept until the start, or until the time that its player said."
    return (
        f"A seat is kept until {duration(terms.grace_minutes)} after the start, or after the time that its player said."
    )


def _waiting(terms: AttendanceTerms) -> Iterator[str]:
    switches = (
        (terms.host_favour, "whom the host favours"),
        (terms.regulars_first, "regulars"),
        (terms.fewer_strikes_first, "those with fewer strikes"),
    )
    first = [words for on, words in switches if on]
    if first:
        yield f"When all seats are taken, people wait in line: {', then '.join(first)}, then by when they asked."
    else:
        yield "When all seats are taken, people wait in line, in the order in which they asked."
    if terms.arrears is Arrears.BEHIND:
        yield "Whoever has debts that are overdue waits behind the others."
    elif terms.arrears is Arrears.OUT:
        yield "Whoever has debts that are overdue gets no seat until they are paid."
    yield f"{_moving_up(terms)} After the start only the host gives seats."


def _moving_up(terms: AttendanceTerms) -> str:
    if terms.moves_up is MovesUp.HOST:
        return "A seat that becomes free is the host's to give."
    if terms.moves_up is MovesUp.OFFERED:
        return f"A seat that becomes free is offered to the next in line for {_offer(terms)}."
    if not terms.cutoff_minutes:
        return "A seat that becomes free goes to the next in line."
    limit = duration(terms.cutoff_minutes)
    then = "it is the host's to give" if terms.offer_minutes is None else f"it is offered to them for {_offer(terms)}"
    return f"A seat that becomes free goes to the next in line; from {limit} before the start on, {then}."


def _offer(terms: AttendanceTerms) -> str:
    return duration(terms.offer_minutes or 0)


def _asked(terms: AttendanceTerms) -> Iterator[str]:
    if terms.confirm_minutes is not None:
        yield f"{duration(terms.confirm_minutes)} before the start everybody is asked to confirm the seat."
    if terms.release_minutes is not None:
        yield (
            f"From {duration(terms.release_minutes)} before the start on, "
            "a seat that nobody confirmed goes to the next in line."
        )
    if terms.remind_minutes is not None:
        reminded = "everybody who has had a seat for some time is reminded"
        yield f"{duration(terms.remind_minutes)} before the start {reminded}."


def _door(terms: AttendanceTerms) -> Iterator[str]:
    if terms.minimum_age is not None:
        yield f"Nobody under {terms.minimum_age} plays here: bring ID, the host asks for it."
    if terms.invitation:
        yield f"An invitation says: {' '.join(terms.invitation)}"
