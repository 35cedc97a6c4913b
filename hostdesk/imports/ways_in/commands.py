"""The plan of an import posted under one lock, its result, and the taking back of a whole import."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field

from django.utils import timezone

from hostdesk.models import ImportedNight
from ledger.credit.exposure_queries import credit_fields
from ledger.entries.commands import book_account
from ledger.undoing.commands import take_back_night
from reservations.acts.commands import atomic_batch
from reservations.acts.kinds import Stamp
from reservations.acts.moments import at_one_moment
from reservations.acts.queries import Answer
from reservations.houses.queries import newest_rules_called
from reservations.models import Night
from reservations.parsing.names import counted
from reservations.players.queries import merges_at
from reservations.rsvps.door_queries import turned_away_facts

UNCHANGED = (merges_at, newest_rules_called, turned_away_facts, credit_fields, book_account)
"""What an import reads once, since it changes none of it: who is who, the rules, who may come in, who may owe."""


@contextmanager
def planning(*, to_post: bool, dry_run: bool = False) -> Iterator[None]:
    """Plan an import inside; with ``to_post`` also post it, under the lock; ``dry_run`` rolls it back.

    So a request posts exactly its own plan. Persons, credit and players turned away are read once, since an import
    does not change them.
    """
    lock, once = (atomic_batch(dry_run=dry_run), UNCHANGED) if to_post else (nullcontext(), ())
    with lock, at_one_moment(*once):
        yield


def keep_import(nights: Sequence[Night]) -> None:
    """Record the nights of one import, for `take_back_import`; inside of the command that posts them."""
    now = timezone.now()
    ImportedNight.objects.bulk_create([ImportedNight(night=night, batch=nights[0], at=now) for night in nights])


def take_back_import(*, stamp: Stamp, batch: Night, reason: str) -> Answer:
    """Take back the nights of an import in effect, the latest first: all of them or none.

    ``batch`` is its first night. The players that it added stay. Raises ``Impossible`` as ``take_back_night`` does.
    """
    with atomic_batch():
        nights = Night.objects.filter(imported__batch=batch).order_by("-pk")
        answers = [take_back_night(stamp=stamp.part(f"-{night.pk}"), night=night, reason=reason) for night in nights]
    undone = [answer for answer in answers if not answer.known]
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
