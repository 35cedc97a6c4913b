"""The conditions for recording a mail as an answer, and the reasons for leaving it to the host.

Pure. Anybody may write to the mailbox, as anybody: a mail that does not fit changes nothing.
"""

from dataclasses import dataclass
from datetime import datetime

from hostdesk.mail.mailbox.reading import Mail
from hostdesk.mail.mailbox.words import AnswerInWords
from reservations.acts.facts import Place, Reply
from reservations.rsvps.rsvp_state import Held, Rsvp


@dataclass(frozen=True)
class KnownSender:
    """The desk's knowledge of a mail's sender and of the night it answers; ``night`` is "" if unknown.

    ``people`` are the players with the address, by name. ``knows_secret``: the mail has a value that the desk wrote to
    this reader alone, the id of a mail to them or the UID of their own event. ``receiver`` is the name of the receiver
    of the message it answers; "" if it answers no message: then ``ahead`` is the number of nights it may mean.
    ``answered_at`` is the last record about the player and the night, ``changed_at`` the night's last new start or
    restoring; both are aware. ``version`` is the event's sequence then, ``fact_at`` the time of the fact whose message
    the words answer, None if they answer none.
    """

    people: tuple[str, ...] = ()
    removed: bool = False
    knows_secret: bool = False
    receiver: str = ""
    night: str = ""
    ahead: int = 0
    invited: bool = False
    cancelled: bool = False
    begun: bool = False
    answered_at: datetime | None = None
    changed_at: datetime | None = None
    version: int = 0
    fact_at: datetime | None = None


def is_vouched(mail: Mail) -> bool | None:
    """Tell whether the receiving mail server proved the sender (True) or doubts them (False); None without a finding.

    A pass for another domain proves nothing: everybody may sign as themselves. Of an unknown server a doubt counts, and
    no proof.
    """
    verdicts, domain = mail.verdicts, mail.sender.rpartition("@")[2]
    is_proven = verdicts.dmarc == "pass"
    if verdicts.dmarc not in ("pass", "fail"):
        is_proven = any(_is_same_or_below(domain, own) or _is_same_or_below(own, domain) for own in verdicts.domains)
    if is_proven:
        return True if verdicts.is_known else None
    return False if verdicts.dmarc == "fail" or {verdicts.spf, verdicts.dkim} & {"pass", "fail", "softfail"} else None


def _is_same_or_below(domain: str, other: str) -> bool:
    return domain == other or ("." in other and domain.endswith(f".{other}"))


def credible_time(mail: Mail, arrived_at: datetime) -> datetime:
    """Return the time at which a mail was written, as far as it is credible: never after its arrival."""
    written = [moment for moment in (mail.sent_at, mail.reply.at if mail.reply else None) if moment is not None]
    return min(max(written, default=arrived_at), arrived_at)


def why_not(mail: Mail, words: AnswerInWords | None, written_at: datetime, known: KnownSender) -> str:
    """Return why the host must read a mail, in a sentence; "" if it can be recorded as an answer."""
    name = known.people[0] if known.people else ""
    reasons: list[tuple[object, str]] = [
        (mail.bounced, f"It did not arrive: {mail.bounced}"),
        (mail.reports, "A mail server reports what became of an e-mail."),
        (mail.fault, mail.fault),
        (not mail.sender, "It does not say whom it is from, or names several."),
        (not known.people, f"{mail.sender} is nobody’s address here."),
        (len(known.people) > 1, f"{mail.sender} is the address of {' and '.join(known.people)}."),
        (known.removed, f"{name} was removed from the group."),
        (is_vouched(mail) is False, "The mail server doubts that it is from this address."),
    ]
    if mail.reply is not None:
        reasons += [
            (mail.reply.fault, mail.reply.fault),
            (mail.reply.attendee != mail.sender, f"Its calendar answers for {mail.reply.attendee or 'nobody'}."),
            (not known.night, "Its calendar answers no night of this desk."),
            # All players invited to a night from before an update have the same UID.
            (
                is_vouched(mail) is None and not known.knows_secret,
                f"No mail server vouches that it is from {name}. Ask {name}, then answer here.",
            ),
        ]
    else:
        reasons += [
            (known.receiver not in ("", name), f"It answers a message to {known.receiver}."),
            (not known.night and known.receiver, "It answers a message that is about no night."),
            # The desk's own values are known to their reader alone; without one the mail server must prove the sender.
            (not known.night, "It answers no message of the desk, so nobody knows which night it means."),
        ]
    reasons += [
        (not known.invited, f"{name} is not invited to the {known.night}."),
        (known.cancelled, f"The {known.night} is cancelled."),
        (known.begun, f"The {known.night} has begun: only you give seats now."),
        (words is None, "Its first line is no clear yes, maybe or no."),
        (words and words.taken_back, f"It says {words and words.reply}. What stands below may take it back."),
        (
            _is_before(min(written_at, known.fact_at or written_at), known.changed_at)
            or (mail.reply and mail.reply.sequence < known.version),
            f"It answers the {known.night} as it was before it was changed.",
        ),
        (_is_before(written_at, known.answered_at), f"What is noted for {name} is newer."),
    ]
    return next((reason for applies, reason in reasons if applies), "")


def _is_before(written_at: datetime, other: datetime | None) -> bool:
    """Tell whether something was written before; mails tell their time in whole seconds."""
    return other is not None and written_at < other.replace(microsecond=0)


def changes_nothing(words: AnswerInWords, rsvp: Rsvp, *, must_confirm: bool) -> bool:
    """Tell whether an answer is noted already; ``must_confirm``: those with a seat have to confirm it."""
    if words.reply != rsvp.reply or (words.guests and {*words.guests} != {*rsvp.guests}):
        return False
    if words.reply != Reply.YES:
        return True
    # A seat that is kept, or was let go, is only theirs by another yes; and a yes confirms.
    stands = rsvp.place in (Place.SEAT, Place.WAITING) and rsvp.held != Held.PASSED
    return stands and (rsvp.confirmed or rsvp.place == Place.WAITING or not must_confirm)
