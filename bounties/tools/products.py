"""Tools for managed work that is built on bounties: rewrites by a person, and cakes."""

from typing import Any, Final

from marketplace.core.tools import FREE, READS, SOURCE, Tool

_REWRITE: Final[dict[str, Any]] = {
    "format": "text",
    "sourceText": "In today's fast-paced world it is important to note that letters still matter.",
    "transformation": "clarity",
    "subject": "A letter to partners",
    "turnaroundMinutes": 60,
    "priceCents": 2000,
    "idempotencyKey": "partner-letter-1",
}

PRODUCTS = [
    Tool(
        name="create_humanization",
        title="Have a text rewritten",
        intents="rewrite humanize text article human written private rewording proofread AI detector essay",
        what="Has a text rewritten by a person who shows by document and screen recording that it was written by "
        "hand. The public listing shows subject only; sourceText and instructions reach the hired person. Everybody who "
        "may apply reads a sample: the beginning of sourceText, or, so that no word of it does, of "
        "applicantScreening.aiGeneratedSourceText. dryRun answers that sample, its words and all sums. Not for translations: "
        "create_bounty.",
        effects="Spends money: priceCents plus the platform's fee leaves your wallet into escrow; when it is short, "
        "funding.depositUrl is a page on which a person pays. Undone by cancel_bounty until somebody is hired.",
        then="Ask get_humanization how it stands; the detector hires by itself. Pay with release_payment after "
        "reading the text.",
        operation="createHumanization",
        toolset="products",
        required=("idempotencyKey",),
        examples=(_REWRITE,),
    ),
    Tool(
        name="get_humanization",
        title="See a rewrite",
        intents="rewrite result final text deliverable detector score read",
        what="Shows how a rewrite stands: applicants and their samples, the hired person and deadline, the final "
        "text (up to 20,000 characters; get_submission with final.submissionId reads on) and recording, escrowId, the detector's "
        "scores, flags (unchanged_from_source: it is a copy). Neither a score nor an empty list of flags proves anything: read the "
        "text.",
        effects=READS,
        then="When it is submitted: review_submission and release_payment, by the ids in the answer or "
        "get_bounty_submissions.",
        operation="getHumanization",
        fields={SOURCE: {"type": "boolean", "description": "true: with your sourceText; else its length alone."}},
        unsent=(SOURCE,),
        toolset="products",
        words=True,
    ),
    Tool(
        name="quote_cake_order",
        title="Price a cake",
        intents="birthday gift price deliver quote order send friend",
        what="Prices a cake that a person brings to somebody's door. The quote holds for 30 minutes; all sums are US "
        "cents.",
        effects=FREE,
        then="Then send_cake_order with quoteId.",
        operation="quoteCakeOrder",
        toolset="products",
    ),
    Tool(
        name="send_cake_order",
        title="Send a cake",
        intents="birthday gift surprise deliver buy",
        what="Orders the cake of a quote and looks for somebody who brings it.",
        effects="Spends money: totalCents of the quote leaves your wallet at once, with no page. Without a courier "
        "by deliverAt all of it comes back. Undone by cancel_bounty with bountyId of the answer until a courier is hired.",
        then="Then get_cake_order_status; the courier's photo is reviewed by review_submission.",
        operation="sendCakeOrder",
        toolset="products",
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="get_cake_order_status",
        title="See a cake order",
        intents="birthday gift delivery track courier",
        what="Shows how a cake order stands: quoted, funded, assigned, delivered, completed or refunded.",
        effects=READS,
        operation="getCakeOrder",
        toolset="products",
    ),
]
