"""The answer in the first line of a mail, and lines that a person has to read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostdesk.mail.mailbox.words import AnswerInWords, answer_in
from reservations.acts.facts import Reply

YES, NO, MAYBE = Reply.YES, Reply.NO, Reply.MAYBE


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        *[(line, YES) for line in ("Yes!! 🎉", "👍", "👍🏽", "❤️ yes", "yes 👍", "yes pls", "Y", "y!")],
        *[
            (line, YES)
            for line in ("yes", "YES!", "Yes, please.", "in", "I'm in!", "I’m in", "count me in", "Sure thing")
        ],
        *[(line, YES) for line in ("Hi Ann, yes", "Dear all, I'll be there. Thanks!", "Yes - count me in", "yes, Bo")],
        *[(line, NO) for line in ("no", "no thanks", "No, thanks!", "out", "can't make it", "Can’t come, sorry.")],
        *[(line, NO) for line in ("Sorry, I can't make it this time", "not in", "I'm not coming", "I'll pass")],
        *[(line, NO) for line in ("Won't be able to make it", "Sorry, I won’t be able to make it 😢", "N", "👎")],
        *[(line, MAYBE) for line in ("maybe", "Perhaps.", "Put me down as a maybe")],
    ],
)
def test_one_clear_answer_counts_however_it_is_dressed(line, reply):
    assert answer_in([line], "Bo Barker") == AnswerInWords(reply)


@pytest.mark.parametrize(
    "line",
    [
        *("yes but late", "not sure yet", "no problem, yes", "yes?", "in or out", "yes no", "No, I'm in", "yes/no"),
        *(
            "yes, see you on Friday",
            "Thanks for the invite!",
            "Hi Ann!",
            "...",
            "",
            "yes 🤞",
            "yes 👎",
            "🎉",
            "1",
            "yes, Di",
        ),
        *(
            "yes, Di",
            "+1",
            "yes +2 Hal",
            "bringing beer",
            "yes and Hal",
            "no, +1 Hal",
            "maybe with Hal",
            "Hal",
            "yes " * 40,
        ),
    ],
)
def test_everything_else_is_for_the_host(line):
    assert answer_in([line], "Bo Barker") is None


@pytest.mark.parametrize(
    ("line", "guests"),
    [
        ("+1 Hal", ("Hal",)),
        ("Yes, +Hal", ("Hal",)),
        ("yes, bringing Hal", ("Hal",)),
        ("I'm in with Hal and Ida May Jones, thanks", ("Hal", "Ida May Jones")),
        ("Yes, +2 Hal & Ida", ("Hal", "Ida")),
        ("Yes +1 Hal +1 Ida", ("Hal", "Ida")),
        ("I'm bringing Hal, Ida, Jo Thanks", ("Hal", "Ida", "Jo")),
    ],
)
def test_guests_come_by_name(line, guests):
    assert answer_in([line]) == AnswerInWords(YES, guests)


@pytest.mark.parametrize("line", ["Yes +1", "yes, +1!", "yes +2", "Yes +1 Hal, +1"])
def test_a_guest_without_a_name_leaves_a_yes_of_which_the_host_reads_more(line):
    guests = ("Hal",) if "Hal" in line else ()

    assert answer_in([line]) == AnswerInWords(YES, guests, says_more=True)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["Hi Ann,", "Yes!", "Thanks,", "Bo"], AnswerInWords(YES)),
        (["Thank you for inviting me.", "No, sorry"], AnswerInWords(NO)),
        (["Yes", "if my sitter comes"], AnswerInWords(YES, says_more=True)),
        (["Yes", "with Hal"], AnswerInWords(YES, says_more=True)),
        (["No", "Yes"], AnswerInWords(NO, says_more=True, taken_back=True)),
        (["Yes", "", "No wait, something came up"], AnswerInWords(YES, says_more=True, taken_back=True)),
        (["Yes!", "Sorry, I can’t after all."], AnswerInWords(YES, says_more=True, taken_back=True)),
        (["Yes", "Please disregard this"], AnswerInWords(YES, says_more=True, taken_back=True)),
        (["No", "Can't make it, sorry"], AnswerInWords(NO, says_more=True)),
        (["No", "Actually I can"], AnswerInWords(NO, says_more=True, taken_back=True)),
        (["Maybe", "I am not sure yet"], AnswerInWords(MAYBE, says_more=True)),
        (["Maybe", "I can't say before Friday"], AnswerInWords(MAYBE, says_more=True, taken_back=True)),
        (["Let me see", "Yes"], None),
        ([], None),
    ],
)
def test_only_a_greeting_may_come_before_it_and_what_comes_after_it_is_told(lines, words):
    assert answer_in(lines, "Bo Barker") == words


WORDS = st.sampled_from(["yes", "no", "maybe", "but", "Hal", "+1", "with", "and", ",", "hi", "thanks", "’", "?", "İ"])


@given(st.lists(st.one_of(st.text(max_size=130), st.lists(WORDS, max_size=8).map(" ".join)), max_size=4), st.text())
def test_whatever_is_written_it_is_an_answer_or_none(lines, name):
    said = answer_in(lines, name)

    assert said is None or (said.reply in Reply and (said.reply == YES or not said.guests))
