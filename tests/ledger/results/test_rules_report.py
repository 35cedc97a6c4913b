"""A night of results only as values."""

from ledger.results.rules import NetResult, ResultLine, result_lines


def test_two_entries_of_one_person_are_one_line_and_the_best_result_is_first():
    results = [NetResult(1, -500), NetResult(2, 300), NetResult(3, 200)]

    assert result_lines(results, {1: "Ann", 2: "Bo", 3: "Bo"}) == (ResultLine("Bo", 500), ResultLine("Ann", -500))
