"""Links of group chats, calendars and screens move to the table of all links, and their uses and claims with them."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

KINDS = {"GroupLink": "group", "CalendarFeed": "calendar", "TableScreen": "screen"}
OF_GROUPS = {"NameClaim": "claims", "GroupLinkUse": "uses"}
ONE_AT_A_TIME = models.Q(("ended_at", None), ("kind__in", ("group", "calendar", "screen")))
SUBJECTS = ("host", "night", "series", "poll", "player")


def join(apps: Any, schema_editor: Any) -> None:
    """Copy the rows of the three tables into that of links."""
    for name, kind in KINDS.items():
        _copy(apps, schema_editor, name, "Link", {}, {"kind": kind})
    schema_editor.connection.check_constraints()  # PostgreSQL alters no table with checks left to do


def split(apps: Any, schema_editor: Any) -> None:
    """Copy those rows back into tables of their own."""
    using = schema_editor.connection.alias
    for name, kind in KINDS.items():
        _copy(apps, schema_editor, "Link", name, {"kind": kind}, {})
    apps.get_model("hostdesk", "Link").objects.using(using).filter(kind__in=KINDS.values()).delete()
    schema_editor.connection.check_constraints()


def _copy(apps: Any, schema_editor: Any, source: str, goal: str, only: dict[str, str], more: dict[str, str]) -> None:
    """Copy the columns that both tables have, in the order of the rows; a group's uses and claims follow its row."""
    using = schema_editor.connection.alias
    old, new = (apps.get_model("hostdesk", name) for name in (source, goal))
    kept = {each.attname for each in new._meta.concrete_fields} - {"id", "kind"}
    columns = [each.attname for each in old._meta.concrete_fields if each.attname in kept]
    moved = {}
    for row in old.objects.using(using).filter(**only).order_by("pk"):
        said = {name: getattr(row, name) for name in columns}
        moved[row.pk] = new.objects.using(using).create(**said, **more).pk
    if "GroupLink" in (source, goal):
        for name in OF_GROUPS:
            rows = apps.get_model("hostdesk", name).objects.using(using)
            # By way of negative numbers, which are nobody's: a new number may be the old one of another row.
            rows.update(group_link_id=-models.F("group_link_id"))
            for before, now in moved.items():
                rows.filter(group_link_id=-before).update(group_link_id=now)


def group_links(to: str, *, checked: bool) -> list[migrations.AlterField]:
    """Return the operations that let claims and uses refer to that table."""
    return [
        migrations.AlterField(
            name,
            "group_link",
            models.ForeignKey(
                db_constraint=checked,
                on_delete=django.db.models.deletion.CASCADE,
                related_name=related,
                to=f"hostdesk.{to}",
            ),
        )
        for name, related in OF_GROUPS.items()
    ]


def party(kind: str, *subjects: str) -> models.Q:
    """Return the condition of a kind with these subjects, and no other."""
    return models.Q(kind=kind, **{f"{each}__isnull": each not in subjects for each in SUBJECTS})


class Migration(migrations.Migration):
    dependencies = [("hostdesk", "0023_known_places"), ("reservations", "0020_books")]

    operations = [
        migrations.RemoveConstraint("link", "link_has_its_party"),
        migrations.AddField("link", "read_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "link",
            "series",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="links", to="reservations.series"
            ),
        ),
        migrations.AlterField("link", "expires_at", models.DateTimeField(null=True)),
        migrations.AlterField(
            "link",
            "kind",
            models.CharField(
                choices=[
                    ("set up", "Set Up"),
                    ("host", "Host"),
                    ("banker", "Banker"),
                    ("player", "Player"),
                    ("group", "Group"),
                    ("calendar", "Calendar"),
                    ("screen", "Screen"),
                ],
                max_length=10,
            ),
        ),
        *group_links("grouplink", checked=False),
        migrations.RunPython(join, split),
        *group_links("link", checked=True),
        migrations.AddConstraint(
            "link",
            models.CheckConstraint(
                name="link_has_its_party",
                condition=party("set up")
                | party("host", "host")
                | party("banker", "night", "player")
                | party("player", "player")
                | party("player", "night", "player")
                | party("player", "poll", "player")
                | party("group", "night")
                | party("group", "series")
                | party("group", "poll")
                | party("calendar", "host")
                | party("calendar", "player")
                | party("screen", "night"),
            ),
        ),
        *(
            migrations.AddConstraint(
                "link",
                models.UniqueConstraint(
                    condition=ONE_AT_A_TIME, fields=("kind", subject), name=f"one_address_of_a_{subject}"
                ),
            )
            for subject in SUBJECTS
        ),
        migrations.DeleteModel("CalendarFeed"),
        migrations.DeleteModel("GroupLink"),
        migrations.DeleteModel("TableScreen"),
    ]
