"""The seals of rows beside the acts; existing rows are sealed as they are."""

from typing import Any

from django.db import migrations, models

from reservations.acts.chain import GENESIS, cells_digest, row_head_of

_PLANNED = ("time_zone", "seats", "tables", "place", "note", "stakes")
_SEALED = {
    "Desk": ("time_zone", "currency", "locale"),
    "Rules": ("house_id", "version", "digest"),
    "Series": ("house_id", "every", "interval", "first", "until", "starts", "ends", *_PLANNED, "maybe_hours"),
    "Night": (
        *("date", "house_id", "uid", "starts_at", "ends_at", *_PLANNED, "maybe_until"),
        *("series_id", "series_day", "cancelled_at"),
    ),
    "Fact": (
        *("key", "kind", "night_id", "player_id", "house_id", "about_id"),
        *("at", "by", "reason", "content", "outcome", "recorded_at"),
    ),
    "OwnLimitSaid": ("player_id", "what", "figure", "said_at"),
}
"""The columns as they were when this migration was made."""


def seal_all(apps: Any, schema_editor: Any) -> None:
    """Seal every row there is, table by table."""
    seal, number, head, made = apps.get_model("reservations", "RowSeal"), 0, GENESIS, []
    using = schema_editor.connection.alias
    for name, columns in _SEALED.items():
        rows = apps.get_model("reservations", name).objects.using(using).order_by("pk")
        for row, *said in rows.values_list("pk", *columns):
            cells = cells_digest(said)
            number, head = number + 1, row_head_of(head, name.lower(), row, cells)
            made.append(seal(number=number, table=name.lower(), row=row, cells=cells, head=head))
    seal.objects.using(using).bulk_create(made, batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [("reservations", "0016_own_limits")]

    operations = [
        migrations.CreateModel(
            name="RowSeal",
            fields=[
                ("number", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ("table", models.CharField(max_length=20)),
                ("row", models.PositiveBigIntegerField()),
                ("cells", models.CharField(max_length=64)),
                ("head", models.CharField(max_length=64)),
            ],
        ),
        migrations.RunPython(seal_all, migrations.RunPython.noop),
    ]
