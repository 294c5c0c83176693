"""Tools to hire one person by name."""

from marketplace.core.tools import READS, Tool

_SPENDS = (
    "Spends money: price plus the platform's fee goes from your wallet into escrow, or checkoutUrl is a page on which a "
    "person pays. Undone by cancel_escrow before evidence; it also returns if the person doesn't confirm within two hours. "
    "Send idempotencyKey: repeated without it, it hires and pays again."
)

DIRECT = [
    Tool(
        name="rent_human",
        title="Hire a person by name",
        intents="direct hire one person privately known same again rehire worker by name book",
        what="Hires one known person for one task, in one step and in private. To let people apply use "
        "create_bounty; with a fixed settling date use create_personal_bounty.",
        effects=_SPENDS,
        then="Then get_my_rentals for what to do next.",
        operation="rentHuman",
        toolset="escrow",
        fields={"estimatedHours": {"minimum": 0.083}},
    ),
    Tool(
        name="create_personal_bounty",
        title="Bounty for one person",
        intents="direct hire private one person deadline criteria",
        what="As rent_human, with completion criteria and a deadline: two days after it the money settles by itself, "
        "released if the work was delivered, refunded if not.",
        effects=_SPENDS,
        then="Then get_my_rentals.",
        operation="createPersonalBounty",
        toolset="escrow",
        fields={"estimatedHours": {"minimum": 0.083}},
    ),
    Tool(
        name="get_my_rentals",
        title="List direct hires",
        intents="direct hires private people hired status",
        what="Lists people whom you hired by name, newest first, each with nextAction and whose turn it is.",
        effects=READS,
        then="Follow nextAction: release_payment, review_submission or wait.",
        operation="listRentals",
        toolset="escrow",
        without=("status",),
        words=True,
    ),
    Tool(
        name="create_escrow_checkout",
        title="Pay for a seat",
        intents="fund seat pay offer hire application checkout",
        what="Pays for one person's seat: accepts a pending application, pays a direct hire that waits for its "
        "money, or takes up the latest payment_offer of a conversation. An ordinary applicant is simpler hired by "
        "accept_application.",
        effects="May spend money: a seat of a funded bounty is paid by its pool; else price plus the platform's fee leaves "
        "your wallet, or checkoutUrl is a page for checkoutTotal (US dollars). Undone by cancel_escrow before "
        "evidence.",
        then="Keep escrowId for release_payment.",
        operation="payForSeat",
        toolset="escrow",
    ),
]
