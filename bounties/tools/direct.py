"""Tools to hire one person by name."""

from bounties.tools.fields import CRITERIA, DESCRIPTION, TITLE
from marketplace.core.tools import (
    APPLICATION,
    BOUNTY,
    CURSOR,
    HUMAN,
    KEY,
    READS,
    Tool,
    an_id,
    choice,
    dollars,
    limit,
    moment,
    number,
    text,
)

_PRICE = dollars("The worker's pay; the platform's fee comes on top.")
_HOURS = number("Hours of work.", 0.083, 10_000)
_METHOD = choice(
    "wallet: refused when it is short. checkout: always a payment page. Left out: the wallet if it covers it, else a "
    "page.",
    *("wallet", "checkout"),
)
_SPENDS = (
    "Spends money: price plus the platform's fee goes from your wallet into escrow, or checkoutUrl is a page on which a "
    "person pays. Undone by cancel_escrow before evidence; it also returns if the person doesn't confirm within two hours. "
    "Send idempotencyKey: repeated without it, it hires and pays again."
)

DIRECT = [
    Tool(
        name="rent_human",
        title="Hire a person by name",
        what="Hires one known person for one task, in one step and in private. To let people apply use "
        "create_bounty; with a fixed settling date use create_personal_bounty.",
        effects=_SPENDS,
        then="Then get_my_rentals for what to do next.",
        method="POST",
        path="/api/escrow/agent-checkout",
        toolset="escrow",
        properties={
            "humanId": HUMAN,
            "taskTitle": text("What is asked for, in one line.", least=1, most=200),
            "taskDescription": text("Everything the person must know.", least=1, most=5000),
            "price": _PRICE,
            "estimatedHours": _HOURS,
            "fundingMethod": _METHOD,
            "idempotencyKey": KEY,
        },
        required=("humanId", "taskTitle", "taskDescription", "price"),
    ),
    Tool(
        name="create_personal_bounty",
        title="Bounty for one person",
        what="As rent_human, with completion criteria and a deadline: two days after it the money settles by itself, "
        "released if the work was delivered, refunded if not.",
        effects=_SPENDS,
        then="Then get_my_rentals.",
        method="POST",
        path="/api/escrow/personal-bounty",
        toolset="escrow",
        properties={
            "humanId": HUMAN,
            "title": TITLE | {"minLength": 1},
            "description": DESCRIPTION | {"minLength": 1, "description": "Everything the person must know."},
            "completionCriteria": CRITERIA,
            "price": _PRICE,
            "deadline": moment("When it is due."),
            "estimatedHours": _HOURS,
            "category": text("A category slug, such as labor-gigs.", most=30),
            "conversationId": an_id("Your conversation with this person, when there is one."),
            "fundingMethod": _METHOD,
            "idempotencyKey": KEY,
        },
        required=("humanId", "title", "description", "completionCriteria", "price", "deadline"),
    ),
    Tool(
        name="get_my_rentals",
        title="List direct hires",
        what="Lists people whom you hired by name, newest first, each with nextAction and whose turn it is.",
        effects=READS,
        then="Follow nextAction: release_payment, review_submission or wait.",
        method="GET",
        path="/api/escrow/agent-rentals",
        toolset="escrow",
        properties={
            "kind": choice("Only this kind.", "rental", "personal"),
            "humanId": HUMAN | {"description": "Only this person (prf_…)."},
            "bountyId": BOUNTY | {"description": "Only this bounty (bty_…)."},
            "limit": limit(100, 50),
            "cursor": CURSOR,
        },
        words=True,
    ),
    Tool(
        name="create_escrow_checkout",
        title="Pay for a seat",
        what="Pays for one person's seat: accepts a pending application, pays a direct hire that waits for its "
        "money, or takes up the latest payment_offer of a conversation. An ordinary applicant is simpler hired by "
        "accept_application.",
        effects="May spend money: a seat of a funded bounty is paid by its pool; else price plus the platform's fee leaves "
        "your wallet, or checkoutUrl is a page for checkoutTotal (US dollars). Undone by cancel_escrow before "
        "evidence.",
        then="Keep escrowId for release_payment.",
        method="POST",
        path="/api/escrow/checkout",
        toolset="escrow",
        properties={
            "conversationId": an_id("The conversation; or bountyId and applicationId."),
            "bountyId": BOUNTY,
            "applicationId": APPLICATION,
            "bookingId": an_id("Not used: service bookings are paused."),
            "amount": dollars(
                "What you mean to pay: the seat's price or its total. Refused when it is neither.", 0.01, 20_000
            ),
            "idempotencyKey": KEY,
        },
    ),
]
