"""An id for the books, and how far they have gone; books that are there get an id of the first act, which they keep."""

import uuid
from typing import Any

from django.db import migrations, models


def name_books(apps: Any, schema_editor: Any) -> None:
    """Name the books after the seal of their first act: a copy that is migrated elsewhere gets the same id."""
    using = schema_editor.connection.alias
    acts = apps.get_model("reservations", "Act").objects.using(using).order_by("number")
    first, last = acts.first(), acts.last()
    if first is not None:
        desk = apps.get_model("reservations", "Desk").objects.using(using)
        desk.update(books=uuid.UUID(first.seal[:32]), reached=last.number)


class Migration(migrations.Migration):
    dependencies = [("reservations", "0019_forgotten_players")]

    operations = [
        migrations.AddField("Desk", "books", models.UUIDField(default=uuid.uuid4)),
        migrations.AddField("Desk", "reached", models.PositiveBigIntegerField(default=0)),
        migrations.RunPython(name_books, migrations.RunPython.noop),
    ]
