"""Players, rules, nights, and the record of everything that happened."""

import secrets
import uuid
from collections.abc import Collection, Iterable

from django.db import models

from reservations.parsing.days import day_of
from reservations.parsing.names import shown_name


class Desk(models.Model):
    """The one row that every command locks first, so that the house has one writer at a time.

    It also holds the desk's settings: its time zone (empty: the machine's), and the currency (ISO 4217) and locale in
    which people read and type amounts. Files never follow them. ``paper``: "a4" or "letter" (empty: as usual in the
    country of the locale). ``claims_wait``: a phone that takes a name behind a group link waits for the host; otherwise
    it may answer at once. ``rules_shared``: holders of the link may read the rules. ``first_night_hidden``: the host
    has hidden the steps of the first night. ``season_shared``: the part of a season's table that players see.
    ``records_shown``: whether there are records and badges. ``least_nights``: the nights in a year or quarter that a
    rank requires. ``help_line``: the host's line on help with gambling. ``calendar_key``: the key of the UIDs in
    calendars. ``forgets``: a player was forgotten, so that names must be hidden. ``books`` is the id of these books,
    the same in an older copy and different in other books. ``reached`` is the highest number of an act that they have
    held. ``payment_text`` is the word that goes before the number of a payment in a bank or an app: it names no game.
    """

    ONE = 1

    time_zone = models.CharField(max_length=64, blank=True, default="")
    currency = models.CharField(max_length=3, default="USD")
    locale = models.CharField(max_length=20, default="en_US")
    paper = models.CharField(max_length=10, blank=True, default="")
    claims_wait = models.BooleanField(default=False)
    rules_shared = models.BooleanField(default=False)
    first_night_hidden = models.BooleanField(default=False)
    season_shared = models.CharField(max_length=10, default="own")
    records_shown = models.BooleanField(default=True)
    least_nights = models.PositiveSmallIntegerField(default=1)
    help_line = models.CharField(max_length=200, blank=True, default="")
    calendar_key = models.CharField(max_length=64, default=secrets.token_hex)
    forgets = models.BooleanField(default=False)
    payment_text = models.CharField(max_length=20, blank=True, default="")
    books = models.UUIDField(default=uuid.uuid4)
    reached = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return "the desk"


class Act(models.Model):
    """One thing that happened. Only ever added; ``number`` has no gap over the whole ledger.

    ``content`` is the canonical JSON of the fields of its kind: amounts in cents, players by number. This app does not
    interpret it. ``overruled`` lists, as JSON, the sentences of the terms that its ruling set aside.
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
        indexes = [
            models.Index(fields=["night", "number"], name="act_of_night"),
            # Few acts have a ruling: the index finds them in all nights without reading every act.
            models.Index(fields=["number"], name="act_overruled", condition=~models.Q(overruled="[]")),
        ]

    def __str__(self) -> str:
        return f"act {self.number}, {self.kind}"

    @property
    def shown_by(self) -> str:
        """The author of the act, with forgotten names hidden."""
        return shown_name(self.by)


class PlayerQuerySet(models.QuerySet["Player"]):
    """Players as persons: a merged entry counts as the person it was merged into."""

    def people(self) -> "PlayerQuerySet":
        """Return every person once: the players who were not merged into another."""
        return self.filter(merged_into=None)

    def with_inviters(self) -> "PlayerQuerySet":
        """Read the inviters in the same query."""
        return self.select_related("invited_by__merged_into")

    def person(self, number: int) -> "Player":
        """Return the person of that number, read anew, with their inviter. Raises ``Player.DoesNotExist``."""
        return self.select_related("merged_into", "invited_by__merged_into").get(pk=number).survivor

    def persons(self, numbers: Iterable[int]) -> dict[int, "Player"]:
        """Return the persons of those numbers, by the given number; unknown numbers are left out."""
        found = self.select_related("merged_into").in_bulk(list(numbers))
        return {number: player.survivor for number, player in found.items()}


class Player(models.Model):
    """A player, known by the number of their first ``player`` act.

    ``name`` is as last written; ``name_key`` is the same for every way of writing it. A guest has an ``invited_by``
    where the house requires one. ``mark`` is the player's signature on notes. A player ``removed`` from the group keeps
    everything but their own pages. A duplicate, the second entry of one person, is ``merged_into`` the first: it keeps
    its row and its acts, and takes no new acts. A ``forgotten`` player is shown by their number; only the acts, on
    which heads depend, keep the name.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    name = models.CharField(max_length=40)
    name_key = models.CharField(max_length=160, unique=True)
    regular = models.BooleanField()
    invited_by = models.ForeignKey("self", models.PROTECT, null=True, related_name="guests")
    # Not blank but null: many players have no mark, and blank marks would not be unique.
    mark = models.CharField(max_length=8, null=True, unique=True)  # noqa: DJ001
    removed = models.BooleanField(default=False)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, related_name="duplicates")
    forgotten = models.BooleanField(default=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(merged_into=models.F("number")), name="player_is_no_own_duplicate"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def survivor(self) -> "Player":
        """The person of this entry: the player, or the last one in a chain of merges."""
        return self if self.merged_into is None else self.merged_into.survivor

    @property
    def is_answered_for(self) -> bool:
        """Whether a regular answers for the player's debts: the player, or their inviter."""
        return self.regular or (self.inviter is not None and self.inviter.regular)

    @property
    def inviter(self) -> "Player | None":
        """The person who invited the player, or None."""
        return None if self.invited_by is None else self.invited_by.survivor

    @property
    def guest_of(self) -> str:
        """The name of the inviter of a guest; "" for a regular and for a guest without one."""
        return "" if self.regular or self.inviter is None else self.inviter.name


class House(models.Model):
    """A set of rules to play under, with the key of its preset and its own name."""

    key = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=320, unique=True)

    def __str__(self) -> str:
        return self.name

    def newest(self) -> "Rules":
        return self.versions.order_by("-version")[0]


class Rules(models.Model):
    """One version of a house's rules: the whole document as canonical JSON, never changed afterwards.

    Every app reads its own part of the document with its own parser. ``reason``: the reason for the change, in a line,
    or "".
    """

    house = models.ForeignKey(House, models.PROTECT, related_name="versions")
    version = models.PositiveIntegerField()
    document = models.TextField()
    digest = models.CharField(max_length=64)
    since = models.DateTimeField()
    reason = models.CharField(max_length=300, default="")

    only_added = True

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["house", "version"], name="rules_version_once"),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="rules_version_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.house}, version {self.version}"


class Every(models.TextChoices):
    WEEKLY = "weekly"
    MONTHLY = "monthly"


class Series(models.Model):
    """Nights that repeat: every ``interval`` weeks or months from ``first`` on, up to ``until`` (None: without end).

    A monthly series keeps the weekday of its first night: the third Friday of a month. ``starts`` is a time of the day
    in ``time_zone``, so 19:00 stays 19:00 across a change of the clocks. The plan of a series holds for nights still to
    be planned; a planned night has its own.
    """

    house = models.ForeignKey(House, models.PROTECT, related_name="series")
    every = models.CharField(max_length=8, choices=Every.choices)
    interval = models.PositiveSmallIntegerField(default=1)
    first = models.DateField()
    until = models.DateField(null=True)
    starts = models.TimeField()
    ends = models.TimeField(null=True)
    time_zone = models.CharField(max_length=64)
    seats = models.PositiveSmallIntegerField(null=True)
    tables = models.PositiveSmallIntegerField(default=1)
    maybe_hours = models.PositiveSmallIntegerField(null=True)
    place = models.CharField(max_length=200, blank=True)
    note = models.CharField(max_length=500, blank=True)
    stakes = models.JSONField(blank=True, default=dict)

    class Meta:
        verbose_name_plural = "series"
        constraints = [models.CheckConstraint(condition=models.Q(interval__gte=1), name="series_goes_on")]

    def __str__(self) -> str:
        return f"series of {self.house} from {day_of(self.first)}"


class NightQuerySet(models.QuerySet["Night"]):
    """Nights by state."""

    def by_start(self) -> "NightQuerySet":
        """Sort the nights by day and start, a night without a start first: PostgreSQL puts it last by itself."""
        return self.order_by("date", models.F("starts_at").asc(nulls_first=True), "pk")

    def planned(self) -> "NightQuerySet":
        """Return the nights without a bank, results or a cancellation."""
        return self.filter(rules=None, cancelled_at=None, results=None)

    def in_houses(self, houses: Collection[int] | None) -> "NightQuerySet":
        """Return the nights of the houses with these ids; None: of all."""
        return self.filter() if houses is None else self.filter(house__in=houses)

    def years(self) -> range:
        """Return the years from the last night back to the first, without reading the nights between."""
        first, last = self.aggregate(first=models.Min("date"), last=models.Max("date")).values()
        return range(last.year, first.year - 1, -1) if first else range(0)


class Night(models.Model):
    """One evening of play: planned for a house, and from its opening on under one version of that house's rules.

    ``starts_at`` is unknown for a night that was planned without a time, or opened without a plan; ``time_zone`` is the
    night's own. ``seats`` (none: unlimited) are those of all ``tables`` together. Until ``maybe_until`` players may
    answer maybe. ``series_day`` is the day given by its series, even if the night was moved. ``stakes`` are the planned
    figures that differ from the house's: cents by the names of the night log, not read here. ``results`` is the act
    with the results of a night that had no bank. ``uid_is_shared``: the night went into calendars when all readers had
    the same UID, and keeps it.
    """

    date = models.DateField(db_index=True)
    house = models.ForeignKey(House, models.PROTECT, related_name="nights")
    rules = models.ForeignKey(Rules, models.PROTECT, null=True, related_name="nights")
    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    uid_is_shared = models.BooleanField(default=False)
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    time_zone = models.CharField(max_length=64, blank=True, default="")
    seats = models.PositiveSmallIntegerField(null=True)
    tables = models.PositiveSmallIntegerField(default=1)
    maybe_until = models.DateTimeField(null=True)
    place = models.CharField(max_length=200, blank=True, default="")
    note = models.CharField(max_length=500, blank=True, default="")
    stakes = models.JSONField(blank=True, default=dict)
    series = models.ForeignKey(Series, models.PROTECT, null=True, related_name="nights")
    series_day = models.DateField(null=True)
    cancelled_at = models.DateTimeField(null=True)
    results = models.ForeignKey(Act, models.PROTECT, null=True, related_name="+")

    objects = NightQuerySet.as_manager()

    class Meta:
        ordering = ["date", "id"]
        constraints = [
            models.UniqueConstraint(fields=["series", "series_day"], name="night_once_in_its_series"),
            models.CheckConstraint(condition=models.Q(seats=None) | models.Q(seats__gte=1), name="night_has_a_seat"),
            models.CheckConstraint(
                condition=models.Q(cancelled_at=None) | models.Q(rules=None), name="night_played_is_not_cancelled"
            ),
        ]

    def __str__(self) -> str:
        return f"night of {day_of(self.date)}"

    @property
    def kept_rules(self) -> Rules:
        """The version of the rules that the night was opened with. Raises ``ValueError`` before its opening."""
        if self.rules is None:
            raise ValueError(f"The {self} has not been opened.")
        return self.rules


class Fact(models.Model):
    """One dated fact about coming to a night, staying away or playing. Only ever added, in the order of the ids.

    ``content`` is the canonical JSON of a request, ``outcome`` that of the decision: the fold over the facts follows
    the decisions and makes none. ``about`` is the fact that this one answers: for a pardon, the strike. A fact without
    a night is about a player: in a house, or everywhere.
    """

    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=20)
    night = models.ForeignKey(Night, models.PROTECT, null=True, related_name="facts")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="facts")
    house = models.ForeignKey(House, models.PROTECT, null=True, related_name="facts")
    about = models.ForeignKey("self", models.PROTECT, null=True, related_name="answers")
    at = models.DateTimeField()
    by = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    content = models.TextField(default="{}")
    outcome = models.TextField(default="{}")
    recorded_at = models.DateTimeField()

    only_added = True

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["player", "kind"], name="fact_of_player")]

    def __str__(self) -> str:
        return f"fact {self.pk}, {self.kind}"

    @property
    def shown_by(self) -> str:
        """The author of the fact, with forgotten names hidden."""
        return shown_name(self.by)


class RowSeal(models.Model):
    """The digest of a row beside the acts at one moment: of a fact, a plan, the desk's settings of time and money.

    Only ever added, and chained; ``number`` has no gap. ``table`` and ``row`` name the row, ``cells`` is the digest of
    its cells, and ``head`` chains it to the row seal before. The latest seal of a row is its present state.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    table = models.CharField(max_length=20)
    row = models.PositiveBigIntegerField()
    cells = models.CharField(max_length=64)
    head = models.CharField(max_length=64)

    only_added = True

    def __str__(self) -> str:
        return f"row seal {self.number}, of {self.table} {self.row}"


class OwnLimitSaid(models.Model):
    """A player's wish for a limit of their own: ``what`` as in `own_limits.rules`, with its figure (None: no limit).

    Private to the player, and only added to: the last wish need not be in force yet. Not part of the ledger.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    what = models.CharField(max_length=10)
    figure = models.PositiveBigIntegerField(null=True)
    said_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"a limit of {self.player}'s own"
