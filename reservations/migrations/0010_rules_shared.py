from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0009_rules_reason")]

    operations = [migrations.AddField(model_name="desk", name="rules_shared", field=models.BooleanField(default=False))]
