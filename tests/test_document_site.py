"""The document site: documents outside of docs/ become pages of it, and a dead link fails the build."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.desk import ROOT
from tools.document_site import as_on_the_site, on_page_markdown


def built(folder):
    """Build the site of that folder strictly, and return the exit code and the output."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder / "site")]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    said = subprocess.run(command, cwd=folder, env=quiet, capture_output=True, text=True, check=False, timeout=120)
    return said.returncode, said.stdout + said.stderr


@pytest.fixture
def folder(tmp_path):
    """A folder with all sources of the site."""
    for name in ("docs", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for path in [*ROOT.glob("*.md"), ROOT / "mkdocs.yml"]:
        shutil.copy(path, tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("link", "page"),
    [
        ("docs/screens/tv.png", "screens/tv.png"),
        ("docs/README.md", "documents.md"),
        ("../CHANGELOG.md", "CHANGELOG.md"),
        ("deploy.md", "deploy.md"),
        ("https://desk.example/docs/", "https://desk.example/docs/"),
    ],
)
def test_a_link_leads_to_a_page_of_the_site(link, page):
    assert as_on_the_site(link) == page
    assert on_page_markdown(f"[There]({link}#at) it is.") == f"[There]({page}#at) it is."


@pytest.mark.further
def test_a_link_that_leads_nowhere_ends_the_build_and_is_named(folder):
    with (folder / "docs" / "deploy.md").open("a", encoding="utf-8") as guide:
        guide.write("\nSee [nothing](nothing.md).\n")

    code, said = built(folder)

    assert code == 1
    assert [line for line in said.splitlines() if "'nothing.md'" in line and "'deploy.md'" in line] != []


def test_the_front_page_is_the_readme_with_its_pictures_and_no_other_server_is_asked(folder):
    code, said = built(folder)
    pages = {path.name: path.read_text(encoding="utf-8") for path in (folder / "site").glob("*.html")}

    assert (code, "WARNING" in said) == (0, False)
    assert {f"{path.stem}.html" for path in (folder / "docs").glob("*.md")} - {*pages} == {"README.html"}
    assert ('src="screens/tonight.png"' in pages["index.html"], "documents.html" in pages) == (True, True)
    assert [name for name, page in pages.items() if 'src="http' in page or "fonts.googleapis" in page] == []
