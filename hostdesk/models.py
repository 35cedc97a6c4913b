"""Sign-in: hosts with passwords, links, signed-in devices; and messages, addresses and mails."""

from functools import reduce
from operator import or_
from typing import ClassVar, TypeVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Q

from reservations.models import Fact, House, Night, Player, Series
from reservations.parsing.names import name_key, parse_name

Row = TypeVar("Row", bound="OfPeople")


class ReadWithPeople(models.Manager[Row]):
    """Rows that are read together with the people they are about."""

    def get_queryset(self) -> models.QuerySet[Row]:
        """Return all rows, with their ``read_with`` relations in the same query."""
        return super().get_queryset().select_related(*self.model.read_with)


class OfPeople(models.Model):
    """A row about people, read together with them: a player's number leads to their present person."""

    read_with: ClassVar[tuple[str, ...]]
    objects = ReadWithPeople()

    class Meta:
        abstract = True


class HostManager(BaseUserManager["Host"]):
    """Hosts by name, in any spelling of case and accents."""

    def make(self, *, name: str, password: str | None) -> "Host":
        """Make a host; a host without a password signs in only by link.

        Raises ``BadName``, and ``IntegrityError`` if there is a host of that name.
        """
        host = self.model(name=parse_name(name))
        host.name_key = name_key(host.name)
        host.set_password(password)
        host.save(using=self._db, force_insert=True)
        return host

    def get_by_natural_key(self, username: str | None) -> "Host":
        """Return the host of that name. Raises ``Host.DoesNotExist``."""
        return self.get(name_key=name_key(username or ""))


class Host(AbstractBaseUser):
    """A person who can do everything at this desk, or everything about their ``houses``.

    A host of ``all_houses`` has no houses of their own; any other has at least one. ``knows_places``: the host needs no
    list of pages moved since earlier versions.
    """

    name = models.CharField(max_length=40)
    name_key = models.CharField(max_length=160, unique=True)
    all_houses = models.BooleanField(default=True)
    houses = models.ManyToManyField(House, related_name="hosts")
    knows_places = models.BooleanField(default=True)

    objects: ClassVar[HostManager] = HostManager()

    USERNAME_FIELD = "name_key"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name


class LinkKind(models.TextChoices):
    """The purposes of links: the ways in, and addresses that open one thing without sign-in."""

    SET_UP = "set up"
    HOST = "host"
    BANKER = "banker"
    PLAYER = "player"
    GROUP = "group"
    CALENDAR = "calendar"
    SCREEN = "screen"


PARTIES = {
    LinkKind.SET_UP: ((),),
    LinkKind.HOST: (("host",),),
    LinkKind.BANKER: (("night", "player"),),
    LinkKind.PLAYER: (("player",), ("night", "player"), ("poll", "player")),
    LinkKind.GROUP: (("night",), ("series",), ("poll",)),
    LinkKind.CALENDAR: (("host",), ("player",)),
    LinkKind.SCREEN: (("night",),),
}
"""The possible subjects of a link, by its kind."""
_SUBJECTS = ("host", "night", "series", "poll", "player")


def _has_party() -> Q:
    """Return the condition that a link has the subjects of its kind, and no other."""
    allowed = ((kind, party) for kind, parties in PARTIES.items() for party in parties)
    return reduce(
        or_, (Q(kind=kind, **{f"{name}__isnull": name not in party for name in _SUBJECTS}) for kind, party in allowed)
    )


class Link(OfPeople):
    """A secret in an address: its kind, its subject, its end, and of the secret only the SHA-256.

    A host's link signs that host in. A banker's link is for one night and one player, and its sign-in ends with the
    night. A player's link opens that player's own pages, one with a night the page of that night, one with a ``poll``
    (its fact) that poll: it can be spent until ``expires_at`` or the end of the night, and its sign-in lasts on. A
    player has one unspent link to a night, and to a poll. These work once.

    The others work any number of times, one for a subject, until ``ended_at``: a group chat's leads to one night, to
    the next night of a series, or to a poll and the night made of it, and people tap their own name behind it; a
    calendar's is a host's or a player's, last read at ``read_at``, to the hour; a screen's shows a night's tables until
    ``expires_at``.

    The desk derives the secret from ``seed`` and its own secret, so that it can write it again; "" for a secret that
    was shown once. ``ended_at`` is the time at which somebody ended it.
    """

    read_with = ("host", "player__merged_into", "night__bank", "night__house", "poll__house")

    kind = models.CharField(max_length=10, choices=LinkKind.choices)
    digest = models.CharField(max_length=64, unique=True)
    seed = models.CharField(max_length=90, blank=True, default="")
    host = models.ForeignKey(Host, models.CASCADE, null=True, related_name="links")
    night = models.ForeignKey(Night, models.CASCADE, null=True, related_name="links")
    series = models.ForeignKey(Series, models.CASCADE, null=True, related_name="links")
    poll = models.ForeignKey(Fact, models.CASCADE, null=True, related_name="links")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="links")
    made_by = models.CharField(max_length=40, blank=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    spent_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="link_has_its_party", condition=_has_party()),
            *(
                models.UniqueConstraint(
                    fields=[goal, "player"],
                    condition=Q(kind=LinkKind.PLAYER, spent_at=None, ended_at=None),
                    name=f"link_to_a_{goal}_unspent",
                )
                for goal in ("night", "poll")
            ),
            *(
                models.UniqueConstraint(
                    fields=["kind", subject],
                    condition=Q(kind__in=(LinkKind.GROUP, LinkKind.CALENDAR, LinkKind.SCREEN), ended_at=None),
                    name=f"one_address_of_a_{subject}",
                )
                for subject in _SUBJECTS
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} link {self.pk}"

    @property
    def bearer(self) -> Host | Player | None:
        """The person that it signs in."""
        return self.host or self.person

    @property
    def person(self) -> Player | None:
        """The person that it signs in as a player or banker; None for a host's."""
        return None if self.player is None else self.player.survivor

    @property
    def is_confirmed(self) -> bool:
        """Whether it needs no confirmation: False for a phone that took a name, until the host confirms it."""
        claim: NameClaim | None = getattr(self, "claim", None)
        return claim is None or claim.answer == ClaimAnswer.YES

    @property
    def is_removed(self) -> bool:
        """Whether it is a player's own or their calendar's, and the person was removed from the group."""
        is_own = self.kind in (LinkKind.PLAYER, LinkKind.CALENDAR)
        return is_own and self.person is not None and self.person.removed


class SignIn(OfPeople):
    """A device that is signed in, as a host or by a link. A session without one is not signed in.

    It has ended once ``ended_at`` is set or its session is gone. ``browser`` is a description in our own words.
    ``pin_wrong`` counts wrong PINs since the last right one, the last of them at ``pin_wrong_at``.
    """

    read_with = (*("host", "link__player__merged_into__pin", "link__player__pin", "link__night__bank", "link__claim"),)

    session = models.OneToOneField(Session, models.SET_NULL, null=True, related_name="sign_in")
    host = models.ForeignKey(Host, models.CASCADE, null=True, related_name="sign_ins")
    link = models.ForeignKey(Link, models.CASCADE, null=True, related_name="sign_ins")
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    address = models.CharField(max_length=45, blank=True)
    browser = models.CharField(max_length=60, blank=True)
    pin_wrong = models.PositiveSmallIntegerField(default=0)
    pin_wrong_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="sign_in_is_somebodys",
                condition=Q(host__isnull=False, link=None) | Q(host=None, link__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"sign-in {self.pk}"


class PlayerPin(models.Model):
    """A player's PIN: its digest, made with the desk's own secret."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="pin")
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"a PIN of {self.player}"


class GroupLinkUse(models.Model):
    """The looks and tries of a group link in an hour from an ``address``; "": from all together."""

    group_link = models.ForeignKey(Link, models.CASCADE, related_name="uses")
    what = models.CharField(max_length=10)
    address = models.CharField(max_length=45, blank=True)
    hour = models.DateTimeField(db_index=True)
    times = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group_link", "what", "address", "hour"], name="group_link_use_counted")
        ]

    def __str__(self) -> str:
        return f"{self.times} of {self.group_link}"


class ClaimAnswer(models.TextChoices):
    """The fate of a phone that took a name: the host's decision, or the name given back; "" before that."""

    NONE = ""
    YES = "yes"
    NO = "no"
    GIVEN_BACK = "given back"


class NameClaim(OfPeople):
    """A phone that claims, behind a group link, to be a player's, or a new player's called ``name``.

    ``player`` is empty for a newcomer until the host takes them in. ``link`` is that of the phone's sign-in; without
    one it waits for the host. ``key`` is that of the form, so that a double tap claims once.
    """

    read_with = ("player__merged_into", "brought_by__merged_into", "group_link__night__house", "link")

    key = models.CharField(max_length=64, unique=True)
    group_link = models.ForeignKey(Link, models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="name_claims")
    name = models.CharField(max_length=40, blank=True)
    brought_by = models.ForeignKey(Player, models.CASCADE, null=True, related_name="newcomers")
    link = models.OneToOneField(Link, models.SET_NULL, null=True, related_name="claim")
    made_at = models.DateTimeField()
    address = models.CharField(max_length=45, blank=True)
    browser = models.CharField(max_length=60, blank=True)
    answer = models.CharField(max_length=10, blank=True, choices=ClaimAnswer.choices, default=ClaimAnswer.NONE)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"claim {self.pk}"

    @property
    def person(self) -> Player | None:
        """The person that the phone claims to be; None for a new one."""
        return None if self.player is None else self.player.survivor

    @property
    def inviter(self) -> Player | None:
        """The person who brings the newcomer."""
        return None if self.brought_by is None else self.brought_by.survivor


class PaymentWay(models.Model):
    """A way to pay a player: the key of its kind with the checked details; personal, and not part of the ledger.

    ``since`` is None for ways from before days were noted.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="payment_ways")
    kind = models.CharField(max_length=20)
    details = models.JSONField()
    since = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"how {self.player} is paid"


class PlayerEmail(models.Model):
    """A player's e-mail address, and whether they want e-mail; personal, and not part of the ledger.

    A player who wants no e-mail can have a row without an address. ``stopped_by`` is the host who turned e-mail off
    for them, and may take that back; "" if the player did.
    """

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="email")
    address = models.EmailField()
    wanted = models.BooleanField(default=True)
    stopped_by = models.CharField(max_length=40, blank=True, default="")

    def __str__(self) -> str:
        return f"e-mail address of {self.player}"


class MailAccount(models.Model):
    """The mail account that the hosts set up on a page: one row. Without an ``address`` they want none.

    The password is encrypted under the desk's secret, which is in no backup. ``reads_host`` is "" where no answers are
    read, ``vouches`` the name under which that server vouches for senders. The ways of encrypting are those of
    `hostdesk.mail.mail_account.account.Tls`.
    """

    ONE = 1

    address = models.EmailField(blank=True, default="")
    name = models.CharField(max_length=60, blank=True, default="")
    user = models.CharField(max_length=254, blank=True, default="")
    password = models.TextField(blank=True, default="")
    sends_host = models.CharField(max_length=253, blank=True, default="")
    sends_port = models.PositiveIntegerField(default=0)
    sends_tls = models.CharField(max_length=8, blank=True, default="")
    reads_host = models.CharField(max_length=253, blank=True, default="")
    reads_port = models.PositiveIntegerField(default=0)
    reads_tls = models.CharField(max_length=8, blank=True, default="")
    vouches = models.CharField(max_length=253, blank=True, default="")
    changed_at = models.DateTimeField()
    changed_by = models.CharField(max_length=40)

    class Meta:
        constraints = [models.CheckConstraint(name="one_mail_account", condition=Q(pk=1))]

    def __str__(self) -> str:
        return "the mail account"


class FactSetAside(models.Model):
    """A fact whose messages could not be written, with the reason: the desk tries again, and later facts go on."""

    fact = models.OneToOneField(Fact, models.PROTECT, primary_key=True, related_name="set_aside")
    since = models.DateTimeField()
    why = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.fact}, set aside"


class Message(OfPeople):
    """A message to one player about one fact: its text as written, and its state.

    ``claimed_at`` is set by the process that sends it, in one UPDATE that only one process wins. A claimed message that
    is neither sent nor failed may have gone out, and is never sent again. ``given_at`` is the time at which the host
    passed it on by other means, ``seen_at`` that at which the player saw it on their page, ``withdrawn_at`` that at
    which it lost its relevance and was withdrawn; ``failed`` is the reason of a failure, in words.
    """

    read_with = ("fact__night__house", "fact__house", "player__merged_into")

    fact = models.ForeignKey(Fact, models.PROTECT, related_name="messages")
    player = models.ForeignKey(Player, models.PROTECT, related_name="messages")
    kind = models.CharField(max_length=30)
    subject = models.CharField(max_length=300)
    text = models.TextField()
    made_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    given_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    failed = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["fact", "player", "kind"], name="message_made_once")]
        indexes = [models.Index(fields=["claimed_at", "given_at"], name="message_to_send")]

    def __str__(self) -> str:
        return f"{self.kind} for {self.player}"

    @property
    def person(self) -> Player:
        """The receiver."""
        return self.player.survivor


class MailboxPlace(models.Model):
    """The progress in a folder of a mailbox: read up to ``last_uid``; its numbers hold while ``uid_validity`` does.

    ``not_kept`` counts the mails for the host that were not kept, because too many were unread.
    """

    digest = models.CharField(max_length=64, unique=True)
    uid_validity = models.PositiveBigIntegerField()
    last_uid = models.PositiveBigIntegerField()
    read_at = models.DateTimeField()
    not_kept = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"mailbox read up to {self.last_uid}"


class ReceivedMail(OfPeople):
    """A mail that the desk read: recorded as an answer (``fact``), or left to the host with the ``reason``.

    ``key`` is the same however often it is read. ``uid`` is its number in the folder. ``sender`` is an address, ""
    without one; ``text`` the beginning of its text, ``verdicts`` the mail server's findings about the sender.
    ``written_at`` is the sender's time, as far as it is credible. ``player`` and ``night`` are its likely subjects.
    ``dealt_at`` is the time at which it was recorded, or read by a host, ``dealt_by``. ``is_urgent``: a seat may depend
    on it.
    """

    read_with = ("player__merged_into", "night__house")

    key = models.CharField(max_length=64, unique=True)
    uid = models.PositiveBigIntegerField()
    sender = models.CharField(max_length=320, blank=True)
    subject = models.CharField(max_length=200, blank=True)
    text = models.CharField(max_length=500, blank=True)
    verdicts = models.CharField(max_length=160, blank=True)
    reason = models.CharField(max_length=400, blank=True)
    written_at = models.DateTimeField()
    arrived_at = models.DateTimeField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="mails")
    night = models.ForeignKey(Night, models.PROTECT, null=True, related_name="mails")
    fact = models.OneToOneField(Fact, models.PROTECT, null=True, related_name="mail")
    dealt_at = models.DateTimeField(null=True, db_index=True)
    dealt_by = models.CharField(max_length=40, blank=True, default="")
    is_urgent = models.BooleanField(default=False)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"mail {self.uid}"

    @property
    def person(self) -> Player | None:
        """The sender as a person; None for an unknown address."""
        return None if self.player is None else self.player.survivor


class OnlineNickname(models.Model):
    """A player's nickname at an online table on a night: ``key`` is its comparable form."""

    key = models.CharField(max_length=160, db_index=True)
    nickname = models.CharField(max_length=40)
    player = models.ForeignKey(Player, models.PROTECT, related_name="online_nicknames")
    night = models.ForeignKey(Night, models.PROTECT, related_name="online_nicknames")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key", "player", "night"], name="online_nickname_once")]

    def __str__(self) -> str:
        return f"{self.nickname}, {self.player}"


class ImportedNight(models.Model):
    """A night that came in with a file at that time; ``batch`` is the first night of the same import."""

    night = models.OneToOneField(Night, models.PROTECT, primary_key=True, related_name="imported")
    batch = models.ForeignKey(Night, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.night}, imported"


class WitnessReport(OfPeople):
    """A player's phone saw act ``number`` with that ``head``, and the desk shows other books; ``says`` describes it.

    ``dealt_at`` is the time at which a host, ``dealt_by``, had looked into it. It ``is_urgent``, as a mail may be.
    """

    read_with = ("player__merged_into",)
    is_urgent = True

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    number = models.PositiveBigIntegerField()
    head = models.CharField(max_length=64)
    says = models.CharField(max_length=500)
    at = models.DateTimeField()
    dealt_at = models.DateTimeField(null=True, db_index=True)
    dealt_by = models.CharField(max_length=40, blank=True, default="")

    def __str__(self) -> str:
        return f"what a phone saw of act {self.number}"

    @property
    def person(self) -> Player:
        """The owner of the phone."""
        return self.player.survivor
