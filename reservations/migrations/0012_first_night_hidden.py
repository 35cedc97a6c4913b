from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0011_stakes_of_a_night")]

    operations = [
        migrations.AddField(model_name="desk", name="first_night_hidden", field=models.BooleanField(default=False))
    ]
