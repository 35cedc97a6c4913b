"""A poll on its pages: the dates with their answers, the best first, and one player's words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast
from zoneinfo import ZoneInfo

from django.http import Http404

from reservations.houses.queries import all_versions
from reservations.models import Fact, House, Night, Player
from reservations.polls.queries import polls, polls_asking, read_polls
from reservations.polls.rules import DateTally, Poll, Suits

MARKS: Mapping[Suits | None, tuple[str, str]] = {
    Suits.YES: ("✓", "Yes"),
    Suits.IF_NEED_BE: ("~", "If need be"),
    Suits.NO: ("✗", "No"),
    None: ("–", ""),
}
"""The sign and the text for a word."""


@dataclass(frozen=True)
class PolledDate:
    """A date of a poll; ``starts_at`` has the clocks of its place. ``word`` is one player's word on it, if any.

    ``answered``: it has an answer.
    """

    which: int
    starts_at: datetime
    score: tuple[int, int]
    answered: bool
    is_best: bool
    is_past: bool
    word: Suits | None = None

    @property
    def when(self) -> str:
        """Its day and start, which is soon: Fri 20 Nov, 19:00."""
        return f"{self.starts_at:%a} {self.starts_at.day} {self.starts_at:%b, %H:%M}"

    @property
    def counts(self) -> str:
        """The counts: "5 yes, 2 if need be"; "nobody"."""
        yes, could = self.score
        if not could:
            return "nobody"
        return f"{yes} yes, {could - yes} if need be" if could > yes else f"{yes} yes"


@dataclass(frozen=True)
class OwnPoll:
    """A poll at one moment for one player, without other names. ``dates`` are in order, with the player's own words.

    ``closed`` is the reason why they can no longer answer; ``night`` is the one that was made of it.
    """

    poll: Poll
    house: House
    dates: Sequence[PolledDate]
    closed: str
    night: Night | None

    @property
    def has_answered(self) -> bool:
        return any(date.word for date in self.dates)


@dataclass(frozen=True)
class PollPage(OwnPoll):
    """A poll for its host; ``dates`` the best first, and in ``rows`` everybody's words in that order."""

    rows: Sequence[tuple[Player, Sequence[tuple[str, str, str]]]]
    silent: Sequence[Player]

    @property
    def best(self) -> list[PolledDate]:
        """The best dates: several that are equally good, or none."""
        return [date for date in self.dates if date.is_best]


def poll_page(fact: Fact, now: datetime) -> PollPage:
    """Return a poll, given by its fact, for its host."""
    return poll_pages([fact], now)[0]


def poll_pages(facts: Iterable[Fact], now: datetime) -> list[PollPage]:
    """Return polls, given by their facts, for their host, in a number of queries that does not grow with them."""
    rows = list(facts)
    found = read_polls(rows)
    players = Player.objects.persons({number for poll in found for number in poll.polled}) if found else {}
    nights = Night.objects.in_bulk([poll.night for poll in found if poll.night])
    return [
        _poll_page(cast(House, fact.house), poll, players, nights, now) for fact, poll in zip(rows, found, strict=True)
    ]


def _poll_page(
    house: House, poll: Poll, players: Mapping[int, Player], nights: Mapping[int, Night], now: datetime
) -> PollPage:
    dates = [_date(option, poll, now) for option in poll.ranked(now)]
    answers = {number: poll.answers_of(number) for number in poll.polled}
    everybody = sorted((players[number] for number in poll.polled), key=lambda player: player.name.casefold())
    rows = [(who, [(date.when, *MARKS[answers[who.number].get(date.which)]) for date in dates]) for who in everybody]
    silent = [player for player in everybody if player.number in poll.silent]
    return PollPage(poll, house, dates, poll.why_no_answers(now), nights.get(poll.night or 0), rows, silent)


def _date(tally: DateTally, poll: Poll, now: datetime, word: Suits | None = None) -> PolledDate:
    starts_at, answered = tally.starts_at.astimezone(ZoneInfo(poll.zone)), any(tally.saying(suits) for suits in Suits)
    is_best, is_past = tally in poll.best(now), tally.starts_at <= now
    return PolledDate(tally.which, starts_at, tally.score, answered, is_best, is_past, word)


def own_poll_of(fact: Fact, player: Player, now: datetime) -> OwnPoll:
    """Return a poll, given by its fact, for a player. Raises ``Http404`` for a player outside the poll."""
    poll = read_polls([fact])[0]
    if player.number not in poll.polled:
        raise Http404
    return _own(cast(House, fact.house), poll, player, now, Night.objects.filter(pk=poll.night or 0).first())


def own_polls(player: Player, now: datetime) -> list[OwnPoll]:
    """Return the polls that a person can answer now, the newest first."""
    houses = {rules.house_id: rules.house for rules in all_versions()}
    return [_own(houses[poll.house or 0], poll, player, now) for poll in polls_asking(player, now)]


def _own(house: House, poll: Poll, player: Player, now: datetime, night: Night | None = None) -> OwnPoll:
    answers = poll.answers_of(player.number)
    dates = [_date(date, poll, now, word=answers.get(date.which)) for date in poll.dates]
    return OwnPoll(poll, house, dates, poll.why_no_answers(now), night)


def poll_or_404(number: int) -> Fact:
    """Return the fact of a poll. Raises ``Http404`` for any other."""
    fact = polls(pk=number).first()
    if fact is None:
        raise Http404
    return fact
