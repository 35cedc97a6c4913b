"""The fewest payments that clear what people owe one another."""
