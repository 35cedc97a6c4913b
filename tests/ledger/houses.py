"""The bank terms of the five houses, and the limits of an ordinary night in each."""

from hostdesk.rules.houses.presets import load_preset
from ledger.terms.bank_terms import BankTerms, Blinds, bank_terms
from ledger.terms.limits import NightLimits, night_limits

KEYS = ("dave-2018", "dave-2020", "hybrid", "ericn", "mike")
TERMS: dict[str, BankTerms] = {key: bank_terms(load_preset(key)) for key in KEYS}


def ordinary(key: str) -> NightLimits:
    """Return a night's limits with the house's own figures; EricN's house has none, and gets 5.00 to 20.00."""
    if key == "ericn":
        return night_limits(TERMS[key], blinds=Blinds(10, 20), minimum_cents=500, maximum_cents=2000)
    return night_limits(TERMS[key], blinds=TERMS[key].blinds)
