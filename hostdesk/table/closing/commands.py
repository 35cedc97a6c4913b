"""Close a night, with its backup."""

from django.db import transaction

from hostdesk.safekeeping.backups import commands as backups_commands
from ledger.night import commands as night_commands
from reservations.acts.kinds import Stamp
from reservations.acts.queries import Answer
from reservations.models import Night


def close_and_back_up(*, stamp: Stamp, night: Night) -> Answer:
    """Close the night and, once that is committed, see to a backup."""
    answer = night_commands.close_night(stamp=stamp, night=night)
    if not answer.known:
        transaction.on_commit(backups_commands.back_up_after_close, robust=True)
    return answer
