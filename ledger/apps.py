"""The Django application of the bank: chips, money and debts."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """The bank's double-entry ledger and its papers."""

    name = "ledger"
