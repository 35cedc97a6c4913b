"""What a browser says of itself, in a few words of our own. Pure.

Nothing of what was sent is repeated: it is anybody's text.
"""

_UNKNOWN = "a browser"
_SYSTEMS = (
    ("ipad", "iPad"),
    ("iphone", "iPhone"),
    ("android", "Android"),
    ("cros", "ChromeOS"),
    ("windows", "Windows"),
    ("mac os", "Mac"),
    ("linux", "Linux"),
)
# Most browsers also claim to be Chrome and Safari, so the ones that say more stand first.
_MAKES = (
    ("edg", "Edge"),
    ("opr/", "Opera"),
    ("samsungbrowser", "Samsung Internet"),
    ("firefox", "Firefox"),
    ("fxios", "Firefox"),
    ("crios", "Chrome"),
    ("chrome", "Chrome"),
    ("safari", "Safari"),
)


def described(user_agent: str) -> str:
    """Return the make of a browser and what it runs on: "Firefox on Android"; "a browser" where it says neither."""
    said = user_agent.lower()
    make = next((words for mark, words in _MAKES if mark in said), _UNKNOWN)
    system = next((words for mark, words in _SYSTEMS if mark in said), "")
    return f"{make} on {system}" if system else make
