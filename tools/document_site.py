"""A hook of mkdocs.yml: the documents outside of docs/ as pages of the site, with their links adjusted."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
FROM_OUTSIDE = {"index.md": "README.md", **{name: name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")}}
"""The documents in the folder above, by the name of their page."""

PAGE_OF = {"../CHANGELOG.md": "CHANGELOG.md", "../CONTRIBUTING.md": "CONTRIBUTING.md", "README.md": "documents.md"}
"""Where a link of a document leads on the site, if not to what it names there."""


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Add the documents outside of docs/. The page of docs/README.md gives up its name to the front page."""
    listed = files.get_file_from_path("README.md")
    if listed is not None:
        files.remove(listed)
    outside = {page: ROOT / name for page, name in FROM_OUTSIDE.items()} | {"documents.md": ROOT / "docs" / "README.md"}
    for page, path in outside.items():
        files.append(File.generated(config, page, content=path.read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a document with its links adjusted to the site."""
    return re.sub(r"(?<=\]\()([^)#\s]+)", lambda link: as_on_the_site(link[1]), markdown)


def as_on_the_site(link: str) -> str:
    """Return the address on the site for the target of a document's link."""
    inside = link.removeprefix("docs/")
    return PAGE_OF.get(inside, inside)
