"""The files behind the hashes of requirements.txt, which has no names: so the names are kept beside it.

``make lock`` pipes uv's other lock format through this module into ``tests/data/wheels.txt``. It leaves out the files
for Pythons that do not run the desk.
"""

import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from packaging import tags
from packaging.requirements import Requirement
from packaging.utils import InvalidWheelFilename, parse_wheel_filename

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "data" / "wheels.txt"
PYTHONS = (11, 12, 13, 14)
"""The minor versions of Python 3 that a host may have."""
OLDEST_GLIBC, OLDEST_MAC = 28, (11, 0)
"""Debian 10 and systems of its age have glibc 2.28. Macs of 2013 run macOS 11."""


@dataclass(frozen=True)
class System:
    """A kind of computer: its name, its markers, and the wheel platforms that it accepts."""

    name: str
    markers: dict[str, str]
    platforms: tuple[str, ...]

    def takes(self, wheel: str, minor: int) -> bool:
        """Tell whether that wheel installs here with CPython 3.minor; a file that is no wheel does not."""
        try:
            _, _, _, tagged = parse_wheel_filename(wheel)
        except InvalidWheelFilename:
            return False
        return not tagged.isdisjoint(_taken(self.platforms, minor))

    def needs(self, requirement: Requirement, minor: int) -> bool:
        """Tell whether a line of the lock is for this system and Python."""
        python = {"python_version": f"3.{minor}", "python_full_version": f"3.{minor}.0"}
        cpython = {"implementation_name": "cpython", "platform_python_implementation": "CPython"}
        return requirement.marker is None or requirement.marker.evaluate({**self.markers, **python, **cpython})


@cache
def _taken(platforms: tuple[str, ...], minor: int) -> frozenset[tags.Tag]:
    """Return the tags of all wheels that install on these platforms with CPython 3.minor."""
    version = (3, minor)
    own = tags.cpython_tags(version, platforms=platforms)
    return frozenset((*own, *tags.compatible_tags(version, f"cp3{minor}", platforms)))


def linux(machine: str) -> System:
    """Return Linux with glibc on that machine type."""
    glibc = [f"manylinux_2_{minor}_{machine}" for minor in range(5, OLDEST_GLIBC + 1)]
    older = [f"{name}_{machine}" for name in ("manylinux2014", "manylinux2010", "manylinux1")]
    markers = {"sys_platform": "linux", "os_name": "posix", "platform_machine": machine, "platform_system": "Linux"}
    return System(f"Linux on {machine}", markers, (*glibc, *older))


def mac(machine: str) -> System:
    """Return macOS on that machine type."""
    markers = {"sys_platform": "darwin", "os_name": "posix", "platform_machine": machine, "platform_system": "Darwin"}
    return System(f"macOS on {machine}", markers, tuple(tags.mac_platforms(OLDEST_MAC, machine)))


WINDOWS = System(
    "Windows on x86-64",
    {"sys_platform": "win32", "os_name": "nt", "platform_machine": "AMD64", "platform_system": "Windows"},
    ("win_amd64",),
)
SYSTEMS = (WINDOWS, mac("arm64"), mac("x86_64"), linux("x86_64"), linux("aarch64"))


def locked() -> list[tuple[Requirement, list[str]]]:
    """Return the lines of the lock, each with its hashes."""
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split(" --hash=sha256:") for line in text.splitlines() if "==" in line]
    return [(Requirement(pin.strip()), [each.strip() for each in hashes]) for pin, *hashes in lines]


def names() -> dict[str, str]:
    """Return the names of the files by their hashes."""
    return dict(line.split("  ") for line in KEPT.read_text(encoding="ascii").splitlines())


def missing(lock: list[tuple[Requirement, list[str]]], files: dict[str, str]) -> list[str]:
    """Return the missing wheels: the package, the system, the Python."""
    return [
        f"{requirement.name} has no wheel for {system.name} with Python 3.{minor}"
        for requirement, hashes in lock
        for system in SYSTEMS
        for minor in PYTHONS
        if system.needs(requirement, minor) and not any(system.takes(files.get(each, ""), minor) for each in hashes)
    ]


def main() -> None:
    """Read a lock in the format of PEP 751, and print the hash and the name of its files."""
    packages = tomllib.loads(sys.stdin.read())["packages"]
    files = [file for each in packages for file in (*each.get("wheels", ()), each.get("sdist")) if file]
    print(*sorted(f"{file['hashes']['sha256']}  {Path(file['url']).name}" for file in files), sep="\n")


if __name__ == "__main__":
    main()
