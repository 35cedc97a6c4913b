"""The seating chart of a night out of the books: its tables as they stand, for the papers."""

from zoneinfo import ZoneInfo

from hostdesk.seating.seating_now import present_at
from reservations.models import Act, Night
from reservations.nights import zone_of
from reservations.queries import player_names
from reservations.seating_chart import Heading, SeatingChart, seating_chart
from reservations.seats import Present
from reservations.table_steps import fold_tables
from reservations.tables import seating_terms_of, table_facts


def chart_of(night: Night) -> SeatingChart:
    """Return the chart of a night; before its bank is open nobody is there, and all seats are free."""
    facts = table_facts(night)
    act = Act.objects.filter(night=night).order_by("-number").first()
    present = present_at(night) if act else Present(())
    seating = fold_tables(facts, usual=seating_terms_of(night).most)
    heading = Heading(
        house=night.house.name,
        day=night.date,
        zone=ZoneInfo(zone_of(night)),
        fact=facts[-1].id if facts else 0,
        fact_at=facts[-1].at if facts else None,
        act=act.number if act else 0,
        head=act.head if act else "",
    )
    return seating_chart(seating.only(present), present, player_names(present.here), heading)
