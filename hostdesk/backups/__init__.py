"""Copies of the books that were looked through before they count, and the way back from one.

``making`` makes a backup, ``restoring`` brings one back; ``looking`` says what a database holds and what in it does not
fit, ``folder`` keeps the files, ``sqlite_copies`` and ``dumps`` know the two databases.
"""

from hostdesk.backups.folder import kept, made_at
from hostdesk.backups.looking import last_act
from hostdesk.backups.making import Backup, BackupFailed, back_up, make_backup
from hostdesk.backups.restoring import Restored, RestoreFailed, restore

__all__ = [
    "Backup",
    "BackupFailed",
    "RestoreFailed",
    "Restored",
    "back_up",
    "kept",
    "last_act",
    "made_at",
    "make_backup",
    "restore",
]
