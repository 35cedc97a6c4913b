"""The word of the desk that goes into the text of a payment."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0020_books")]

    operations = [migrations.AddField("Desk", "payment_text", models.CharField(max_length=20, blank=True, default=""))]
