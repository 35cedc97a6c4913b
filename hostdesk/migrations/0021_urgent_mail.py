from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("hostdesk", "0020_vouching_server")]

    operations = [migrations.AddField("receivedmail", "is_urgent", models.BooleanField(default=False))]
