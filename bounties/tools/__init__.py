"""Tools to post work, to hire and to review; and for what is built on bounties. Data only."""

from bounties.tools.direct import DIRECT
from bounties.tools.hiring import HIRING
from bounties.tools.posting import POSTING
from bounties.tools.products import PRODUCTS

TOOLS = [*POSTING, *HIRING, *PRODUCTS, *DIRECT]
