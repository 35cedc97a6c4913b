"""The Django application of the bank: who bought what, who was paid what, and where the money is."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """The bank's double-entry ledger and its papers."""

    name = "ledger"
