"""The figures of coverage by layer."""

from tests.coverage_by_layer import by_layer


def file(covered, there, branches=(0, 0), missing=()):
    walked, all_branches = branches
    sums = {"covered_lines": covered, "num_statements": there, "covered_branches": walked, "num_branches": all_branches}
    percent = 100 * (covered + walked) / (there + all_branches) if there else 100
    return {"summary": {**sums, "percent_covered": percent}, "missing_lines": list(missing)}


def test_a_layer_has_the_sum_of_its_files_and_those_below_its_bound_are_listed():
    files = {
        "ledger/settle/fewest_payments.py": file(60, 60, (40, 40)),
        "hostdesk/people/own/views.py": file(85, 90, (4, 10), [12, 13, 30, 31, 40]),
        "hostdesk/people/pin/views.py": file(91, 91, (9, 9)),
        "ledger/buy_in/commands.py": file(10, 10, (3, 4)),
        "hostdesk/people/players/filters.py": file(5, 10),
    }

    assert by_layer(files) == [
        "hostdesk/people/own/views.py: 89 %, not walked: 12, 13, 30, 31, 40",
        "ledger/buy_in/commands.py: 93 %, not walked: branches alone",
        "commands: 13 of 14 lines and branches, 92.9 %, BELOW 100 %",
        "filters: 5 of 10 lines and branches, 50.0 %",
        "pure: 100 of 100 lines and branches, 100.0 %, at least 100 %",
        "views: 189 of 200 lines and branches, 94.5 %, at least 90 %",
    ]


def test_a_bound_is_met_exactly_and_files_without_lines_are_of_no_layer():
    files = {"ledger/book/queries.py": file(90, 100), "ledger/book/page.py": file(0, 0, (0, 0))}

    assert by_layer(files) == ["queries: 90 of 100 lines and branches, 90.0 %, at least 90 %"]
