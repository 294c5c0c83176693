"""Tools for managed work that is built on bounties: rewrites by a person, and cakes."""

from marketplace.core.tools import FREE, KEY, READS, Tool, an_id, cents, choice, flag, moment, record, text, whole

PRODUCTS = [
    Tool(
        name="create_humanization",
        title="Have a text rewritten",
        what="Has a text rewritten by a person who shows by document and screen recording that it was written by "
        "hand. sourceText and instructions stay private; the public listing shows subject only. Not for translations "
        "or new texts: create_bounty.",
        effects="Spends money: priceCents plus the platform's fee leaves your wallet into escrow; when it is short, "
        "funding.depositUrl is a page on which a person pays. Undone by cancel_bounty until somebody is hired.",
        then="Ask get_humanization how it stands; the detector hires by itself. Pay with release_payment after "
        "reading the text.",
        method="POST",
        path="/api/v1/humanizations",
        toolset="products",
        properties={
            "format": choice("Only text.", "text"),
            "sourceText": text("The text to rewrite.", least=1, most=100_000),
            "transformation": choice(
                "What to do with it.", "paraphrase", "tone", "clarity", "shorten", "expand", "general_rewrite"
            ),
            "subject": text("Public title of the listing.", least=3, most=80),
            "instructions": text("For the hired person only.", most=5000),
            "turnaroundMinutes": whole("Minutes from being hired until it is due.", 5, 10_080),
            "priceCents": cents("The worker's pay; the platform's fee comes on top.", 300, 100_000_000),
            "currency": choice("Only USD.", "USD"),
            "applicantScreening": record(
                "The sample that applicants rewrite.",
                aiGeneratedSourceText=text("A text to take it from instead of sourceText.", most=100_000),
                percentage=whole("Percent of the words; 5 when left out.", 1, 25),
                maximumWords=whole("At most; 500 when left out.", 50, 500),
                instructions=text("What applicants are told.", most=5000),
            ),
            "requireResume": flag("Applicants send a resume, too."),
            "idempotencyKey": KEY,
        },
        required=("format", "sourceText", "transformation", "turnaroundMinutes", "priceCents", "idempotencyKey"),
    ),
    Tool(
        name="get_humanization",
        title="See a rewrite",
        what="Shows how a rewrite stands: applicants and their samples, the hired person and deadline, the final "
        "document and recording, the detector's scores. Scores are evidence, not proof.",
        effects=READS,
        then="When it is submitted: review_submission and release_payment, by the ids in the answer or "
        "get_bounty_submissions.",
        method="GET",
        path="/api/v1/humanizations/{humanizationId}",
        toolset="products",
        properties={"humanizationId": an_id("The humanization (hmz_…).")},
        required=("humanizationId",),
        words=True,
    ),
    Tool(
        name="quote_cake_order",
        title="Price a cake",
        what="Prices a cake that a person brings to somebody's door. The quote holds for 30 minutes; all sums are US "
        "cents.",
        effects=FREE,
        then="Then send_cake_order with quoteId.",
        method="POST",
        path="/api/cake-orders/quote",
        toolset="products",
        properties={
            "recipientName": text("Whom it is for.", least=2, most=100),
            "address": text("Street, number, and what is on the door.", least=5, most=300),
            "city": text("City.", least=2, most=100),
            "country": text("ISO code or name.", least=1, most=56),
            "deliverAt": moment("6 hours to 60 days from now."),
            "message": text("On the card.", most=300),
            "size": choice("How large.", "small", "medium", "large"),
            "idempotencyKey": KEY,
        },
        required=("recipientName", "address", "city", "country", "deliverAt", "size"),
    ),
    Tool(
        name="send_cake_order",
        title="Send a cake",
        what="Orders the cake of a quote and looks for somebody who brings it.",
        effects="Spends money: totalCents of the quote leaves your wallet at once, with no page. Without a courier "
        "by deliverAt all of it comes back. Undone by cancel_bounty with bountyId of the answer until a courier is hired.",
        then="Then get_cake_order_status; the courier's photo is reviewed by review_submission.",
        method="POST",
        path="/api/cake-orders",
        toolset="products",
        properties={"quoteId": an_id("quoteId of quote_cake_order (cak_…)."), "idempotencyKey": KEY},
        required=("quoteId",),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="get_cake_order_status",
        title="See a cake order",
        what="Shows how a cake order stands: quoted, funded, assigned, delivered, completed or refunded.",
        effects=READS,
        method="GET",
        path="/api/cake-orders/{orderId}",
        toolset="products",
        properties={"orderId": an_id("The order: its quoteId (cak_…).")},
        required=("orderId",),
    ),
]
