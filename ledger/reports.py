"""Build the report of a night out of the ledger, as of one act."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils import timezone

from ledger.course import Course
from ledger.limits import night_limits
from ledger.night_report import NightReport, RulingLine, TimelineLine
from ledger.queries import bank_of, course_of, first_blinds, terms_of
from ledger.report_notes import book_lines, correction_lines, lapsed_lines, note_lines
from ledger.report_sums import chip_lines, drawer_lines, final_pot, moved_by, over_short, player_lines, totals
from ledger.statement import stakes_in_words, statement
from ledger.terms import BankTerms
from ledger.wording import amount_of, decision, said, with_its_act
from reservations.kinds import Kind
from reservations.models import Act, Night
from reservations.queries import persons_names_as_of


def night_report(night: Night) -> NightReport:
    """Return the report of an opened night: as of its close, else as of the ledger's last act.

    Raises ``Impossible`` where no bank was opened.
    """
    bank = bank_of(night).bank
    last = bank.closed or Act.objects.latest("number")
    course = course_of(night, until=last.number)
    names = persons_names_as_of(last.number)
    acts = _acts(night, last.number)
    terms = terms_of(bank.night.kept_rules)
    sums = moved_by(night, last.number)
    players = player_lines(course, sums, names)
    notes = note_lines(night, last.number, names)
    *earlier, banker = _bankers(course, names)
    return NightReport(
        house=str(bank.night.house),
        rules_version=bank.night.kept_rules.version,
        night_id=night.pk,
        date=night.date,
        closed=bank.closed is not None,
        banker=banker,
        earlier_bankers=tuple(earlier),
        stakes=_stakes(terms, course),
        limits=_limits(terms, course),
        players=tuple(players),
        totals=totals(players),
        chips=tuple(chip_lines(sums)),
        drawer=tuple(drawer_lines(sums, counted=course.drawer_counted_by is not None)),
        over_short_cents=over_short(sums),
        final_pot_winner=_winners(course, names),
        final_pot_cents=final_pot(sums),
        notes=tuple(notes),
        lapsed=tuple(lapsed_lines(night, notes, names, banker)),
        book=tuple(book_lines(sums, names)),
        corrections=tuple(correction_lines(night, bank.opened_id)),
        rulings=tuple(_rulings(acts, names, last.number)),
        timeline=tuple(_timeline(acts, names, last.number)),
        number=last.number,
        head=last.head,
    )


def _acts(night: Night, until: int) -> list[Act]:
    return list(Act.objects.filter(night=night, number__lte=until).select_related("reversed_by").order_by("number"))


def _bankers(course: Course, names: Mapping[int, str]) -> list[str]:
    passed_on = (each.content["banker"] for each in course.happenings if each.kind in (Kind.OPEN, Kind.HAND_OVER))
    return [names[number] for number, _ in groupby(passed_on)]


def _stakes(terms: BankTerms, course: Course) -> str:
    blinds = first_blinds(terms, course.opening)
    return stakes_in_words(terms, blinds) if blinds else ""


def _limits(terms: BankTerms, course: Course) -> tuple[str, ...]:
    """State the limits as they were stated at the outset."""
    opening = course.opening
    blinds = first_blinds(terms, opening)
    least, most = opening.get("buy_in_min"), opening.get("buy_in_max")
    return statement(terms, night_limits(terms, blinds=blinds, minimum_cents=least, maximum_cents=most), blinds)


def _winners(course: Course, names: Mapping[int, str]) -> str:
    return ", ".join(names[each.content["winner"]] for each in course.happenings if each.kind == Kind.FINAL_POT)


def _rulings(acts: Sequence[Act], names: Mapping[int, str], until: int) -> Iterator[RulingLine]:
    """Yield the rulings that overruled something and stand; one that met no refusal is not listed."""
    for act in acts:
        content = json.loads(act.content)
        for ruling, refused in () if _is_undone(act, until) else _set_aside(act, content):
            decided_by, reason = decision(ruling)
            yield RulingLine(
                number=act.number,
                at=timezone.localtime(act.at),
                what=said(act.kind, content, names),
                refused=tuple(refused),
                decided_by=decided_by,
                reason=reason,
            )


def _set_aside(act: Act, content: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield each ruling of an act with the sentences it set aside; the one on the count, that the counts differ."""
    sentences = json.loads(act.overruled)
    terms = sentences[:-1] if content.get("player_count") != content.get("banker_count") else sentences
    if terms:
        yield act.ruling, terms
    if terms != sentences:
        yield act.count_ruling, sentences[-1:]


def _timeline(acts: Sequence[Act], names: Mapping[int, str], until: int) -> Iterator[TimelineLine]:
    numbers = {act.key: act.number for act in acts}
    for act in acts:
        content = json.loads(act.content)
        yield TimelineLine(
            number=act.number,
            at=timezone.localtime(act.at),
            text=said(act.kind, with_its_act(content, numbers), names),
            by=act.by,
            undone=_is_undone(act, until),
            cents=amount_of(act.kind, content),
        )


def _is_undone(act: Act, until: int) -> bool:
    undoing = getattr(act, "reversed_by", None)
    return undoing is not None and undoing.number <= until
