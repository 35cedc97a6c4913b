"""The coverage of each layer by the tests: ``python -m tests.coverage_by_layer [pytest's options] [folders of tests]``.

It runs all tests but the long ones, and counts all lines and branches of the product but migrations; with folders of
tests, those of the same folders of the product. Programs that a test starts are not counted. It exits with 1 if a test
fails or a layer is below its bound, and lists the files below their bound with the lines that no test runs.
"""

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.test_architecture import FLOORS, ROOT, layer_of

BOUNDS = {"pure": 100, "commands": 100, "queries": 90, "page": 90, "views": 90, "forms": 90}
"""The lowest percentage of lines and branches that the tests must run, by layer; other layers have no bound."""


def by_layer(files: dict[str, Any]) -> list[str]:
    """Return the files below their layer's bound and a line for each layer, from coverage's report on files."""
    walked, there, below = defaultdict[str, int](int), defaultdict[str, int](int), list[str]()
    for path, report in sorted(files.items()):
        layer, sums = layer_of(path.removesuffix(".py").replace("/", ".")), report["summary"]
        walked[layer] += sums["covered_lines"] + sums["covered_branches"]
        there[layer] += sums["num_statements"] + sums["num_branches"]
        if sums["percent_covered"] < BOUNDS.get(layer, 0):
            lines = ", ".join(map(str, report["missing_lines"]))
            below.append(f"{path}: {sums['percent_covered']:.0f} %, not walked: {lines or 'branches alone'}")
    return [*below, *(_line(layer, walked[layer], many) for layer, many in sorted(there.items()) if many)]


def _line(layer: str, walked: int, there: int) -> str:
    bound = BOUNDS.get(layer, 0)
    verdict = f", BELOW {bound} %" if walked * 100 < bound * there else f", at least {bound} %" if bound else ""
    return f"{layer}: {walked} of {there} lines and branches, {walked * 100 / there:.1f} %{verdict}"


def main(options: list[str]) -> int:
    """Run the tests and print the layers."""
    folders = [each.removeprefix("tests/").rstrip("/") for each in options if each.startswith("tests/")] or [*FLOORS]
    with tempfile.TemporaryDirectory(prefix="coverage-") as own:
        settings, report = Path(own, "settings.ini"), Path(own, "report.json")
        left_out = "omit = */migrations/*\n[report]\nexclude_also =\n  raise NotImplementedError\n  if TYPE_CHECKING:\n"
        source = f"[run]\nbranch = true\ndata_file = {own}/data\nsource = {','.join(folders)}\n"
        settings.write_text(source + left_out)
        asked = ["--cov", f"--cov-config={settings}", f"--cov-report=json:{report}", "-m", "not long", *options]
        failed = subprocess.run([sys.executable, "-m", "pytest", "-q", *asked], cwd=ROOT, check=False).returncode
        lines = by_layer(json.loads(report.read_text(encoding="utf-8"))["files"])
    print(*lines, sep="\n")
    return int(bool(failed) or any("BELOW" in line for line in lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
