"""The search for a rule by a few words, in any order and form. Pure."""

import functools
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from rapidfuzz import process
from rapidfuzz.distance import OSA

from reservations.parsing.documents import beside

Article = TypeVar("Article", bound=Mapping[str, Any])

_WORD = re.compile(r"[^\W_]+(?:[.][0-9]+[a-z]?)*")
_WORDS = beside(__file__, "words/search.toml")
_PASSED_OVER = frozenset(_WORDS["passed_over"].split())
"""Words of a question that are in every rule."""
_ALIKE = {word: frozenset(group.split()) for group in _WORDS["alike"] for word in group.split()}
"""Words that people use for one another, whatever the article calls it."""
_AS_ONE = re.compile(r"\b(all|buy|cash|mis|no|show|string)(?:ing|ed)?[ -](in|out|deal|show|down|up|bet)(?=s?\b)")
"""The words that people write as two, as one, or with a hyphen."""
_WEIGHTS = {"number": 8.0, "title": 4.0, "also": 4.0, "section": 1.5, "text": 1.5}
_ENDINGS = ("ings", "ing", "ies", "ied", "ed", "es", "s", "e", "y")
_SHORTEST = 3
"""How many letters of a word are left at least when its ending is taken off."""
_BEGUN = 0.6
"""The weight of a word with the searched beginning, against the word itself."""
_MISTYPED = 0.82
"""How much a mistyped word has to be like the one that is meant: one letter of six, two of twelve."""
_UNKNOWN = 0.5
"""The weight of a word that no article has, against one that a single article has."""
_OFTEN_ENOUGH = 0.5
"""The share of the words, by weight, that an article needs if none has all of them."""


def found(articles: Iterable[Article], words: str) -> list[Article]:
    """Return the articles about ``words``, best first; those with all of the words before the others.

    An article is found by its number, title, section, text, and ``also``, its other search words. The last letters of a
    word may differ or still be missing. Without a meaningful word nothing is found.
    """
    looked_for = _looked_for(words)
    read = [(article, _words_by_place(article)) for article in articles]
    scores = [{word: score for word in looked_for if (score := _score(word, places))} for _, places in read]
    among = {word: sum(word in score for score in scores) for word in looked_for}
    # A rare word means more than a frequent one; and for a word without an article perhaps there is none.
    unknown = _UNKNOWN * math.log1p(len(read))
    rarity = {word: math.log1p(len(read) / often) if often else unknown for word, often in among.items()}
    enough = _OFTEN_ENOUGH * sum(rarity.values())
    ranked = [
        (len(score), sum(rarity[word] * score_of_word for word, score_of_word in score.items()), article)
        for score, (article, _) in zip(scores, read, strict=True)
        if score and sum(rarity[word] for word in score) >= enough
    ]
    # Sorting keeps the order of the rules between equally good ones.
    ranked.sort(key=lambda entry: (entry[0] == len(rarity), entry[1]), reverse=True)
    return [article for *_, article in ranked]


def corrected(articles: Iterable[Article], words: str) -> str:
    """Return the searched words; a word without an article is replaced by the most similar one."""
    known = {word for article in articles for place in _words_by_place(article).values() for word in place}
    stems = {_stem(word) for word in known}
    meant = []
    for word in _looked_for(words):
        is_known = _stem(word) in stems or word in _ALIKE or any(known_word.startswith(word) for known_word in known)
        near = None
        if not is_known:
            among = [candidate for candidate in known if candidate[0] == word[0] and len(candidate) > _SHORTEST]
            near = process.extractOne(word, sorted(among), scorer=OSA.normalized_similarity, score_cutoff=_MISTYPED)
        meant.append(near[0] if near else word)
    return " ".join(meant)


def marked(text: str, words: str) -> list[tuple[str, bool]]:
    """Return the text in pieces, with whether they are among the searched ``words``."""
    looked_for = _looked_for(words)
    pieces, end = [], 0
    for match in _WORD.finditer(text):
        if any(_likeness(word, plain) for word in looked_for for plain in _plain(match.group())):
            pieces += [(text[end : match.start()], False), (match.group(), True)]
            end = match.end()
    return [piece for piece in (*pieces, (text[end:], False)) if piece[0]]


def _looked_for(words: str) -> list[str]:
    """Return the words to search without repetition, and without those of every question."""
    return [word for word in dict.fromkeys(_plain(_AS_ONE.sub(r"\1\2", words.casefold()))) if word not in _PASSED_OVER]


def _words_by_place(article: Mapping[str, Any]) -> dict[str, set[str]]:
    """Return the words of an article by their place; ``also`` is a list of texts."""
    texts = {place: article.get(place, "") for place in _WEIGHTS}
    joined = {place: text if isinstance(text, str) else " ".join(text) for place, text in texts.items()}
    # Some write a word with a hyphen that others write as one, or as two.
    return {
        place: {*_plain(text), *_plain(text.replace("-", "")), *_plain(_AS_ONE.sub(r"\1\2", text.casefold()))}
        for place, text in joined.items()
    }


def _score(word: str, places: Mapping[str, set[str]]) -> float:
    """Return how much an article is about a word: by its best place, 0 without one."""
    by_number = _WEIGHTS["number"] if word in places["number"] else 0.0
    others = ((place, other) for place, words in places.items() if place != "number" for other in words)
    return max((by_number, *(_WEIGHTS[place] * _likeness(word, other) for place, other in others)))


def _likeness(word: str, other: str) -> float:
    """Return how well a searched word fits another one: 1 for the same, whatever its ending."""
    if word == other or _stem(word) == _stem(other):
        return 1.0
    return _BEGUN if other.startswith(word) or other in _ALIKE.get(word, ()) else 0.0


@functools.lru_cache(maxsize=8192)
def _plain(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters, without accents and apostrophes."""
    folded = unicodedata.normalize("NFKD", text.replace("’", "").replace("'", "")).casefold()
    return tuple(_WORD.findall("".join(letter for letter in folded if not unicodedata.combining(letter))))


@functools.lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    """Return a word without its ending, the same for "raise", "raises", "raised" and "raising"."""
    ending = next((ending for ending in _ENDINGS if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST), "")
    stem = word.removesuffix(ending)
    return stem[:-1] if len(stem) > _SHORTEST and stem[-1] == stem[-2] else stem
