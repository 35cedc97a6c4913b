"""Several ways to be paid for a player, by kind; the former line of free text becomes one of them."""

import re
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

PAGE = re.compile(
    r"https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]{1,5})?(/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?"
    r"(\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?"
)


def several(apps: Any, schema_editor: Any) -> None:
    """Keep every line as it is: an https address as a page, anything else as free text."""
    using = schema_editor.connection.alias
    old, new = (apps.get_model("hostdesk", name).objects.using(using) for name in ("PaymentHandle", "PaymentWay"))
    for row in old.order_by("pk"):
        kind = "page" if PAGE.fullmatch(row.text) else "text"
        new.create(player_id=row.player_id, kind=kind, details={kind: row.text})


ACCOUNTS = ("iban", "key", "account", "number", "address", "page", "text", "name")


def one(apps: Any, schema_editor: Any) -> None:
    """Keep the account of every player's first way as a line: PostgreSQL gives details in an order of its own."""
    using = schema_editor.connection.alias
    old, new = (apps.get_model("hostdesk", name).objects.using(using) for name in ("PaymentHandle", "PaymentWay"))
    for row in new.order_by("-pk"):
        account = next(row.details[key] for key in ACCOUNTS if key in row.details)
        old.update_or_create(player_id=row.player_id, defaults={"text": account})


class Migration(migrations.Migration):
    dependencies = [("hostdesk", "0024_one_table_of_links"), ("reservations", "0020_books")]

    operations = [
        migrations.CreateModel(
            name="PaymentWay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("details", models.JSONField()),
                ("since", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payment_ways",
                        to="reservations.player",
                    ),
                ),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.RunPython(several, one),
        migrations.DeleteModel(name="PaymentHandle"),
    ]
