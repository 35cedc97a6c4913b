"""Whether the books still hold an act that somebody saw: a paper, a receipt, a phone, or the file beside the books."""

from django.conf import settings

from reservations.acts.kept_head import KeptHead, Unreadable, kept_in
from reservations.models import Act
from reservations.parsing.names import counted

FEWEST_DIGITS = 12
"""How much of a head tells two ledgers apart."""


def head_fault(seen: KeptHead) -> str:
    """Return in words how the books differ from an act that was seen; "" if they hold it with that head."""
    head = Act.objects.filter(number=seen.number).values_list("head", flat=True).first()
    if head is None:
        last = Act.objects.order_by("-number").values_list("number", flat=True).first() or 0
        missing = counted(max(seen.number - last, 1), "act")
        ends = f"end with act {last}" if last else "have no acts"
        return (
            f"The books {ends}, and act {seen.number} (head {seen.head[:FEWEST_DIGITS]}) was seen: {missing} missing."
        )
    if head.startswith(seen.head):
        return ""
    return f"Act {seen.number} has the head {head[: len(seen.head)]} here, and was seen with {seen.head}."


def kept_head_fault() -> str:
    """Return how the books differ from the head that is kept outside of them, and what to do; "" if they do not."""
    path = settings.HEAD
    if path is None:
        return ""
    try:
        kept = kept_in(path)
    except (OSError, Unreadable) as fault:
        return (
            f"{path} cannot be read ({str(fault) or 'no head stands in it'}). Delete it: the next act writes it anew."
        )
    differs = head_fault(kept) if kept else ""
    return differs and (
        f"{differs} This desk recorded it, says {path}: an older backup was laid over the books, or their end was cut "
        "off. Stop the desk, look among the backups, and beside the database, for one that goes further, and bring it "
        f"back with `manage.py restore`. If these are the books that you want, delete {path}."
    )
