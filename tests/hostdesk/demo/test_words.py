from datetime import UTC, date, datetime

from hostdesk.demo.words import Verb, Word, Words
from reservations.kinds import Stamp

AT, DAY = datetime(2026, 11, 18, 12, tzinfo=UTC), date(2026, 11, 20)


def test_words_have_their_keys_in_order_and_are_the_hosts_where_nobody_else_says_them():
    words = Words("rsvp-07", "mike", DAY, "Ann")

    words.say(Verb.CANCEL, AT, reason="The kitchen is being painted.")
    words.say(Verb.CONTEST, AT, by="Bo", player="Bo", words="I was there.")

    assert words.said == [
        Word(
            Verb.CANCEL,
            Stamp("demo-rsvp-07-001", AT, by="Ann"),
            "mike",
            DAY,
            fields={"reason": "The kitchen is being painted."},
        ),
        Word(Verb.CONTEST, Stamp("demo-rsvp-07-002", AT, by="Bo"), "mike", DAY, "Bo", {"words": "I was there."}),
    ]
