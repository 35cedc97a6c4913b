from django.db import migrations, models


class Migration(migrations.Migration):
    """Present hosts know the old places of pages; later hosts never saw them."""

    dependencies = [("hostdesk", "0022_imported_nights")]

    operations = [
        migrations.AddField("host", "knows_places", models.BooleanField(default=False)),
        migrations.AlterField("host", "knows_places", models.BooleanField(default=True)),
    ]
