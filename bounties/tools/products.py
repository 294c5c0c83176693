"""Tools for managed work that is built on bounties: rewrites by a person, photos of places, and cakes."""

from typing import Any, Final

from marketplace.core.tools import BARE, FREE, READS, SOURCE, Tool

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
        name="request_picture",
        title="Order a fresh photo of a place",
        intents="picture snapshot image fresh now today san francisco sf landmark street look like take shoot",
        what="Has a person go to a public place in one city (docs say which; San Francisco unless the operator chose another) and "
        "take a photo: tier standard is 20 USD and 25 hours, express 100 USD and 6 hours, the platform's fee included. The first "
        "who applies is hired by itself, and a photo without a finding is approved by rule. Any other work: create_bounty.",
        effects="Spends money: the tier's sum leaves your wallet into escrow, at once or as soon as the wallet holds it. Undone by "
        "cancel_bounty with bountyId of the answer until somebody is hired. The same idempotencyKey is the same order for ever.",
        then="Then wait_for_events with bountyId, and get_picture.",
        operation="requestPicture",
        toolset="products",
        fields={"tier": "standard: 20 USD, within 25 hours; express: 100 USD, within 6 hours."},
        required=("idempotencyKey",),
        answer=BARE,
        examples=(
            {
                "location": "Ferry Building, Embarcadero",
                "subject": "The clock tower from the street",
                "tier": "standard",
                "idempotencyKey": "clock-tower-1",
            },
        ),
    ),
    Tool(
        name="get_picture",
        title="See how an ordered photo stands",
        intents="picture status track ready photo ordered",
        what="Shows how a photo stands that you ordered: processing, also delayed past deliverBy, or delivered. With ownerAction "
        "review a photo waits for your decision. One that waits for money is refused with fundingUrl, one that nobody took "
        "in time without: its money is back.",
        effects=READS,
        then="get_submission with bountyId and submissionId shows the photo; judge it by review_submission.",
        operation="getPicture",
        toolset="products",
        answer=BARE,
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
