"""The rules of a house in reading order."""

from hostdesk.rules.houses.reading import sections_of, to_look_up

STATED = {
    "stakes-big_blind": "Blinds 0.25/0.50.",
    "buy_in-minimum": "No minimum buy-in.",
    "seating-most": "At most 11 sit at one table.",
    "conduct-call_seconds": "Anybody may call the clock.",
}
ODD = {"number": "13a", "title": "Odd chips", "text": "They go to the high hand.", "section": "Showdown"}
REBUY = {"number": "2", "title": "Rebuys", "text": "At any time.", "section": "Stakes and buying in"}
TABLE = {"number": "3", "title": "Seats", "text": "First come, first served.", "section": "The tables and seats"}
SHOES = {"number": "9", "title": "Shoes", "text": "Off."}


def titles(*articles):
    return [each.title for each in sections_of({"articles": [*articles]}, STATED)]


def test_a_term_stands_at_the_head_of_its_subject():
    buying, tables, *_ = sections_of({"articles": [REBUY, TABLE, ODD]}, STATED)

    assert [*buying.sentences] == ["stakes-big_blind", "buy_in-minimum"]
    assert ([*tables.sentences], tables.articles) == (["seating-most"], [TABLE])


def test_what_no_article_is_about_follows_the_subject_before_it():
    assert titles(REBUY, TABLE, ODD) == ["Stakes and buying in", "The tables and seats", "Conduct", "Showdown"]
    assert titles(ODD, TABLE) == ["Stakes", "Buying in", "Showdown", "The tables and seats", "Conduct"]


def test_a_house_without_articles_is_read_by_its_terms():
    assert titles() == ["Stakes", "Buying in", "Seats and tables", "Conduct"]


def test_articles_without_a_heading_have_a_section_of_their_own():
    assert titles(SHOES)[-1] == "Articles"


def test_every_section_has_an_anchor_of_its_own():
    articles = [{**SHOES, "section": each} for each in ("All-in", "All in", "¿?")]

    found = [each.anchor for each in sections_of({"articles": articles}, {})]

    assert found == ["section-all-in", "section-all-in-2", "section-our-game"]


def test_everything_can_be_looked_up_where_it_stands():
    found = to_look_up(sections_of({"articles": [TABLE, SHOES]}, {"seating-most": "At most 11."}))

    assert [(each["anchor"], each["section"], each["text"]) for each in found] == [
        ("term-seating-most", "The tables and seats", "At most 11."),
        ("article-3", "The tables and seats", "First come, first served."),
        ("article-9", "Articles", "Off."),
    ]
