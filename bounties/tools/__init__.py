"""Tools to post work, to hire and to review; and for what is built on bounties. Data only."""

from bounties.tools.direct import DIRECT
from bounties.tools.hiring import HIRING
from bounties.tools.posting import POSTING
from bounties.tools.products import PRODUCTS

IDS = {
    "bountyId": "The bounty (bty_…).",
    "applicationId": "The application (app_…), from get_bounty_applications.",
    "submissionId": "The submission (sub_…), from get_bounty_submissions.",
    "humanizationId": "The humanization (hmz_…).",
    "orderId": "The order: its quoteId (cak_…).",
}
TOOLS = [*POSTING, *HIRING, *PRODUCTS, *DIRECT]
