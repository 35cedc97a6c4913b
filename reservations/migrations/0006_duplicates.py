import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0005_attendance")]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="merged_into",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="duplicates",
                to="reservations.player",
            ),
        ),
        migrations.RemoveConstraint(model_name="player", name="player_is_no_own_twin"),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("merged_into", models.F("number")), _negated=True),
                name="player_is_no_own_duplicate",
            ),
        ),
    ]
