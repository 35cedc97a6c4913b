import secrets

from django.db import migrations, models


def keep_what_went_out(apps, schema_editor):
    """Let every night of which somebody may have an event keep its UID."""
    apps.get_model("reservations", "Night").objects.filter(facts__isnull=False).update(uid_is_shared=True)


class Migration(migrations.Migration):
    dependencies = [("reservations", "0017_row_seals")]

    operations = [
        migrations.AddField("desk", "calendar_key", models.CharField(default=secrets.token_hex, max_length=64)),
        migrations.AddField("night", "uid_is_shared", models.BooleanField(default=False)),
        migrations.RunPython(keep_what_went_out, migrations.RunPython.noop),
    ]
