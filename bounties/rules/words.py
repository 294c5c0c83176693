"""What a word of a search is: the same cut on both sides, in the column `search` and in `q`."""

import re
from typing import Final

# The characters by which PostgreSQL's parser would join or name things (paths, hosts, numbers, tags), and the
# usual ones beyond ASCII, which it takes for letters under some locales.
SEPARATORS: Final = "-_/.,:;@&=?#%~+*!<>()[]{}|\"'\\`^’‘“”„«»–—…•·¿¡°€£"
MOST_WORDS: Final = 8
SHORTEST_BEGINNING: Final = 2  # one letter begins a tenth of all words: it is looked for as a word

_CUT = re.compile(f"[\\s{re.escape(SEPARATORS)}]+")


def halves(text: str) -> tuple[str, str]:
    """`q` as PostgreSQL's to_tsquery reads it: the words that are whole, and the last one where it may be only begun.
    Either may be empty, both are without any word."""
    words = [f"'{word}'" for word in _CUT.split(text) if any(map(str.isalnum, word))][:MOST_WORDS]
    begun = f"{words.pop()}:*" if words and len(words[-1]) - 2 >= SHORTEST_BEGINNING else ""
    return " & ".join(words), begun


def tsquery(text: str) -> str | None:
    """Both halves together. None without any word."""
    return " & ".join(filter(None, halves(text))) or None
