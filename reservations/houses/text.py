"""The attendance and seating terms of a house in sentences: for its page and for its players. Pure.

They state the applied rules: every minute counts to the second, so exactly two hours before the start is two hours.
"""

from collections.abc import Mapping

from reservations.houses.attendance_terms import AttendanceTerms, MovesUp, Then
from reservations.houses.seating_terms import MissedBlinds, SeatingTerms
from reservations.parsing.documents import beside
from reservations.parsing.names import counted

_A_DAY = 1_440  # minutes
PHRASES = {
    Then.REMINDER: "a friendly reminder",
    Then.BEHIND: "behind the others on every waiting list",
    Then.DELETED: "all reservations to come are deleted",
    Then.REMOVED: "removed from the group, with no reservations until the host takes them back",
}
"""The consequences, as the rules of a house state them of anybody."""
NEVER_AT_NIGHT = "No reminder goes out between 21:00 and 9:00."
_SENTENCES: Mapping[str, Mapping[str, str]] = beside(__file__, "sentences.toml")
ODD_CHIPS, STRADDLES, SHORT_RAISES = (_SENTENCES[term] for term in ("odd_chips", "straddles", "short_raise"))


def attendance_statement(terms: AttendanceTerms) -> dict[str, str]:
    """State the terms for reservations, by term: giving a seat up, strikes, coming late, waiting."""
    late, offer = duration(terms.late_change_minutes or 0), f"offered to %s for {duration(terms.offer_minutes or 0)}"
    confirm, release = duration(terms.confirm_minutes or 0), duration(terms.release_minutes or 0)
    unconfirmed = "a seat that nobody confirmed goes to the next in line."
    remind, reminded = duration(terms.remind_minutes or 0), "everybody who has had a seat for some time is reminded."
    unanswered, asked = duration(terms.unanswered_minutes or 0), "who was invited and has not answered is reminded."
    is_timed, grace = terms.late_change_minutes is not None, duration(terms.grace_minutes)
    first = ", then ".join(
        words
        for words, on in (
            ("players the host favours", terms.host_favour),
            ("regulars", terms.regulars_first),
            ("those with fewer strikes", terms.fewer_strikes_first),
        )
        if on
    )
    moves = {
        MovesUp.HOST: "is the host's to give",
        MovesUp.OFFERED: f"is {offer % 'the next in line'}",
        MovesUp.AUTOMATIC: "goes to the next in line",
    }[terms.moves_up]
    if terms.moves_up is MovesUp.AUTOMATIC and terms.cutoff_minutes:
        then = "the host's to give" if terms.offer_minutes is None else offer % "them"
        moves += f"; from {duration(terms.cutoff_minutes)} before the start on, it is {then}"
    taken_up = "It stays a strike even if somebody else takes the seat."
    if terms.taken_up_clears:
        taken_up = "It is no strike if somebody from the waiting list takes the seat before the start."
    grace_ends = "the start, or until the time its player said"
    if terms.grace_minutes:
        grace_ends = f"{grace} after the start, or after the time its player said"
    given_up = "If you can't come, give up your seat at once; before the start that is no strike."
    if is_timed:
        given_up = f"Giving up a seat less than {late} before the start is a no-show; exactly {late} is still fine."
    steps = " ".join(f"{counted(step.strikes, 'strike')}: {PHRASES[step.then]}." for step in terms.steps)
    return stated(
        {
            "attendance-seats": terms.seats and f"There are {terms.seats} seats, unless the night says otherwise.",
            "attendance-late_change_minutes": given_up,
            "attendance-taken_up_clears": is_timed and taken_up,
            "attendance-no_show_weight": terms.no_show_weight != 1
            and f"Staying away counts as {counted(terms.no_show_weight, 'strike')}.",
            "attendance-late_change_weight": is_timed
            and terms.late_change_weight != 1
            and f"Giving up a seat too late counts as {counted(terms.late_change_weight, 'strike')}.",
            "attendance-steps": steps or "A no-show is noted as a strike; the host decides what follows.",
            "attendance-expires_after_nights": terms.expires_after_nights
            and f"A strike counts until the house has held {counted(terms.expires_after_nights, 'later night')}.",
            "attendance-grace_minutes": f"A seat is kept until {grace_ends}.",
            "waiting-regulars_first": "When all seats are taken, people wait in line"
            + (f": {first}, then by when they asked." if first else ", in the order in which they asked."),
            "waiting-arrears": _SENTENCES["arrears"].get(terms.arrears),
            "waiting-moves_up": f"A seat that becomes free {moves}. After the start only the host gives seats.",
            "confirmation-asked_minutes": terms.confirm_minutes is not None
            and f"{confirm} before the start everybody is asked to confirm the seat.",
            "confirmation-released_minutes": terms.release_minutes is not None
            and f"From {release} before the start on, {unconfirmed}",
            "confirmation-unanswered_minutes": terms.unanswered_minutes is not None
            and f"{unanswered} before the start everybody {asked}",
            "confirmation-remind_minutes": terms.remind_minutes is not None and f"{remind} before the start {reminded}",
            "confirmation-at_night": {terms.unanswered_minutes, terms.remind_minutes} != {None} and NEVER_AT_NIGHT,
            "door-minimum_age": terms.minimum_age
            and f"Nobody under {terms.minimum_age} plays here: bring ID, the host asks for it.",
            "invitation-says": terms.invitation and f"An invitation says: {' '.join(terms.invitation)}",
        }
    )


def seating_statement(terms: SeatingTerms, *, blinds: bool = True) -> dict[str, str]:
    """State the terms for the tables: seats, moves, draws, coming in, being away, conduct, betting.

    Without ``blinds`` the house plays with none, and no sentence is about them.
    """
    in_turn = "the next one round from the button"
    if blinds:
        in_turn = "the player with the big blind next, to a seat that it reaches as late or later"
    same_rank = "equal ranks draw again"
    if terms.suits_rank:
        same_rank = "equal ranks go by suit: spades, hearts, diamonds, clubs"
    dealt = "not dealt in"
    if terms.away_dealt_in:
        dealt = "dealt in"
    elif terms.asks_ahead:
        dealt = "dealt in only if they asked for it before"
    elif terms.missed is MissedBlinds.POSTED:
        dealt = "dealt in until they miss a blind"
    warned = f"first {terms.jump_warnings} jumped bets of a night, no matter who makes them, get"
    if terms.jump_warnings == 1:
        warned = "first jumped bet of a night, no matter who makes it, gets"
    second_table = "the game goes on at two tables: volunteers move, then those who are drawn. The banker stays."
    seconds = terms.call_seconds or 0
    time = f"{seconds} seconds" if seconds % 60 else duration(seconds // 60)
    thinking = f"the player to act then has {time}, or the hand is dead."
    return stated(
        {
            "seating-most": f"At most {terms.most} sit at one table. First come, first served.",
            "seating-split_at": f"With {terms.split_at} {second_table}",
            "seating-new_players": "New players then go to the table with fewer players.",
            "seating-balance": "When one table has two more than the other, one player moves: a volunteer, or else "
            f"{in_turn}.",
            "seating-wishes": "Players may ask for the other table and move once it keeps the tables even.",
            "seating-merge_at": f"With {terms.merge_at} or fewer left, two tables become one, and the button is drawn "
            "anew.",
            "seating-suits_rank": f"If cards are drawn, the highest wins; {same_rank}.",
            "blinds-button": blinds
            and "The button is dead: no blind is skipped, and the button may come to an empty seat.",
            "blinds-entering": blinds and _SENTENCES["entering"][terms.entering],
            "blinds-missed": blinds and _SENTENCES["missed"][terms.missed],
            "blinds-away_dealt_in": f"Players who are away are {dealt}. A player who is not there on their turn has a "
            "dead hand.",
            "conduct-call_seconds": terms.call_seconds and f"Anybody may call the clock: {thinking}",
            "conduct-jump_warnings": terms.jumping_costs and terms.jump_warnings and f"The {warned} only a warning.",
            "betting-straddles": blinds and STRADDLES.get(terms.straddles),
            "betting-short_raise": SHORT_RAISES.get(terms.short_raise),
            "betting-most_raises": terms.most_raises
            and f"At most {counted(terms.most_raises, 'raise')} a betting round, unless only two play.",
            "betting-odd_chips": ODD_CHIPS.get(terms.odd_chips),
        }
    )


def stated(sentences: Mapping[str, object]) -> dict[str, str]:
    """Return the sentences that apply, by term ("seating-most"), without the values of conditions.

    A rule of the desk's own, which no house changes, has a name like that of a term beside it.
    """
    return {term: each for term, each in sentences.items() if isinstance(each, str)}


def duration(minutes: int) -> str:
    """Write a number of minutes in words: 45 minutes, 1 hour, 24 hours, 3 days."""
    if minutes > _A_DAY and minutes % _A_DAY == 0:
        return counted(minutes // _A_DAY, "day")
    return counted(minutes // 60, "hour") if minutes and minutes % 60 == 0 else counted(minutes, "minute")
