import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0014_act_overruled")]

    operations = [
        migrations.AddField(
            model_name="night",
            name="results",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reservations.act"
            ),
        )
    ]
