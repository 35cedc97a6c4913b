import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial"), ("reservations", "0003_twins")]

    operations = [
        migrations.CreateModel(
            name="Note",
            fields=[
                ("number", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=40)),
                ("cents", models.PositiveBigIntegerField()),
                (
                    "act",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="note", to="reservations.act"
                    ),
                ),
                (
                    "debtor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="notes", to="reservations.player"
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="notes", to="reservations.night"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.CheckConstraint(condition=models.Q(("cents__gte", 1)), name="note_is_positive")],
            },
        ),
        migrations.AddField(
            model_name="transfer",
            name="note",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="transfers", to="ledger.note"
            ),
        ),
    ]
