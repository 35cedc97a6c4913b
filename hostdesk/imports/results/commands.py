"""Record results without a bank, of a night or as players' starting results; and take a whole import back."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date as day
from typing import Any

from django.utils import timezone

from hostdesk.invitations.nights.commands import rules_called
from hostdesk.models import ImportedNight
from ledger.credit.exposure_queries import credit_said
from ledger.entries.commands import book_account, write
from ledger.results.past_queries import past_of
from ledger.results.queries import played_nights
from ledger.results.rules import NetResult, check_past, check_results
from ledger.undoing.commands import take_back_night
from reservations.acts.commands import atomic_batch, command, seal_rows
from reservations.acts.kept_queries import at_one_moment
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer, Draft, act_once, check_not_merged
from reservations.houses.queries import newest_rules_called
from reservations.models import Night
from reservations.parsing.days import day_of
from reservations.parsing.names import counted
from reservations.players.queries import merges_at, player_names
from reservations.rsvps.door_queries import turned_away_said

UNCHANGED = (merges_at, newest_rules_called, turned_away_said, credit_said, book_account)
"""What an import reads once, since it changes none of it: who is who, the rules, who may come in, who may owe."""


@command
def record_results(
    *,
    stamp: Stamp,
    house: str,
    date: day,
    results: Sequence[NetResult],
    reason: str = "",
    starting: bool = False,
    beside: bool = False,
) -> Answer:
    """Record players' wins and losses on a night that had no bank here; nothing goes into THE BOOK.

    ``house`` as for ``open_night``. A ``reason`` declares results that do not sum to zero. ``starting``: they are of no
    night but of the time up to that day, before the first one. ``beside``: that date has another night, of another
    game.

    Raises ``Malformed`` for results that do not add up, ``Unknown`` for a missing house, ``Impossible`` for a date that
    has a night already or is still to come and for results that would count twice, ``Merged`` for a merged player.
    """
    found = rules_called(house).house
    said = sorted(results, key=lambda each: each.player)
    content: dict[str, Any] = {
        "house": found.key,
        "date": date.isoformat(),
        "results": [each.content() for each in said],
    }
    content |= {"reason": reason} if reason else {}
    content |= ({"starting": True} if starting else {}) | ({"beside": True} if beside else {})
    draft = act_once(Draft(Kind.RESULTS, stamp, content))
    check_not_merged(each.player for each in said)
    names = player_names(each.player for each in said)
    check_results(said, names, reason=draft.content.get("reason", ""))
    check_past(date, starting=starting, today=timezone.localdate(), past=past_of(names))
    if starting:
        return Answer(write(draft, None, ()))
    held = played_nights().filter(date=date).select_related("house").first()
    if held is not None and not beside:
        raise Impossible(f"There is a night of {day_of(date)} at {held.house} already.")
    night = Night.objects.create(date=date, house=found)
    seal_rows([night])
    draft = Draft(draft.kind, draft.stamp, draft.content, night)
    act = write(draft, 0, ())
    night.results = act
    night.save(update_fields=["results"])
    return Answer(act)


@contextmanager
def planning(*, to_post: bool, dry_run: bool = False) -> Iterator[None]:
    """Plan an import inside; ``to_post``: post it there as well, under the lock, or after a dry run roll it back.

    So a request plans once, and posts what it has planned. Who is who, who may owe, and who was turned away is read
    once: an import changes nothing of that.
    """
    if to_post:
        with atomic_batch(dry_run=dry_run), at_one_moment(*UNCHANGED):
            yield
    else:
        with at_one_moment():
            yield


def keep_import(nights: Sequence[Night]) -> None:
    """Record the nights of one import, for `take_back_import`; inside of the command that posts them."""
    now = timezone.now()
    ImportedNight.objects.bulk_create([ImportedNight(night=each, batch=nights[0], at=now) for each in nights])


def take_back_import(*, stamp: Stamp, batch: Night, reason: str) -> Answer:
    """Take back the nights of an import in effect, the latest first: all of them or none.

    ``batch`` is its first night. The players that it added stay. Raises ``Impossible`` as ``take_back_night`` does.
    """
    with atomic_batch():
        nights = Night.objects.filter(imported__batch=batch).order_by("-pk")
        answers = [take_back_night(stamp=stamp.part(f"-{each.pk}"), night=each, reason=reason) for each in nights]
    undone = [each for each in answers if not each.known]
    remark = f"{counted(len(undone), 'night')} taken back. All standings are as if they had never been played."
    return Answer(answers[-1].act, known=not undone, remark=remark)


@dataclass
class Posted:
    """The result of posting a file: acts posted, acts already known, remarks by line, and nights of results only.

    ``as_it_was`` has the lines that are recorded although they are unlikely, with the reason.
    """

    new: int = 0
    known: int = 0
    nights: int = 0
    remarks: list[tuple[int, str]] = field(default_factory=list)
    as_it_was: list[tuple[int, str]] = field(default_factory=list)

    def count(self, number: int, answer: Answer) -> None:
        """Add one act's answer."""
        self.known += answer.known
        self.new += not answer.known
        if answer.remark:
            self.remarks.append((number, answer.remark))
