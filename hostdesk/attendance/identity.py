"""Whether somebody showed that they are old enough for a house that has a minimum age."""

from datetime import date

from reservations.models import Rules
from reservations.queries import attendance_of
from reservations.rolls import IdSeen


def ages_asked() -> list[int]:
    """Return the minimum ages of the houses as their rules are now, the lowest first and each once."""
    newest = {rules.house_id: rules for rules in Rules.objects.order_by("version")}
    ages = (attendance_of(rules).minimum_age for rules in newest.values())
    return sorted({age for age in ages if age is not None})


def why_no_id(seen: IdSeen | None, age: int | None, day: date) -> str:
    """Say why somebody's ID is to be looked at where a house has a minimum age; nothing where all is well."""
    if age is None:
        return ""
    if seen is None:
        return "ID not seen"
    return "" if seen.born is None or is_old_enough(seen.born, age, day) else f"under {age} by their birth date"


def is_old_enough(born: date, age: int, day: date) -> bool:
    """Tell whether somebody is that many years old on a day; who is born on 29 February is a year older on 1 March."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day)) >= age
