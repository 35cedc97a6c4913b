from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0010_rules_shared")]

    operations = [
        migrations.AddField(model_name="night", name="stakes", field=models.JSONField(blank=True, default=dict)),
        migrations.AddField(model_name="series", name="stakes", field=models.JSONField(blank=True, default=dict)),
    ]
