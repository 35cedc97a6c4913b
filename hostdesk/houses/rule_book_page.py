"""What the rule book of a house is made of: one version of its rules, by the subjects under which people read them."""

from django.utils.timezone import localdate

from hostdesk.houses.queries import read_rules
from hostdesk.houses.reading import sections_of
from hostdesk.houses.rule_book_pdf import BookArticle, RuleBook
from reservations.models import Rules

_MARKS = ("new", "unusual")


def rule_book_of(rules: Rules) -> RuleBook:
    """Return the book of one version of a house's rules.

    Its sentences and its articles stand under the same headings as on the page of the rules, each in a part of its own.
    """
    read = read_rules(rules)
    sentences = {**read.stated, **read.attendance_stated, **read.seating_stated}
    articles = (
        BookArticle(
            number=article["number"],
            title=article["title"],
            text=article["text"],
            section=section.title,
            marks=tuple(mark for mark in _MARKS if article.get(mark)),
        )
        for section in sections_of(read.document, {})
        for article in section.articles
    )
    return RuleBook(
        house=rules.house.name,
        summary=read.document["summary"],
        version=rules.version,
        since=localdate(rules.since),
        source=read.source,
        in_short=tuple((each.title, tuple(each.sentences.values())) for each in sections_of({}, sentences)),
        chips=read.terms.chips,
        levels=tuple(map(str, read.terms.levels)),
        level_minutes=read.terms.level_minutes,
        articles=tuple(articles),
    )
