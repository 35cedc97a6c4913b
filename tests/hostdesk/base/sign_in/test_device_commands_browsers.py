"""The description of a browser, which repeats no word that the browser sent."""

import pytest

from hostdesk.base.sign_in.device_commands import browser_name


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 SamsungBrowser/29", "Samsung Internet on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) CriOS/140.0 Safari/604.1", "Chrome on iPad"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15", "Safari on Mac"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("curl/8.0", "a browser"),
        ("<script>alert(1)</script>\x00 linux", "a browser on Linux"),
        ("", "a browser"),
    ],
)
def test_a_browser_is_described_in_words_of_our_own(said, words):
    assert browser_name(said) == words
