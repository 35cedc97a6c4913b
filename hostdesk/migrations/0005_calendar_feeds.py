import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("hostdesk", "0004_payment_handles"), ("reservations", "0005_attendance")]

    operations = [
        migrations.CreateModel(
            name="CalendarFeed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calendar_feeds",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calendar_feeds",
                        to="reservations.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("host__isnull", False), ("player", None)),
                            models.Q(("host", None), ("player__isnull", False)),
                            _connector="OR",
                        ),
                        name="calendar_feed_is_somebodys",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("host",), name="calendar_feed_of_a_host"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("player",), name="calendar_feed_of_a_player"
                    ),
                ]
            },
        )
    ]
