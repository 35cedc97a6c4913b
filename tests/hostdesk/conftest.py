"""What the tests of the commands lean on."""

from pathlib import Path

import pytest


@pytest.fixture
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the test read and write files by bare names: its working directory is empty and its own."""
    monkeypatch.chdir(tmp_path)
