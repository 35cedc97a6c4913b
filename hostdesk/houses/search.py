"""Finding a rule by a few words, in the order and the form in which somebody at a table thinks of them. Pure."""

import functools
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

Article = TypeVar("Article", bound=Mapping[str, Any])

_WORD = re.compile(r"[^\W_]+(?:[.][0-9]+[a-z]?)*")
_PASSED_OVER = frozenset(
    _WORD.findall(
        "a an and are at be can do does for from has have he her his how i if in is it its me my of on or our she so "
        "than that the their them then there they this to us was we what when where which who whose will with you your"
    )
)
"""Words of a question that are in every rule."""
_WEIGHTS = {"number": 8.0, "title": 4.0, "also": 4.0, "section": 1.5, "text": 1.5}
_ENDINGS = ("ings", "ing", "ies", "ied", "ed", "es", "s", "e", "y")
_SHORTEST = 3
"""How many letters of a word are left at least when its ending is taken off."""
_BEGUN = 0.6
"""What a word counts that only begins as the one looked for, against that word itself."""
_OFTEN_ENOUGH = 0.5
"""The share of the words, by what they weigh, that an article has to have where none has all of them."""


def found(articles: Iterable[Article], words: str) -> list[Article]:
    """Return the articles that ``words`` are about, best first; those with all of the words before the others.

    An article is found by its number, title, section, text, and ``also``, the other words that people look for it by.
    The last letters of a word may differ or still be missing. Without a word to look for, nothing is found.
    """
    looked_for = _looked_for(words)
    read = [(article, _words_by_place(article)) for article in articles]
    scores = [{word: score for word in looked_for if (score := _score(word, places))} for _, places in read]
    among = {word: sum(word in score for score in scores) for word in looked_for}
    # A word that no article has says nothing of any: it may be mistyped. A rare word says more than a frequent one.
    rarity = {word: math.log1p(len(read) / often) for word, often in among.items() if often}
    enough = _OFTEN_ENOUGH * sum(rarity.values())
    ranked = [
        (len(score), sum(rarity[word] * each for word, each in score.items()), article)
        for score, (article, _) in zip(scores, read, strict=True)
        if score and sum(rarity[word] for word in score) >= enough
    ]
    # Sorting keeps the order of the rules where two are as good.
    ranked.sort(key=lambda each: (each[0] == len(rarity), each[1]), reverse=True)
    return [article for *_, article in ranked]


def marked(text: str, words: str) -> list[tuple[str, bool]]:
    """Return the text in pieces, each with whether it is one of the ``words`` that were looked for."""
    looked_for = _looked_for(words)
    pieces, end = [], 0
    for match in _WORD.finditer(text):
        if any(_likeness(word, plain) for word in looked_for for plain in _plain(match.group())):
            pieces += [(text[end : match.start()], False), (match.group(), True)]
            end = match.end()
    return [piece for piece in (*pieces, (text[end:], False)) if piece[0]]


def _looked_for(words: str) -> list[str]:
    """Return the words to look for, each once; those of every question only where there are no others."""
    plain = list(dict.fromkeys(_plain(words)))
    return [word for word in plain if word not in _PASSED_OVER] or plain


def _words_by_place(article: Mapping[str, Any]) -> dict[str, set[str]]:
    """Return the words of an article by where they stand; ``also`` is a list of texts."""
    texts = {place: article.get(place, "") for place in _WEIGHTS}
    joined = {place: text if isinstance(text, str) else " ".join(text) for place, text in texts.items()}
    # Some write a word with a hyphen that others write as one.
    return {place: {*_plain(text), *_plain(text.replace("-", ""))} for place, text in joined.items()}


def _score(word: str, places: Mapping[str, set[str]]) -> float:
    """Say how much an article is about a word: by the best place in which it stands, 0 if it has it nowhere."""
    by_number = _WEIGHTS["number"] if word in places["number"] else 0.0
    likest = (
        _WEIGHTS[place] * _likeness(word, each)
        for place, words in places.items()
        if place != "number"
        for each in words
    )
    return max((by_number, *likest))


def _likeness(word: str, other: str) -> float:
    """Say how well a word that is looked for fits another one: 1 for the same, whatever its ending."""
    if word == other or _stem(word) == _stem(other):
        return 1.0
    return _BEGUN if other.startswith(word) else 0.0


def _plain(text: str) -> list[str]:
    """Return the words of a text in small letters, without accents and apostrophes."""
    folded = unicodedata.normalize("NFKD", text.replace("’", "").replace("'", "")).casefold()
    return _WORD.findall("".join(each for each in folded if not unicodedata.combining(each)))


@functools.lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    """Return a word without its ending, the same for "raise", "raises", "raised" and "raising"."""
    ending = next((each for each in _ENDINGS if word.endswith(each) and len(word) - len(each) >= _SHORTEST), "")
    stem = word.removesuffix(ending)
    return stem[:-1] if len(stem) > _SHORTEST and stem[-1] == stem[-2] else stem
