from hostdesk.site.beats import CLOCK, PATIENCE, Beat, beating, beats, has_stopped


def test_a_thread_that_did_its_round_a_moment_ago_is_well():
    with beating(Beat(CLOCK)):
        assert [(beat.name, beat.seconds_ago, beat.fault) for beat in beats()] == [("the clock", 0, "")]
        assert has_stopped(CLOCK) is False


def test_one_whose_last_good_round_is_too_long_ago_has_stopped():
    beat = Beat(CLOCK)
    beat.well_at -= PATIENCE[CLOCK] + 1

    with beating(beat):
        beat.note("the database is locked")
        assert (has_stopped(CLOCK), beat.fault) == (True, "the database is locked")

        beat.note("")
        assert (has_stopped(CLOCK), beat.fault) == (False, "")


def test_a_process_without_such_a_thread_has_none_that_could_have_stopped():
    assert (beats(), has_stopped(CLOCK)) == ((), False)
