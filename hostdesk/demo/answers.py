"""Who says beforehand whether they come to one of the demo's nights, and what becomes of it. Pure.

Whoever plays has said yes, and guests are brought by name. Of the others some have a part in the night's ``Story``, one
says no and one thinks about it. The same night comes to the same words whenever it is told.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from zoneinfo import ZoneInfo

from hostdesk.demo.setting import Setting
from hostdesk.demo.words import Verb, Word, Words
from reservations.facts import Mark, Reply
from reservations.plans import Plan

PLACE = "Ann's, 12 Mill Lane, second floor"
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
PLANNED_BEFORE, LASTS = 6 * DAY, 5 * HOUR
MOST_AT_ONE = 11
"""So many play at one table; for more a night is planned at two."""
FROM, TO = 120, 60
"""So many hours before the start the first and the last say yes who find a seat by themselves."""


@dataclass(frozen=True)
class Story:
    """What happens on a night with those who do not play: each of it to another one of them.

    ``gives_up``: has a seat until the day before; then the first who waits has it. ``cancels``: says no too late.
    ``no_show``: does not come, which they ``contest`` or the host may ``pardon``, in these words. ``excused``: does not
    come, for that reason. ``missing``: has not come yet. ``expected``: has not come yet either, and comes so much after
    the start. ``waits``: finds no seat.
    """

    gives_up: bool = False
    cancels: bool = False
    no_show: bool = False
    contest: str = ""
    pardon: str = ""
    excused: str = ""
    missing: bool = False
    expected: timedelta | None = None
    waits: bool = False


def told(setting: Setting, story: Story, zone: str) -> Sequence[Word]:
    """Tell who answers before a night, and what is said of it afterwards, in the order of its times.

    ``zone`` is the name of the place's time zone.
    """
    return _Answers(setting, story).told(zone)


class _Answers:
    def __init__(self, setting: Setting, story: Story) -> None:
        self._setting, self._story, self._start = setting, story, setting.starts_at
        self._chance = Random(f"answers {setting.number}")  # noqa: S311 - a game, told the same way every time
        regulars = [person.name for person in setting.people.values() if not person.brought_by]
        away = [name for name in regulars if name not in setting.players]
        self._away = self._chance.sample(away, len(away))
        self._come = [name for name in setting.players if name in regulars]
        guests = [setting.people[name] for name in setting.players if name not in regulars]
        self._brings = {guest.brought_by: [guest.name] for guest in guests}
        self._late = self._come[-1] if setting.number % 2 else ""
        self._seats = len(setting.players)
        self._words = Words(f"rsvp-{setting.number:02}", setting.game.house, setting.day, regulars[0])

    def told(self, zone: str) -> Sequence[Word]:
        """Return what everybody says, in its order."""
        wait = self._swap() if self._story.gives_up else []
        self._stay_away()
        for place, name in enumerate(self._come):
            self._yes(name, (FROM - (FROM - TO) * place // len(self._come)) * HOUR - self._minutes(120))
        for place, name in enumerate([*wait, *self._some(self._story.waits)]):
            self._yes(name, (50 - 2 * place) * HOUR)
        self._decline()
        self._plan(zone)
        return sorted(self._words.said, key=lambda word: word.stamp.at)

    def _some(self, wanted: object) -> list[str]:
        """Return the next of those who are away, where one is wanted."""
        return [self._away.pop()] if wanted else []

    def _minutes(self, most: int) -> timedelta:
        return self._chance.randrange(most) * MINUTE

    def _swap(self) -> list[str]:
        """Let somebody have a seat until the day before; return who comes and has to wait for it."""
        waits = next(name for name in reversed(self._come) if name not in self._brings)
        self._come.remove(waits)
        self._come.append(gone := self._away.pop())
        self._say(Verb.ANSWER, gone, 27 * HOUR, reply=Reply.NO)
        return [waits]

    def _stay_away(self) -> None:
        story, host = self._story, self._words.host
        for name in self._takes_a_seat(story.cancels):
            self._say(Verb.ANSWER, name, 70 * MINUTE, reply=Reply.NO)
            self._words.say(Verb.KEEP_UP, self._start)
        for name in self._takes_a_seat(story.no_show):
            self._say(Verb.MARK, name, -50 * MINUTE, by=host, mark=Mark.NO_SHOW)
            if story.contest:
                self._say(Verb.CONTEST, name, -17 * HOUR, words=story.contest)
            if story.pardon:
                self._say(Verb.PARDON, name, -2 * DAY, by=host, reason=story.pardon)
        for name in self._takes_a_seat(story.excused):
            self._say(Verb.MARK, name, -20 * MINUTE, by=host, mark=Mark.EXCUSED, reason=story.excused)
        self._takes_a_seat(story.missing)
        for name in self._takes_a_seat(story.expected):
            self._late = name

    def _takes_a_seat(self, wanted: object) -> list[str]:
        found = self._some(wanted)
        self._come += found
        self._seats += len(found)
        return found

    def _decline(self) -> None:
        for name in self._away[:1]:
            self._say(Verb.ANSWER, name, 40 * HOUR + self._minutes(600), reply=Reply.NO)
        for name in self._away[1:2]:
            self._say(Verb.ANSWER, name, 70 * HOUR + self._minutes(600), reply=Reply.MAYBE)
            self._say(Verb.ANSWER, name, 26 * HOUR, reply=Reply.NO)

    def _yes(self, name: str, before: timedelta) -> None:
        # Whoever does not like pages tells the host.
        by = self._words.host if self._chance.random() < 0.25 else name
        late = {"expected_at": self._start + (self._story.expected or 30 * MINUTE)} if name == self._late else {}
        guests = {"guests": self._brings[name]} if name in self._brings else {}
        self._say(Verb.ANSWER, name, before, by=by, reply=Reply.YES, **guests, **late)

    def _say(self, verb: Verb, name: str, before: timedelta, *, by: str = "", **fields: object) -> None:
        self._words.say(verb, self._start - before, by=by or name, player=name, **fields)

    def _plan(self, zone: str) -> None:
        local = self._start.astimezone(ZoneInfo(zone))
        full = self._story.gives_up or self._story.waits
        plan = Plan(
            day=self._setting.day,
            starts=local.time(),
            ends=(local + LASTS).time(),
            zone=zone,
            seats=self._seats + (0 if full else 2),
            tables=1 if len(self._setting.players) <= MOST_AT_ONE else 2,
            maybe_hours=24,
            place=PLACE,
        )
        self._words.say(Verb.PLAN, self._start - PLANNED_BEFORE, plan=plan)
