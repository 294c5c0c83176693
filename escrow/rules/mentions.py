"""Which of somebody's sentences are about one line of a contract, by the words that both have."""

import re
from collections.abc import Iterable
from typing import Final

_WORD = re.compile(r"[^\W\d_]{3,}|\d+", re.UNICODE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
# fmt: off
_COMMON: Final = frozenset({
    "the", "and", "for", "that", "this", "with", "from", "have", "has", "was", "were", "are", "you", "your", "our", "not", "but",
    "they", "she", "his", "her", "its", "all", "any", "can", "will", "would", "there", "here", "what", "when", "who", "why", "how",
    "out", "one", "two", "more", "must", "should", "into", "than", "then", "them", "been", "being", "very", "just", "only", "also",
})
# fmt: on
_STEM: Final = 5  # letters: photo and photos, blurred and blurry
_QUOTED: Final = 2


def _stems(text: str) -> set[str]:
    return {word.lower()[:_STEM] for word in _WORD.findall(text) if word.lower() not in _COMMON}


def about(line: str, texts: Iterable[str]) -> list[str]:
    """The sentences that share the most words with the line, at most two, in the order in which they were said. A sentence counts
    with two words in common, or with one where the line has no more than two."""
    wanted = _stems(line)
    if not wanted:
        return []
    least = 1 if len(wanted) <= 2 else 2
    sentences = [part.strip() for text in texts for part in _SENTENCE.split(text) if part.strip()]
    scored = [(len(wanted & _stems(sentence)), number) for number, sentence in enumerate(sentences)]
    best = sorted((row for row in scored if row[0] >= least), key=lambda row: (-row[0], row[1]))[:_QUOTED]
    return [sentences[number] for _, number in sorted(best, key=lambda row: row[1])]
