"""Who plays, under which rules, on which night, and the record of everything that happened."""

from django.db import models


class Desk(models.Model):
    """The one row that every command locks first, so that the house has one writer at a time.

    It also says where the desk stands: its time zone (empty: the machine's), and the currency (ISO 4217) and locale
    in which people read and type amounts. Files never follow them.
    """

    ONE = 1

    time_zone = models.CharField(max_length=64, blank=True, default="")
    currency = models.CharField(max_length=3, default="USD")
    locale = models.CharField(max_length=20, default="en_US")

    def __str__(self) -> str:
        return "the desk"


class Act(models.Model):
    """One thing that happened. Only ever added; ``number`` has no gap over the whole ledger.

    ``content`` is the canonical JSON of the fields of its kind: amounts in cents, players by number. It is not
    interpreted here. ``overruled`` lists, as JSON, the sentences of the terms that its ruling set aside.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=20)
    night = models.ForeignKey("Night", models.PROTECT, null=True, related_name="acts", db_index=False)
    at = models.DateTimeField()
    by = models.CharField(max_length=40, blank=True)
    ruling = models.CharField(max_length=300, blank=True)
    count_ruling = models.CharField(max_length=300, blank=True)
    overruled = models.TextField(default="[]")
    content = models.TextField()
    reverses = models.OneToOneField("self", models.PROTECT, null=True, related_name="reversed_by")
    recorded_at = models.DateTimeField()
    head = models.CharField(max_length=64)
    seal = models.CharField(max_length=64)

    only_added = True

    class Meta:
        indexes = [models.Index(fields=["night", "number"], name="act_of_night")]

    def __str__(self) -> str:
        return f"act {self.number}, {self.kind}"


class Player(models.Model):
    """Somebody who plays, known by the number of their first ``player`` act.

    ``name`` is as last written; ``name_key`` is the same for every way of writing it. A guest has an ``invited_by``
    where the house asks for one. ``mark`` is what they sign notes with. Who was ``removed`` from the group keeps
    everything but their own pages. A twin, the second entry of one person, is ``merged_into`` the first: it keeps its
    row and its acts, and takes no new ones.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    name = models.CharField(max_length=40)
    name_key = models.CharField(max_length=160, unique=True)
    regular = models.BooleanField()
    invited_by = models.ForeignKey("self", models.PROTECT, null=True, related_name="guests")
    # Not blank but null: many players have no mark, and those are not all the same one.
    mark = models.CharField(max_length=8, null=True, unique=True)  # noqa: DJ001
    removed = models.BooleanField(default=False)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, related_name="twins")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(merged_into=models.F("number")), name="player_is_no_own_twin"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def person(self) -> "Player":
        """Who this is: the player themselves, or whom they were merged into in the end."""
        return self if self.merged_into is None else self.merged_into.person

    @property
    def is_answered_for(self) -> bool:
        """Whether a regular answers for what they owe: they themselves, or whoever invited them."""
        return self.regular or (self.invited_by is not None and self.invited_by.person.regular)


class House(models.Model):
    """A set of rules to play under, by the key of what it was made from and by its own name."""

    key = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=320, unique=True)

    def __str__(self) -> str:
        return self.name

    def newest(self) -> "Rules":
        """Return the newest version of the house's rules."""
        return self.versions.order_by("-version")[0]


class Rules(models.Model):
    """One version of a house's rules: the whole document as canonical JSON, never changed afterwards.

    Each app reads its own part of the document with its own parser.
    """

    house = models.ForeignKey(House, models.PROTECT, related_name="versions")
    version = models.PositiveIntegerField()
    document = models.TextField()
    digest = models.CharField(max_length=64)
    since = models.DateTimeField()

    only_added = True

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["house", "version"], name="rules_version_once"),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="rules_version_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.house}, version {self.version}"


class NightQuerySet(models.QuerySet["Night"]):
    """Nights by what has become of them."""

    def planned(self) -> "NightQuerySet":
        """Nights on which no bank has been opened yet."""
        return self.filter(rules=None)


class Night(models.Model):
    """One evening of play: planned for a house, and from its opening on under one version of that house's rules."""

    date = models.DateField(db_index=True)
    house = models.ForeignKey(House, models.PROTECT, related_name="nights")
    rules = models.ForeignKey(Rules, models.PROTECT, null=True, related_name="nights")

    objects = NightQuerySet.as_manager()

    class Meta:
        ordering = ["date", "id"]

    def __str__(self) -> str:
        return f"night of {self.date}"

    @property
    def kept_rules(self) -> Rules:
        """The version of the rules it was opened with and keeps. Raises ``ValueError`` before its opening."""
        if self.rules is None:
            raise ValueError(f"The {self} has not been opened.")
        return self.rules
