"""The answer in the first line of a mail: "yes", "no thanks", "can't make it", "count me in", "+1 Bo".

Pure. Careful rather than clever: only a line of known words counts, with one answer in it. The host reads all other
mails, for example "yes but late" and "no problem, yes".
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from reservations.acts.facts import Reply
from reservations.parsing.documents import beside

_LONGEST = 120  # characters of a line
_WRITTEN = beside(__file__, "words.toml")
_PHRASES = {
    tuple(phrase.split()): reply
    for reply, phrases in [*((reply, _WRITTEN[reply]) for reply in Reply), (None, _WRITTEN["nothing"])]
    for phrase in re.split(r"\s*[|\n]\s*", phrases.strip())
}
_MOST_WORDS = max(map(len, _PHRASES))
_STARTS = {tuple(phrase.split()) for phrase in _WRITTEN["greetings"]}
_MARKERS = {tuple(phrase.split()) for phrase in _WRITTEN["brings"]}
_SIGNS = "".join(sign for phrase in _PHRASES for sign in phrase if not sign[0].isalpha())
_DRESS = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")  # the drawing of a sign, and its colour of skin
_TOKEN = re.compile(
    rf"(?P<word>[^\W\d_]+(?:['’-][^\W\d_]+)*['’]?)|\+ ?(?P<count>\d?)|[-,.!;:&…–—{_SIGNS}]|\s+|(?P<other>.)", re.DOTALL
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_AFTER_ALL = frozenset(["disregard", "ignore", "scratch", "forget", "nevermind", "instead"])
_UNABLE = frozenset(["no", "nope", "not", "cant", "cannot", "wont", "couldnt", "unable", "sick", "cancel"])
_TAKES_BACK = {
    Reply.YES: _AFTER_ALL | _UNABLE,
    Reply.NO: _AFTER_ALL | {"yes", "yep", "yeah", "can", "actually"},
    Reply.MAYBE: _AFTER_ALL | {"yes", "no", "cant", "cannot", "wont", "unable"},
}
"""The words below an answer for which a person has to read it."""

_AND = ("and", "&", "+", ",")


@dataclass(frozen=True)
class AnswerInWords:
    """An answer in words: its guests, by name, and whether the mail ``says_more`` than that.

    ``taken_back``: something below it may take it back, so the answer is uncertain.
    """

    reply: Reply
    guests: tuple[str, ...] = ()
    says_more: bool = False
    taken_back: bool = False


def answer_in(lines: Sequence[str], name: str = "") -> AnswerInWords | None:
    """Return a mail's answer in its first line below a greeting or thanks; None if it is for a person to read.

    ``name`` is the sender's: they may sign with it.
    """
    answers = list(dropwhile(lambda token: token[1] == _NOTHING, [(line, _meaning_of(line, name)) for line in lines]))
    first, below = answers[0][1] if answers else None, answers[1:]
    if first is None:
        return None
    replies, guests = first
    # A player who brings a guest comes, too.
    named = tuple(filter(None, guests))
    replies = replies or frozenset({Reply.YES} if named else ())
    if len(replies) != 1 or (guests and Reply.YES not in replies):
        return None
    (reply,) = replies
    taken_back = any(
        (meaning and meaning[0] - replies) or _TAKES_BACK[reply] & {_plain(word) for word in _WORD.findall(line)}
        for line, meaning in below
    )
    says_more = named != guests or any(meaning != _NOTHING for _, meaning in below)
    return AnswerInWords(reply, named, says_more, taken_back)


_NOBODY = ""
"""A guest whose name nobody says."""

_Meaning = tuple[frozenset[Reply], tuple[str, ...]]
_NOTHING: _Meaning = (frozenset(), ())


def _meaning_of(line: str, name: str) -> _Meaning | None:
    """Return the answers in a line and the guests that it names; None if anything in it is unknown."""
    tokens = [match for match in _TOKEN.finditer(_DRESS.sub("", line)) if match[0].strip()]
    if not tokens or len(line) > _LONGEST or any(token["other"] for token in tokens):
        return None
    words = [_plain(token[0]) for token in tokens]
    own = {tuple(map(_plain, parts)) for parts in (name.split(), name.split()[:1]) if parts}
    replies, guests, place = set[Reply](), list[str](), 0
    while place < len(tokens):
        count = tokens[place]["count"]
        if phrase := _longest(words, place, _PHRASES.keys() | own):
            replies |= {reply} if (reply := _PHRASES.get(phrase)) else set()
            place += len(phrase)
        elif marker := ("+",) if count is not None else _longest(words, place, _MARKERS):
            named, place = _names_at(tokens, words, place + len(marker))
            if count and not named:
                named = [_NOBODY] * int(count)
            if not named or (count and int(count) != len(named)):
                return None
            guests += named
        elif place == 0 and (greeting := _longest(words, place, _STARTS)):
            place += len(greeting)
            for _ in range(2):
                place += bool(_name_at(tokens, words, place, most=1))
        elif tokens[place]["word"]:
            return None
        else:
            place += 1
    return frozenset(replies), tuple(guests)


def _names_at(tokens: Sequence[re.Match[str]], words: Sequence[str], place: int) -> tuple[list[str], int]:
    """Return the names that are listed from a place on, and the end of their list."""
    named = list[str]()
    while name := _name_at(tokens, words, place):
        named.append(" ".join(name))
        place += len(name)
        if words[place : place + 1] and words[place] in _AND and _name_at(tokens, words, place + 1):
            place += 1
    return named, place


def _plain(word: str) -> str:
    return word.lower().replace("'", "").replace("’", "")


def _longest(words: Sequence[str], place: int, phrases: Collection[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the longest of these phrases that begins at a place; () for none."""
    here = (tuple(words[place : place + length]) for length in range(_MOST_WORDS, 0, -1))
    return next((phrase for phrase in here if phrase in phrases), ())


def _name_at(tokens: Sequence[re.Match[str]], words: Sequence[str], place: int, *, most: int = 3) -> list[str]:
    """Return the words of a name at a place: with capitals, and nothing with another meaning."""
    name = list[str]()
    while len(name) < most and place < len(tokens) and tokens[place]["word"] and tokens[place][0][0].isupper():
        if _longest(words, place, _PHRASES):
            break
        name.append(tokens[place][0])
        place += 1
    return name
