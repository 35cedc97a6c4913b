"""Two acts at once about one line: an objection and the line's undoing, two objections, two answers."""

import pytest

from ledger.book import commands as book_commands
from ledger.book.commands import answer_objection, object_to
from ledger.book.own_queries import all_objections, open_objections
from reservations.models import Act
from tests.faults.racing import ROUNDS, at_once, faults, stamp, told, undoing

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]


def owes(players, again):
    """Make Bo owe Cy 5.00 by a new act, and return the act."""
    key = f"owe-{again}"
    book_commands.correct_book(
        stamp=stamp(key), debtor=players[1], creditor=players[2], amount_cents=500, reason="an old slip"
    )
    return Act.objects.get(key=stamp(key).key)


def objecting(players, act, key):
    return lambda: object_to(stamp=stamp(key), player=players[1], act=act.number, words="I paid")


def test_an_objection_against_the_undoing_of_its_line(players):
    """Either the objection comes too late, or the undoing answers it: no objection is left open."""
    for again in range(ROUNDS):
        act = owes(players, again)

        outcomes = at_once(objecting(players, act, f"object-{again}"), undoing(act.key, f"undo-{again}"))

        assert told(outcomes) in [["new", "new"], ["Impossible", "new"]]
        assert open_objections() == []
    assert faults() == []


def test_two_phones_of_a_player_object_at_once_and_two_bankers_answer(players):
    for again in range(ROUNDS):
        act = owes(players, again)

        said = at_once(*[objecting(players, act, f"object-{again}-{phone}") for phone in (1, 2)])
        waits = open_objections()[0]
        answers = at_once(
            *[
                lambda key=f"answer-{again}-{banker}", waits=waits: answer_objection(
                    stamp=stamp(key), objection=waits.id, words="we looked"
                )
                for banker in (1, 2)
            ]
        )

        assert (sorted(told(said)), sorted(told(answers))) == (["Impossible", "new"], ["Impossible", "new"])
    assert ([each.reply for each in all_objections()], faults()) == (["we looked"] * ROUNDS, [])
