"""A poll for the date of a night: the answers in order, and the best date. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from reservations.acts.facts import FactKind, Facts, FactValue, Reply
from reservations.parsing.days import day_of

FEWEST_DATES, MOST_DATES = 3, 8


class Suits(StrEnum):
    """A player's word on a date."""

    YES = "yes"
    IF_NEED_BE = "if need be"
    NO = "no"


REPLIES: Mapping[Suits, Reply] = {Suits.YES: Reply.YES, Suits.IF_NEED_BE: Reply.MAYBE, Suits.NO: Reply.NO}
"""The answer to a night made of the date, by the word in the poll."""


@dataclass(frozen=True)
class Word:
    """A player's word on a date, with its time and author; unchanged since the fact of that id."""

    player: int
    suits: Suits
    fact: int
    at: datetime
    by: str


@dataclass(frozen=True)
class DateTally:
    """One date of a poll, the ``which``-th from 0 on, with the words on it in the order of their arrival."""

    which: int
    starts_at: datetime
    words: tuple[Word, ...] = ()

    def saying(self, suits: Suits) -> list[Word]:
        return [word for word in self.words if word.suits == suits]

    @property
    def score(self) -> tuple[int, int]:
        """The number of yeses, and the number of yeses and "if need be" together; more is better."""
        yes = len(self.saying(Suits.YES))
        return yes, yes + len(self.saying(Suits.IF_NEED_BE))


@dataclass(frozen=True)
class Poll:
    """A poll, by the number of its fact, for a house by its id; ``polled`` are players by number.

    ``dates`` are in their order, shown by the clocks of ``zone`` (IANA). Players answer until the ``last_day`` is over
    there. ``is_closed``: it ended, with the night of that id if ``night`` is set.
    """

    number: int
    house: int
    zone: str
    dates: tuple[DateTally, ...]
    polled: tuple[int, ...]
    last_day: date | None = None
    night: int | None = None
    is_closed: bool = False

    @property
    def answered(self) -> frozenset[int]:
        """The numbers of the players who have answered."""
        return frozenset(word.player for option in self.dates for word in option.words)

    @property
    def silent(self) -> list[int]:
        """The polled players without an answer."""
        return [number for number in self.polled if number not in self.answered]

    def answers_of(self, player: int) -> dict[int, Suits]:
        """Return a player's words by date."""
        return {option.which: word.suits for option in self.dates for word in option.words if word.player == player}

    def ranked(self, now: datetime) -> list[DateTally]:
        """Return the dates, the best first: most yes, then most with "if need be" too, then the earliest.

        Past dates come last.
        """
        return sorted(
            self.dates, key=lambda option: (option.starts_at <= now, *(-count for count in option.score), option.which)
        )

    def best(self, now: datetime) -> list[DateTally]:
        """Return the best of the dates ahead: several if they are equally good, [] if nobody could come."""
        ahead = [option for option in self.dates if option.starts_at > now]
        most = max((option.score for option in ahead), default=(0, 0))
        return [option for option in ahead if option.score == most and any(most)]

    def why_no_answers(self, now: datetime) -> str:
        """Return the reason why players can no longer answer; "" if they can."""
        if self.night is not None:
            return "The date is chosen already: answer for that night."
        if self.is_closed:
            return "The poll is closed."
        if all(option.starts_at <= now for option in self.dates):
            return "All its dates have passed."
        if self.last_day is not None and now.astimezone(ZoneInfo(self.zone)).date() > self.last_day:
            return f"The last day to answer was {day_of(self.last_day)}. Tell the host."
        return ""


def fold_poll(asking: FactValue, facts: Facts) -> Poll:
    """Return a poll after the facts about it, in the order of their record.

    A later answer replaces all words of the player; an unchanged word keeps its time.
    """
    words: list[dict[int, Word]] = [{} for _ in asking.content["dates"]]
    night, is_closed = None, False
    for fact in facts:
        if fact.kind == FactKind.POLL_ANSWER:
            for by_player, suits in zip(words, fact.content["suits"], strict=True):
                before = by_player.pop(fact.player or 0, None)
                if suits:
                    new = Word(fact.player or 0, Suits(suits), fact.id, fact.at, fact.by)
                    by_player[new.player] = before if before is not None and before.suits == new.suits else new
        else:
            night, is_closed = fact.outcome.get("night"), True
    starts = map(datetime.fromisoformat, asking.content["dates"])
    last_day = asking.content["last_day"]
    dates = tuple(
        DateTally(which, at, tuple(sorted(by_player.values(), key=lambda word: word.fact)))
        for which, (at, by_player) in enumerate(zip(starts, words, strict=True))
    )
    until, polled = date.fromisoformat(last_day) if last_day else None, tuple(asking.content["players"])
    return Poll(asking.id, asking.house or 0, asking.content["zone"], dates, polled, until, night, is_closed)
