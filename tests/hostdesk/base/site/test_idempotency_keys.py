from hostdesk.base.site.idempotency_keys import new_key


def test_every_key_is_new_and_long_enough_for_an_act():
    keys = [new_key() for _ in range(100)]

    assert len(set(keys)) == 100
    assert {8 <= len(key) <= 64 for key in keys} == {True}
