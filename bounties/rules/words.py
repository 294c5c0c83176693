"""What a word of a search is: the same cut on both sides, in the column `search` and in `q`."""

import re
from typing import Final

# The characters by which PostgreSQL's parser would join or name things (paths, hosts, numbers, tags), and the
# usual ones beyond ASCII, which it takes for letters under some locales.
SEPARATORS: Final = "-_/.,:;@&=?#%~+*!<>()[]{}|\"'\\`^’‘“”„«»–—…•·¿¡°€£"
MOST_WORDS: Final = 8
SHORTEST_BEGINNING: Final = 2  # one letter begins a tenth of all words: it is looked for as a word

_CUT = re.compile(f"[\\s{re.escape(SEPARATORS)}]+")


def tsquery(text: str) -> str | None:
    """`q` as PostgreSQL's to_tsquery reads it: every word, the last one perhaps only begun. None without any word."""
    words = [word for word in _CUT.split(text) if any(map(str.isalnum, word))][:MOST_WORDS]
    if not words:
        return None
    *whole, last = (f"'{word}'" for word in words)
    return " & ".join([*whole, last + (":*" if len(words[-1]) >= SHORTEST_BEGINNING else "")])
