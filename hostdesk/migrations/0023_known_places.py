from django.db import migrations, models


class Migration(migrations.Migration):
    """Hosts who are there already know the old places; those who come later never saw them."""

    dependencies = [("hostdesk", "0022_imported_nights")]

    operations = [
        migrations.AddField("host", "knows_places", models.BooleanField(default=False)),
        migrations.AlterField("host", "knows_places", models.BooleanField(default=True)),
    ]
