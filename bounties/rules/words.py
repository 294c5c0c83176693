"""How texts are split into search words: the same in the column `search` and in the parameter `q`."""

import re
from typing import Final

# Characters that PostgreSQL's parser would treat as part of a token (paths, hosts, numbers, tags), and common non-ASCII
# punctuation, which it takes for letters under some locales.
SEPARATORS: Final = "-_/.,:;@&=?#%~+*!<>()[]{}|\"'\\`^’‘“”„«»–—…•·¿¡°€£"
MOST_WORDS: Final = 8
SHORTEST_PREFIX: Final = 2  # a single letter is a prefix of a tenth of all words: it is searched for as a word

_CUT = re.compile(f"[\\s{re.escape(SEPARATORS)}]+")


def split_query(text: str) -> tuple[str, str]:
    """`q` as two to_tsquery texts: the whole words, and the last word as a prefix. Either may be empty; both are when there
    is no word."""
    words = [f"'{word}'" for word in _CUT.split(text) if any(map(str.isalnum, word))][:MOST_WORDS]
    prefix = f"{words.pop()}:*" if words and len(words[-1]) - 2 >= SHORTEST_PREFIX else ""
    return " & ".join(words), prefix
