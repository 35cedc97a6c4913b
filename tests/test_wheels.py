"""Every locked package has a wheel for every system: without one, the installer would have to compile."""

from packaging.requirements import Requirement

from tests.wheels import locked, missing, names

PILLOW = "pillow-13.0.0-cp311-cp311"


def test_every_locked_package_has_a_wheel_for_every_system():
    assert missing(locked(), names()) == []


def test_the_kept_names_are_of_the_files_in_the_lock():
    """The lock itself has no names, so a name for a file that is not in it would be useless."""
    assert set(names()) - {each for _, hashes in locked() for each in hashes} == set()


def test_a_package_without_a_wheel_for_a_system_is_found():
    lock = [(Requirement("pillow==13.0.0 ; python_version == '3.11'"), ["a", "b", "c"])]
    files = {"a": f"{PILLOW}-win_amd64.whl", "b": f"{PILLOW}-macosx_10_10_universal2.whl", "c": "pillow-13.0.0.tar.gz"}

    assert missing(lock, files) == [
        "pillow has no wheel for Linux on x86_64 with Python 3.11",
        "pillow has no wheel for Linux on aarch64 with Python 3.11",
    ]


def test_a_wheel_for_every_python_from_one_on_is_one_for_the_newer_ones():
    lock = [(Requirement("pyrage==1.4.0"), ["a"])]

    found = missing(lock, {"a": "pyrage-1.4.0-cp312-abi3-win_amd64.whl"})

    assert [each[-11:] for each in found if "Windows" in each] == ["Python 3.11"]
