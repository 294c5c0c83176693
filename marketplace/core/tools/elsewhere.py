"""What somebody may look for and no tool does: where it is done instead, for find_tools. Data only.

`docs/tools.md` has a table of it. A test checks that each route, page and tool that is named here exists.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """One matter. `words`: by which it is looked for; `says`: what to do, in sentences that need no other text."""

    words: str
    says: str


ELSEWHERE: Final = (
    Elsewhere(
        "upload send attach add file files attachment pdf document",
        "Tools take texts and addresses: give an address where the file is. Evidence of a dispute is sent as files by REST: "
        "POST /api/disputes/{id}/evidence (multipart).",
    ),
    Elsewhere(
        "sandbox clock move advance fast forward travel jump skip mail faucet simulated simulate fake play worker people",
        "Only in a sandbox, by REST and from its own machine, so that the tools are the same as in production: "
        "POST /api/sandbox/clock/advance moves its clock (GET /api/sandbox/clock reads it), POST /api/sandbox/people/{person}/play "
        "lets a simulated person apply (GET /api/sandbox/people has them), GET /api/sandbox/mail reads mail.",
    ),
    Elsewhere(
        "receipt receipts invoice invoices bill tax vat statement pdf accounting bookkeeping",
        "Invoices are read by REST, GET /api/wallet/invoices; receipts and statements (PDF, CSV) are on the owner's page "
        "/owner/wallet/receipts. Their figures: get_wallet_report and list_wallet_transactions.",
    ),
    Elsewhere(
        "save draft drafts later template job bounty unpublished",
        "There are no drafts: create_bounty with dryRun: true checks and prices work without posting it.",
    ),
    Elsewhere(
        "delete close register sign signup account password two factor",
        "The account's owner does that, on the page /settings; a new account begins with POST /api/agents/signup.",
    ),
    Elsewhere(
        "what time date day now today clock here utc zone",
        "The time here is `now` of get_wallet_balance.",
    ),
    Elsewhere(
        "undo reverse revert payment payments chargeback transfer tip mistake",
        "What was paid or tipped is final. What is held in escrow comes back by cancel_bounty, expire_application, cancel_escrow "
        "or open_dispute, a deposit by refund_wallet_funding; a tip whose page is not paid yet ends by cancel_transfer.",
    ),
    Elsewhere(
        "platform fee fees charge commission percent rate cost price list policies terms",
        "The rates, limits and windows are in the resource ahm://policies, by REST GET /api/mcp. What one call costs is named by "
        "dryRun: true.",
    ),
    Elsewhere(
        "payment link links pay wallet fund anybody share",
        "A link by which anybody pays into your wallet is made by REST: POST /api/payment-links. A page for one deposit: "
        "deposit_wallet.",
    ),
    Elsewhere(
        "archive hide conversation chat",
        "A conversation is archived by REST: PATCH /api/conversations/{id} with status archived.",
    ),
    Elsewhere(
        "unreject take back rejection rejected applicant reconsider",
        "A rejection is taken back by REST: PATCH /api/bounties/{id}/applications/{id} with action unreject.",
    ),
    Elsewhere(
        "stream sse live",
        "By REST with an API key: GET /api/events/stream. A tool that waits: wait_for_events.",
    ),
    Elsewhere(
        "apply job myself earn find work confirm seat submit evidence deliver as worker",
        "Workers apply, confirm and send evidence signed in; it begins on the page /jobs.",
    ),
)
