"""The table of docs/performance.md: the figures, the machine, the date, and the figures of the version before."""

import json
import os
import platform
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks.timing import Line
from tests.desk import ROOT

PAGE = ROOT / "docs" / "performance.md"
MEASURED = "## Measured\n"
FIGURES = ("ratio", "presses", "seconds", "megabytes", "calls", "modules", "queries")
"""The keys under which a line may have its figure; every line has one of them."""
COLUMNS = ("benchmark", "against", "ms", "against_ms", "at_most", "holds")


def read(path: Path) -> list[Line]:
    """Return the lines that a run wrote to a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(lines: Sequence[Line], before: Iterable[Line]) -> None:
    """Replace the measured part of the page; the text above it stays."""
    text = PAGE.read_text(encoding="utf-8").partition(MEASURED)[0]
    PAGE.write_text(text + MEASURED + "\n".join(["", *measured(lines, before), ""]), encoding="utf-8")


def origin() -> Line:
    """Return the measured version, the date and the machine."""
    version = subprocess.run(["git", "log", "-1", "--format=%h of %cs"], cwd=ROOT, capture_output=True, check=True)
    told = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in told if line.startswith("model name")]
    return {
        "version": version.stdout.decode().strip(),
        "on": f"{datetime.now(UTC):%Y-%m-%d}",
        "python": platform.python_version(),
        "cores": os.cpu_count() or 1,
        "processor": next(iter(names), platform.machine()),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
    }


def measured(lines: Sequence[Line], before: Iterable[Line]) -> Iterator[str]:
    """Yield the lines of the page: version, date and machine, then the table."""
    old, here = {line.get("benchmark", "version"): line for line in before}, origin()
    bounds = [bool(line["holds"]) for line in lines if "holds" in line]
    yield f"On {here['on']}, with {here['cores']} cores of {here['processor']}, {here['memory_gib']} GiB of memory"
    yield f"and Python {here['python']}: version {here['version']}, and before it"
    yield f"version {old.get('version', {}).get('version', 'unknown')}. Of {len(bounds)} bounds {sum(bounds)} hold."
    yield ""
    yield "| what | against | figure | must be | before | ms | against, ms | beside it |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |"
    for line in lines:
        must = f"≤ {line['at_most']}" if "at_most" in line else ""
        must = must if line.get("holds", True) else f"**{must}**"
        others = [
            f"{value} {name.replace('_', ' ')}" for name, value in line.items() if name not in (*COLUMNS, *FIGURES)
        ]
        took = [str(line.get(name, "")) for name in ("ms", "against_ms")]
        cells = [line["benchmark"], line.get("against", ""), _figure(line), must]
        cells += [_figure(old.get(line["benchmark"], {})), *took, ", ".join(others)]
        yield f"| {' | '.join(map(str, cells))} |"


def _figure(line: Line) -> str:
    """Return the figure of a line; "–" if it has none."""
    return next((f"{line[name]}" + f" {name}" * (name != "ratio") for name in FIGURES if name in line), "–")
