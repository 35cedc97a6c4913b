"""Objections to a line: facts beside the ledger that move no money, answered by a word or by undoing the line."""

import pytest

from ledger.book.commands import answer_objection, object_to
from ledger.book.own_queries import all_objections, is_about, lines_about, open_objections
from reservations.acts.problems import Impossible, Malformed, Unknown
from reservations.acts.queries import Answer
from reservations.models import Act
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening, book

pytestmark = pytest.mark.django_db


class Bought(Evening):
    """An evening with the acts of Bo's and Cy's buy-ins."""

    bos: Answer
    cys: Answer


@pytest.fixture
@played_once
def evening():
    """Bo bought 5.00 by THE BOOK, and Cy 5.00 for cash."""
    evening = Bought("mike")
    evening.bos = evening.buy_in("Bo", "5.00", pay="book")
    evening.cys = evening.buy_in("Cy", "5.00")
    return evening


def objects(evening, name="Bo", act=None, words="I paid cash", key=""):
    act = act or evening.bos
    return object_to(stamp=evening.stamp(key=key), player=player_named(name), act=act.act.number, words=words)


def answers(evening, said, words="You did, mended", key=""):
    return answer_objection(stamp=evening.stamp(key=key, by="Ann"), objection=said.fact.pk, words=words)


def test_an_objection_moves_nothing_and_waits(evening):
    acts = Act.objects.count()

    objects(evening)

    [waits] = open_objections()
    assert (waits.name, waits.words, waits.line.number) == ("Bo", "I paid cash", evening.bos.act.number)
    assert (Act.objects.count(), book()) == (acts, {"Bo": "-5.00"})


def test_a_word_answers_it_and_the_player_reads_it(evening):
    said = objects(evening)

    answers(evening, said)

    [read] = all_objections(player_named("Bo"))
    assert (read.is_open, read.reply, read.reply_by, open_objections()) == (False, "You did, mended", "Ann", [])


def test_undoing_the_line_answers_it_too(evening):
    said = objects(evening)

    evening.undo(evening.bos)

    assert (open_objections(), all_objections()[0].line.undone) == ([], True)
    with pytest.raises(Impossible, match="undone"):
        answers(evening, said)


def test_what_was_undone_is_objected_to_no_more(evening):
    undone = evening.undo(evening.bos)

    with pytest.raises(Impossible, match=f"by act {undone.act.number}"):
        objects(evening)


def test_one_at_a_time_and_another_after_the_answer(evening):
    first = objects(evening)
    with pytest.raises(Impossible, match="not answered yet"):
        objects(evening, words="really")
    answers(evening, first)

    objects(evening, words="no, look again")

    assert [each.words for each in all_objections()] == ["no, look again", "I paid cash"]


def test_it_is_answered_once(evening):
    said = objects(evening)
    answers(evening, said)

    with pytest.raises(Impossible, match="Ann has answered already: You did, mended"):
        answers(evening, said, "no")


def test_the_same_key_is_the_same_fact(evening):
    said, again = (objects(evening, key="objects-0001") for _ in range(2))
    answered = [answers(evening, said, key="answers-0001") for _ in range(2)]

    assert (again.known, again.fact, [each.known for each in answered]) == (True, said.fact, [False, True])


def test_nobody_objects_to_a_line_about_somebody_else(evening):
    with pytest.raises(Unknown):
        objects(evening, "Cy")
    with pytest.raises(Unknown):
        object_to(stamp=evening.stamp(), player=player_named("Bo"), act=999, words="what?")


def test_a_word_is_needed(evening):
    with pytest.raises(Malformed):
        objects(evening, words=" ")


def test_an_answer_to_nothing_is_refused(evening):
    said = objects(evening)
    reply = answers(evening, said)

    with pytest.raises(Unknown):
        answers(evening, reply)


def test_a_duplicate_s_lines_are_the_person_s(evening):
    """Cy turns out to be Bo."""
    evening.merges("Cy", "Bo")

    said = objects(evening, "Bo", evening.cys)

    assert [line.cents for line in lines_about(player_named("Bo"), evening.night)] == [500, 500]
    assert (said.fact.player.name, all_objections(player_named("Bo"))[0].line.number) == ("Bo", evening.cys.act.number)


def test_lines_between_nights_are_about_whom_they_move(evening):
    paid, old = evening.pays_debt("Bo", "Cy", "1.00"), evening.takes_over(Bo="-2.00", Cy="2.00")

    about = [[is_about(each.act, player_named(name)) for each in (paid, old)] for name in ("Bo", "Ann")]

    assert about == [[True, True], [False, False]]
    assert objects(evening, "Bo", paid).remark == "The host reads what you wrote."


def test_a_note_that_is_paid_is_about_who_wrote_it():
    """The act names only the note."""
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00", note="n1")

    paid = Act.objects.get(number=evening.redeems("n1", "5.00").act.number)

    assert (is_about(paid, player_named("Bo")), is_about(paid, player_named("Cy"))) == (True, False)
