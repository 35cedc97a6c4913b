from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("hostdesk", "0019_hosts_of_houses")]

    operations = [
        migrations.AddField("mailaccount", "vouches", models.CharField(blank=True, default="", max_length=253))
    ]
