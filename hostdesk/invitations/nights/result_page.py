"""The result of a closed night: all of it for the host, the shared part for the group's chat."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hostdesk.standings.book.queries import NightBook
from ledger.money.cents import show_money
from ledger.pictures.shapes import NARROW, WIDE, Pair
from ledger.reports.night_picture import results_picture, story_picture
from ledger.reports.night_report import NightReport
from ledger.reports.night_result import Comeback, NightResult, leading, placed
from ledger.seasons.commands import Shared
from ledger.seasons.queries import own_spans, private_players, season_report
from ledger.seasons.records import records
from ledger.seasons.report import ranked
from ledger.seasons.spans import current_span
from ledger.settle.fewest_payments import Payment
from reservations.models import Desk, Night
from reservations.parsing.names import first_names, whole_number

NAMES = {
    Shared.WHOLE: "Full names",
    Shared.FIRST_NAMES: "First names",
    Shared.RANKS: "No amounts",
    Shared.OWN: "No names",
}
"""The choices for a night's result in the group, in words."""


@dataclass(frozen=True)
class StoryPage:
    """The story of a night after ``step`` of its ``steps``, as a picture."""

    pair: Pair
    step: int
    steps: int

    @property
    def ways(self) -> list[tuple[str, int]]:
        """The steps before and after it, in words and by number; 0 if there is none."""
        return [("Earlier", self.step - 1), ("Later", (self.step + 1) % (self.steps + 1))]


@dataclass(frozen=True)
class ResultPage:
    """The result of a night for its viewer, and the ``shared`` part, with the ``names`` setting.

    ``text`` is for a chat and ends with a link. ``season`` is the key of the night's; "" for a viewer without rights to
    it.
    """

    result: NightResult
    shared: NightResult
    names: Shared
    text: str
    season: str

    choices = (*NAMES.items(),)
    """All choices of sharing, with their words."""


def story_page(report: NightReport, typed: str) -> StoryPage | None:
    """Return the story after as many steps as an address names, else after all of them; None if nobody had chips."""
    last = len(report.story.steps) if report.story.lanes() else 0
    step = min(max(1, whole_number(typed) or last), last)
    if not last:
        return None
    narrow, wide = (story_picture(report.story, width, step) for width in (NARROW, WIDE))
    return StoryPage(Pair(narrow, wide), step, last)


def bars_of(results: Sequence[tuple[str, int]]) -> Pair | None:
    """Return the results of players by name, in cents, as a picture; None if nobody played."""
    return Pair(results_picture(results, NARROW), results_picture(results, WIDE)) if results else None


def result_page(
    night: Night, report: NightReport, book: NightBook, desk: Desk, names: Shared, *, link: str, is_host: bool
) -> ResultPage:
    """Return the result of a closed night, with these names for the group and the ``link`` to the season.

    The host sees all of it, the banker the group's part.
    """
    shared = night_result(night, report, book, desk, names)
    return ResultPage(
        result=night_result(night, report, book, desk) if is_host else shared,
        shared=shared,
        names=names,
        text=f"{shared.text}\nThe season: {link}\n",
        season=current_span(own_spans(), night.house_id, night.date).key if is_host else "",
    )


def night_result(
    night: Night, report: NightReport, book: NightBook, desk: Desk, shared: Shared | None = None
) -> NightResult:
    """Return the result of a closed night with its season of that time, limited to ``shared``; None: all of it.

    No player with private results is named in the limited part.
    """
    span = current_span(own_spans(), night.house_id, night.date, desk.least_nights)
    season = season_report(replace(span, last=night.date))
    this = next((played for played in season.nights if played.night == night.pk), None)
    results = {result.player: result.result_cents for result in this.played} if this else {}
    names = {line.player: line.name for line in season.lines}
    for payment in book.payments:
        names |= {payment.proposed.payer: payment.payer, payment.proposed.payee: payment.payee}
    if shared is not None:
        private = private_players()
        names = {number: name for number, name in names.items() if number not in private and shared != Shared.OWN}
    if shared == Shared.FIRST_NAMES:
        short = first_names(names.values())
        names = {number: short[name] for number, name in names.items()}
    with_amounts = shared not in (Shared.RANKS, Shared.OWN)
    places = ranked(season.lines, least_nights=span.least_nights)
    nets = {place.line.player: place.line.net_cents for place in places if place.rank}
    comeback = None
    for record in records([this]) if this and desk.records_shown else ():
        holder = record.holders[0].player
        if record.key == "comeback" and holder in names:
            amounts = (record.figure, results[holder]) if with_amounts else ()
            comeback = Comeback(names[holder], *amounts)
    proposed = [due.proposed for due in book.payments if {due.proposed.payer, due.proposed.payee} <= names.keys()]
    minutes, bought = report.story.minutes, report.totals.buy_in_cents + report.totals.rebuy_cents
    figures = {
        "Players": str(len(results)),
        "Bought": show_money(bought) if bought and with_amounts else "",
        "Hours": f"{minutes // 60}:{minutes % 60:02}" if minutes else "",
        "Rebuys": str(report.totals.rebuy_count or ""),
        "Final pot": show_money(report.final_pot_cents) if report.final_pot_winner and with_amounts else "",
    }
    first = max(this.played, key=lambda result: result.result_cents) if this and this.played else None
    gave = first.bought_cents if first and first.player in names and with_amounts else None
    return NightResult(
        house=str(night.house),
        day=night.date,
        figures=tuple((label, value) for label, value in figures.items() if value),
        places=placed(results, names, with_amounts=with_amounts) if shared != Shared.OWN else (),
        player_count=len(results),
        ahead=sum(cents > 0 for cents in results.values()),
        comeback=comeback,
        season=span.name,
        nights=len(season.nights),
        leaders=leading(placed(nets, names, with_amounts=with_amounts)) if shared != Shared.OWN else (),
        payments=tuple(Payment(names[due.payer], names[due.payee], due.cents) for due in proposed if with_amounts),
        payment_count=len(book.payments),
        proof=book.sentence if book.payments else "",
        turned=(gave, gave + first.result_cents) if first and gave else None,
        until=f"{report.story.moments[-1]:%H:%M}" if report.story.steps else "",
        skyline=report.story.skyline,
    )
