"""The desk's rounds, one by one, as often as a test wants them."""

from hostdesk.base.site.rounds import BACKUP, CLOCK, E_MAIL, KEEPING_UP, MAILBOX, Round
from hostdesk.front.serving.due_worker import EVERY, LOOK, rounds_of_the_desk
from hostdesk.mail.mailbox.worker import LISTENS, ReadsMailbox


def ticking(every: float = EVERY) -> Round:
    """The clock of the levels, so many seconds apart."""
    return _round(CLOCK, every)


def keeping_up(every: float = EVERY) -> Round:
    """What is due."""
    return _round(KEEPING_UP, every)


def mailing(every: float = EVERY) -> Round:
    """The e-mail."""
    return _round(E_MAIL, every)


def reading(every: float = LOOK, listens: float = LISTENS) -> Round:
    """The mailbox."""
    return Round(MAILBOX, ReadsMailbox(listens), every, patience=900)


def backing_up(every: float = EVERY) -> Round:
    """The backup after a close."""
    return _round(BACKUP, every)


def _round(name: str, every: float) -> Round:
    (found,) = (each for each in rounds_of_the_desk() if each.name == name)
    found.every = every
    return found
