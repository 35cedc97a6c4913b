"""The fewest payments that clear people's debts to one another."""
