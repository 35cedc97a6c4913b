import pytest

from reservations.acts.one_by_one import one_by_one


def failing(what):
    def job():
        raise what

    return job


def test_every_job_is_done_and_their_results_are_added():
    assert one_by_one([lambda: 2, lambda: None, lambda: 3]) == 5


def test_what_fails_holds_up_nothing_and_is_raised_at_the_end():
    done = []

    with pytest.raises(KeyError) as raised:
        one_by_one([lambda: done.append(1), failing(KeyError("level")), lambda: done.append(2)])

    assert (done, hasattr(raised.value, "__notes__")) == ([1, 2], False)


def test_of_several_that_fail_the_first_is_raised_and_tells_of_the_others():
    with pytest.raises(KeyError) as raised:
        one_by_one([failing(KeyError("level")), failing(ValueError("night")), failing(ValueError("seat"))])

    assert raised.value.__notes__ == ["and 2 more failed after it, the last with ValueError('seat')"]
