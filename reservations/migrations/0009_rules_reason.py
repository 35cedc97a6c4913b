from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0008_desk_paper")]

    operations = [
        migrations.AddField(model_name="rules", name="reason", field=models.CharField(default="", max_length=300))
    ]
