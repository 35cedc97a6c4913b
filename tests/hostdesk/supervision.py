"""The desk's rounds, one by one, at the interval that a test wants."""

from hostdesk.base.site.rounds import BACKUP, CLOCK, E_MAIL, KEEPING_UP, MAILBOX, Round
from hostdesk.front.serving.due_worker import EVERY, LOOK, rounds_of_the_desk
from hostdesk.mail.mailbox.worker import LISTENS, ReadsMailbox


def ticking(every: float = EVERY) -> Round:
    """Return the round that watches the clock of the levels, with that many seconds between two looks."""
    return _round(CLOCK, every)


def keeping_up(every: float = EVERY) -> Round:
    """Return the round that records what is due."""
    return _round(KEEPING_UP, every)


def mailing(every: float = EVERY) -> Round:
    """Return the round that sends the e-mail."""
    return _round(E_MAIL, every)


def reading(every: float = LOOK, listens: float = LISTENS) -> Round:
    """Return the round that reads the mailbox."""
    return Round(MAILBOX, ReadsMailbox(listens), every, patience=900)


def backing_up(every: float = EVERY) -> Round:
    """Return the round that makes the backup after a close."""
    return _round(BACKUP, every)


def _round(name: str, every: float) -> Round:
    (found,) = (each for each in rounds_of_the_desk() if each.name == name)
    found.every = every
    return found
