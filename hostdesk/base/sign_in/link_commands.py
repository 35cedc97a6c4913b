"""Links, the secrets in addresses: given, found, spent and ended, whatever they open.

A secret is never kept; the database holds its SHA-256. The secret of a player's or a group's link is derived from the
desk's own secret and the seed of the link, so that the desk can write it again until it is spent, but a reader of a
backup cannot.
"""

import base64
import hashlib
import secrets
from collections.abc import Callable, Collection
from datetime import datetime, time, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from hostdesk.models import Host, Link, LinkKind
from reservations.acts.commands import command
from reservations.models import Act, Fact, Night, Player, Series

AN_HOUR = timedelta(hours=1)
A_MONTH = timedelta(days=30)
TO_READ_THE_REPORT = timedelta(hours=12)
AFTER_THE_NIGHT = timedelta(hours=24)
WAYS_IN = (LinkKind.HOST, LinkKind.BANKER, LinkKind.PLAYER)
"""The kinds of links that sign somebody in."""

_OF_A_NIGHT = (LinkKind.BANKER, LinkKind.PLAYER)
_FORM = "form"
# These words are in all secrets so far, after "hostdesk.": they must never change.
_PURPOSES = {LinkKind.PLAYER: "player_link", LinkKind.GROUP: "group_link", _FORM: "form_secret"}


def digest_of(secret: str) -> str:
    """Return the digest of a secret, which is all that is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


def derived(seed: str, kind: str = LinkKind.PLAYER) -> str:
    """Return the secret of a seed at this desk; it depends on the desk's own secret."""
    made = salted_hmac(f"hostdesk.{_PURPOSES[kind]}", seed, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def links_end(night: Night) -> datetime:
    """Return the end of the links to a night: 24 hours after its day."""
    return timezone.make_aware(datetime.combine(night.date + timedelta(days=1), time.min)) + AFTER_THE_NIGHT


def subject_of(of: Night | Series | Fact) -> dict[str, Any]:
    """Return the field of a link to a night, to the nights of a series, or to a poll by its fact."""
    return {"series" if isinstance(of, Series) else "poll" if isinstance(of, Fact) else "night": of}


def make_link(kind: LinkKind, *, valid_for: timedelta | None = AN_HOUR, secret: str = "", **about: Any) -> str:
    """Make a link and return its secret: that one, or a new one, which cannot be read again.

    A banker's link is valid until 24 hours after the day of its night, or from now if that day is past; ``valid_for``
    is for the others, None for a link without an end. ``about`` has its subjects and its maker, as fields of `Link`.
    """
    now, secret = timezone.now(), secret or secrets.token_urlsafe(32)
    until = None if valid_for is None else now + valid_for
    if kind == LinkKind.BANKER:
        night = about["night"]
        is_past = night.date < timezone.localdate(now)
        until = max(links_end(night), now + AFTER_THE_NIGHT) if is_past else links_end(night)
    Link.objects.create(kind=kind, digest=digest_of(secret), made_at=now, expires_at=until, **about)
    return secret


def seeded_link(kind: LinkKind, **about: Any) -> Link:
    """Return a new link, not saved, whose secret the desk can write again."""
    seed = secrets.token_urlsafe(32)
    return Link(kind=kind, seed=seed, digest=digest_of(derived(seed, kind)), made_at=timezone.now(), **about)


def make_link_of_form(
    kind: LinkKind, form: str, *, instead_of: QuerySet[Link], spelt: Callable[[str], str] = str, **about: Any
) -> str:
    """Return the secret of a link that a form makes: two taps make one. ``instead_of`` are the links that end with it.

    The desk is locked. ``form`` names the subject and has the key of the form. A secret that was used or has ended is
    not made again, and a form without a key, "", makes new ones.
    """
    secret = spelt(derived(form, _FORM))
    known = find_link(secret, (kind,)) if form else None
    if known is not None and is_unspent(known):
        return secret
    end_links(instead_of)
    new = spelt(secrets.token_urlsafe(32)) if known or not form else secret
    return make_link(kind, secret=new, **about)


def secret_of(link: Link) -> str:
    """Return the secret of a usable link; "" if it was shown once, or the desk has a new secret."""
    return derived(link.seed, link.kind) if is_of_this_desk(link) and is_unspent(link) else ""


def is_of_this_desk(link: Link) -> bool:
    """Tell whether the secret of a link derives from its seed at this desk."""
    return link.seed != "" and digest_of(derived(link.seed, link.kind)) == link.digest


def find_link(secret: str, kinds: Collection[LinkKind] = WAYS_IN) -> Link | None:
    """Return the link of a secret, spent, ended or neither.

    None without one of these kinds, or if another secret of the desk made it.
    """
    link = Link.objects.filter(digest=digest_of(secret), kind__in=kinds).first()
    return None if link and link.seed and not is_of_this_desk(link) else link


def spend(link: Link) -> bool:
    """Spend a link; False if it is spent or has ended. Of many attempts at once exactly one gets True."""
    if not is_unspent(link):
        return False
    # One statement on one table decides. A condition on another table would make a subquery, which PostgreSQL does not
    # check again after waiting for another update.
    now = timezone.now()
    return Link.objects.filter(pk=link.pk, spent_at=None, ended_at=None, expires_at__gt=now).update(spent_at=now) == 1


def is_unspent(link: Link) -> bool:
    """Tell whether a link can still be used."""
    is_over = link.kind in _OF_A_NIGHT and is_closed(link.night)
    return link.spent_at is None and lasts(link, timezone.now()) and not is_over


def lasts(link: Link, now: datetime) -> bool:
    """Tell whether a link's access lasts: not ended, not expired, its night not closed for over 12 hours.

    A player's spent link lasts until it is ended or the player is removed from the group. An unspent link to a night
    lasts as long as the night, even if that is moved. An address for a night without sign-in lasts on after its close.
    """
    if link.ended_at is not None or link.is_removed:
        return False
    if link.kind == LinkKind.PLAYER and link.spent_at is not None:
        return True
    if link.expires_at is not None and now >= link.expires_at:
        return False
    if link.night is None or link.kind not in _OF_A_NIGHT:
        return True
    closed: Act | None = getattr(getattr(link.night, "bank", None), "closed", None)
    is_long_closed = closed is not None and now >= closed.recorded_at + TO_READ_THE_REPORT
    is_over = link.kind == LinkKind.PLAYER and now >= links_end(link.night)
    return not is_long_closed and not is_over


def is_closed(night: Night | None) -> bool:
    """Tell whether a night's bank has closed."""
    bank = getattr(night, "bank", None)
    return bank is not None and bank.closed_id is not None


def end_links(links: QuerySet[Link]) -> None:
    """End links; a device that is signed in by one is signed out at its next tap, but for a group's."""
    links.filter(ended_at=None).update(ended_at=timezone.now())


def end_link(link: Link) -> None:
    """End a link, as `end_links` does."""
    end_links(Link.objects.filter(pk=link.pk))


def banker_links(night: Night) -> QuerySet[Link]:
    """Return the banker's links of a night, the newest first."""
    return Link.objects.filter(kind=LinkKind.BANKER, night=night).order_by("-pk")


def new_set_up_link() -> str:
    """Make the link for the first run and return its secret; earlier ones end."""
    Link.objects.filter(kind=LinkKind.SET_UP).delete()
    return make_link(LinkKind.SET_UP, valid_for=A_MONTH)


@command
def new_link(host: Host, *, made_by: str, key: str = "") -> str:
    """Return the secret of a link that signs a host in; earlier unused ones end, but for that of the same form."""
    unused = Link.objects.filter(kind=LinkKind.HOST, host=host, spent_at=None)
    form = key and f"host {host.pk} link {key}"
    return make_link_of_form(LinkKind.HOST, form, instead_of=unused, host=host, made_by=made_by)


@command
def new_banker_link(night: Night, player: Player, *, made_by: str, key: str = "") -> str:
    """Return the secret of a link to the bank of a night for a player; two taps of one form make one."""
    form = key and f"player {player.pk} link {night.pk} {key}"
    none = Link.objects.none()
    return make_link_of_form(LinkKind.BANKER, form, instead_of=none, night=night, player=player, made_by=made_by)
