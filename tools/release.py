"""The files of a version, made in one folder: wheel, sdist, changes, notices, SBOM, image, checksums; `make release`.

The same commit gives the same bytes, and the same image as long as Debian's packages are the same. The program refuses
without a LICENSE, without a section in CHANGELOG.md, and if the places with the version differ. It looks up known
vulnerabilities, and reports when no list answers.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
from importlib import metadata
from pathlib import Path

from hostdesk import VERSION
from tools.sbom import locked, sbom

ROOT = Path(__file__).resolve().parent.parent
VULNERABILITIES = "https://api.osv.dev/v1/querybatch"
HEARD_WITHIN = 20  # seconds
LICENCE = re.compile(r"(?:^|/)(?:licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
IN_DJANGO_HTMX = "htmx, which django-htmx brings, is under the Zero-Clause BSD license (0BSD)."


class NoRelease(Exception):
    """A part of the version is missing; the sentence names it."""


def changes_of(root: Path) -> str:
    """Return the changes of this version. Raises `NoRelease` without a licence, a section, or with two versions."""
    if not (root / "LICENSE").is_file():
        raise NoRelease("There is no LICENSE: the owner decides which one, and nothing is given out before.")
    declared = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if declared != VERSION:
        raise NoRelease(f"pyproject.toml has version {declared}, hostdesk/__init__.py {VERSION}.")
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(VERSION)}\b.*?(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if found is None:
        raise NoRelease(f"CHANGELOG.md has no section {VERSION}: what stands under Unreleased belongs there.")
    return found[0]


def notices_of(root: Path) -> str:
    """Return the licences of all shipped packages. Raises `NoRelease` for a package without a licence."""
    parts = [(path.stem, path.read_text(encoding="utf-8")) for path in sorted(root.glob("ledger/**/OFL-*.txt"))]
    parts.append(("htmx", IN_DJANGO_HTMX))
    for name in sorted({name for name, *_ in locked((root / "requirements.txt").read_text(encoding="utf-8"))}):
        package = metadata.distribution(name)
        texts = [Path(str(file.locate())) for file in package.files or () if LICENCE.search(str(file))]
        texts = [path for path in texts if path.is_file() and path.suffix not in (".py", ".pyc")]
        named = package.metadata.json.get("license_expression") or package.metadata.json.get("license")
        if not texts and not named:
            raise NoRelease(f"{name} has no licence with it: look for it before it is shipped.")
        written = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(texts)]
        parts.append((f"{name} {package.version}", "\n".join([str(named or ""), *written])))
    return "\n\n".join(f"{'=' * 78}\n{name}\n{'=' * 78}\n\n{text.strip()}" for name, text in parts) + "\n"


def known_vulnerabilities(lock: str, address: str = VULNERABILITIES) -> list[str] | None:
    """Return the locked packages with their known vulnerabilities; None if the list does not answer."""
    packages = locked(lock)
    queries = [{"version": number, "package": {"name": name, "ecosystem": "PyPI"}} for name, number, _ in packages]
    request = urllib.request.Request(address, json.dumps({"queries": queries}).encode())  # noqa: S310 - https, or a test
    try:
        with urllib.request.urlopen(request, timeout=HEARD_WITHIN) as answer:  # noqa: S310
            found = list(zip(packages, json.load(answer)["results"], strict=True))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return [
        f"{name} {number}: {', '.join(known['id'] for known in result['vulns'])}"
        for (name, number, _), result in found
        if result.get("vulns")
    ]


def changed_since_the_commit(root: Path) -> str:
    """Return the files that differ from the last commit, one per line; "" outside of a repository."""
    command = ["git", "status", "--porcelain", "--untracked-files=all"]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stdout


def make_release(root: Path, folder: Path, *, moment: str) -> None:
    """Write a version into an empty folder, with ``moment`` (seconds since 1970) as the time of all files."""
    changes, lock = changes_of(root), (root / "requirements.txt").read_text(encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    build = ["uv", "build", "--quiet", "--no-build-isolation", "--python", sys.executable, "--out-dir", str(folder)]
    same = {**os.environ, "SOURCE_DATE_EPOCH": moment, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for what in ("--wheel", "--sdist"):
        subprocess.run([*build, what], cwd=root, env=same, check=True)
    (folder / ".gitignore").unlink(missing_ok=True)  # uv's
    parts = {"CHANGES.md": changes, "NOTICES.txt": notices_of(root), "requirements.txt": lock}
    parts["sbom.cdx.json"] = json.dumps(sbom(VERSION, lock), indent=2) + "\n"
    for name, text in parts.items():
        (folder / name).write_text(text, encoding="utf-8")


def write_checksums(folder: Path) -> None:
    """Write the SHA-256 of all files in a folder, as `sha256sum --check` reads them."""
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="ascii")


def main() -> None:
    """Make the version of this source, in dist/."""
    folder = ROOT / "dist"
    last = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        if unfinished := changed_since_the_commit(ROOT):
            raise NoRelease("These differ from the last commit, and nobody could make the same:\n" + unfinished)
        changes_of(ROOT)
        known = known_vulnerabilities((ROOT / "requirements.txt").read_text(encoding="utf-8"))
        if known:
            raise NoRelease("Known vulnerabilities in what is shipped:\n" + "\n".join(known))
        make_release(ROOT, folder, moment=os.environ.get("SOURCE_DATE_EPOCH") or last.stdout.strip() or "315532800")
    except NoRelease as reason:
        sys.exit(str(reason))
    print(
        "No list of known vulnerabilities answers: none was asked." if known is None else "No vulnerability is known."
    )
    if shutil.which("buildah"):
        image = f"localhost/hostdesk:{VERSION}"
        subprocess.run([ROOT / "deploy" / "image", image], check=True)
        archive = f"docker-archive:{folder}/hostdesk-{VERSION}-image.tar:{image}"  # Docker and podman can load this
        subprocess.run(["buildah", "push", image, archive], check=True)
    else:
        print("No builder for images is here: there is no image in it.")
    write_checksums(folder)
    print((folder / "SHA256SUMS").read_text(encoding="ascii"), end="")


if __name__ == "__main__":
    main()
