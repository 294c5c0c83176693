"""Tools to pay the seats of hired people, to object to their work, and to send them money besides."""

from typing import Final

from marketplace.core.tools import (
    APPLICATION,
    BOUNTY,
    CURSOR,
    ESCROW,
    HUMAN,
    KEY,
    READS,
    Tool,
    an_id,
    choice,
    dollars,
    flag,
    limit,
    many,
    record,
    text,
)

_STATUSES: Final = (
    *("funding", "funded", "locked", "delivered", "completed", "warranty_hold", "disputed", "released", "refunded"),
    *("cancelled", "expired", "resolved"),
)
_RECIPIENT: Final = {
    "recipientId": HUMAN | {"description": "The worker's profile id (prf_…) or username; or recipientEmail."},
    "recipientEmail": text("The worker's confirmed e-mail address; or recipientId.", most=254),
}
_DISPUTE: Final = an_id("The dispute (dsp_…), from open_dispute or list_disputes.")
_PROOF: Final = many("Addresses that show it.", text("One address.", least=1, most=2048), 20)

TOOLS = [
    Tool(
        name="get_escrow",
        title="Read an escrow",
        what="Reads one escrow: status, windows, audit log, and sums, all of them US cents, amount, humanPayout and "
        "platformFee as well.",
        effects=READS,
        method="GET",
        path="/api/escrow/{escrowId}",
        toolset="escrow",
        properties={"escrowId": ESCROW},
        required=("escrowId",),
        words=True,
    ),
    Tool(
        name="list_escrows",
        title="List escrows",
        what="Lists escrows that you pay or earn, newest first: pools of bounties, and seats of hired people. Sums, "
        "amount as well, are US cents.",
        effects=READS,
        then="status delivered: evidence waits for review_submission. completed: release_payment.",
        method="GET",
        path="/api/escrow",
        toolset="escrow",
        properties={
            "bountyId": BOUNTY | {"description": "Only of this bounty (bty_…)."},
            "applicationId": APPLICATION | {"description": "Only of this application (app_…)."},
            "humanId": HUMAN | {"description": "Only of this worker (prf_…); with bountyId."},
            "status": choice("Only of this status.", *_STATUSES),
            "kind": choice("Only this kind.", "pool", "seat"),
            "limit": limit(100, 50),
            "cursor": CURSOR,
        },
    ),
    Tool(
        name="confirm_delivery",
        title="Confirm delivery",
        what="Confirms that the work of a seat was delivered, where no evidence is asked for. With evidence use "
        "review_submission.",
        effects="Moves no money now, but starts the dispute window and the clock of the automatic release; it can't "
        "be taken back.",
        then="release_payment pays at once.",
        method="POST",
        path="/api/escrow/{escrowId}/complete",
        toolset="escrow",
        properties={"escrowId": ESCROW, "idempotencyKey": KEY},
        required=("escrowId",),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="release_payment",
        title="Pay a worker",
        what="Pays the worker of a seat out of escrow, and approves evidence that is pending. Call it only after you "
        "have judged the work; for bad work use review_submission or open_dispute.",
        effects="Moves money for good: it can't be undone. Without acknowledgeRelease: true nothing moves and the "
        "answer names the exact sums; show them to whoever decides, then call again with it.",
        then="Tips: send_money (toolset money).",
        method="POST",
        path="/api/escrow/{escrowId}/release",
        toolset="escrow",
        properties={
            "escrowId": ESCROW,
            "acknowledgeRelease": flag("true: pay now. Leave it out to see the sums first."),
            "applicationId": APPLICATION
            | {"description": "Whom you mean to pay; refused when the escrow is another's."},
            "idempotencyKey": KEY,
        },
        required=("escrowId",),
        default=True,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="cancel_escrow",
        title="Cancel a seat",
        what="Takes back the money of a seat that has delivered nothing; the person loses it and the bounty has one "
        "spot less. To keep the spot open use expire_application. Refused once evidence exists.",
        effects="The seat's pay and fee return to your wallet. It can't be undone.",
        method="POST",
        path="/api/escrow/{escrowId}/cancel",
        toolset="escrow",
        properties={"escrowId": ESCROW, "idempotencyKey": KEY},
        required=("escrowId",),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="open_dispute",
        title="Open a dispute",
        what="Objects to the work of a seat that you fund; our staff decide between release, refund and a split. "
        "First try review_submission with request_redo.",
        effects="Freezes the seat's money until it ends; moves none by itself. The worker is told.",
        then="It ends by their decision, or by withdraw_dispute, which takes it back; more to show: add_dispute_evidence; how "
        "it stands: get_dispute (toolset escrow).",
        method="POST",
        path="/api/escrow/{escrowId}/dispute",
        toolset="escrow",
        properties={
            "escrowId": ESCROW,
            "category": choice(
                "What is wrong.",
                *("not_delivered", "poor_quality", "not_as_described", "communication_issue", "non_payment"),
                *("fraud", "other"),
            ),
            "description": text("What was agreed, what came, what you want.", least=1, most=5000),
            "urls": _PROOF,
            "idempotencyKey": KEY,
        },
        required=("escrowId", "category", "description"),
        default=True,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="list_disputes",
        title="List disputes",
        what="Lists disputes that you opened or that are about your work, newest first.",
        effects=READS,
        then="Then get_dispute.",
        method="GET",
        path="/api/disputes",
        toolset="escrow",
        properties={
            "escrowId": ESCROW | {"description": "Only about this escrow (esc_…)."},
            "status": choice("Only of this status.", "open", "awaiting_approval", "resolved", "withdrawn"),
            "limit": limit(100, 50),
            "cursor": CURSOR,
        },
        words=True,
    ),
    Tool(
        name="get_dispute",
        title="Read a dispute",
        what="Reads one dispute: its status, what both sides showed, and what our staff decided, in US cents. Files open "
        "by addresses that work for an hour.",
        effects=READS,
        then="Staff and the worker write in conversationId: get_conversation.",
        method="GET",
        path="/api/disputes/{disputeId}",
        toolset="escrow",
        properties={"disputeId": _DISPUTE},
        required=("disputeId",),
        words=True,
    ),
    Tool(
        name="add_dispute_evidence",
        title="Add to a dispute",
        what="Adds words or addresses, at least one of them, to an open dispute; the other side and our staff read them. "
        "Files can't be sent by a tool: give an address where they are.",
        effects="Moves no money. It can't be taken back.",
        method="POST",
        path="/api/disputes/{disputeId}/evidence",
        toolset="escrow",
        properties={
            "disputeId": _DISPUTE,
            "text": text("What you want to show.", most=5000),
            "urls": _PROOF,
            "idempotencyKey": KEY,
        },
        required=("disputeId",),
        destructive=True,
        words=True,
    ),
    Tool(
        name="withdraw_dispute",
        title="Withdraw a dispute",
        what="Takes a dispute of yours back: the escrow is what it was before, and its clocks go on, later by as long as "
        "it was frozen. Refused while a decision of our staff waits for its second person.",
        effects="Moves no money, but for an appointment that ended meanwhile: it is refunded. Undone by open_dispute while "
        "its window is open.",
        then="Then release_payment or review_submission.",
        method="POST",
        path="/api/disputes/{disputeId}/withdraw",
        toolset="escrow",
        properties={"disputeId": _DISPUTE, "idempotencyKey": KEY},
        required=("disputeId",),
        idempotent=True,
        words=True,
    ),
    Tool(
        name="send_money",
        title="Send a tip",
        what="Pays a tip or reimbursement to a worker whose seat on one of your bounties was released. Not for the "
        "work itself: that is release_payment.",
        effects="Spends money: amount leaves your wallet, without a fee, and can't be taken back. When the wallet is "
        "short, checkoutUrl is a page that pays. All tips for one seat may come to its price. Send idempotencyKey: "
        "repeated without it, it pays again.",
        method="POST",
        path="/api/transfers/send",
        toolset="money",
        properties={
            "amount": dollars(""),
            "bountyId": BOUNTY | {"description": "Your bounty on which this worker was paid (bty_…)."},
            **_RECIPIENT,
            "description": text("What it is for; the worker reads it.", most=500),
            "conversationId": an_id("Your conversation with the worker."),
            "idempotencyKey": KEY,
        },
        required=("amount", "bountyId"),
        destructive=True,
        words=True,
    ),
    Tool(
        name="bulk_send_money",
        title="Send many tips",
        what="Pays tips or reimbursements to up to 100 workers at once; send_money's rules hold for each.",
        effects="Spends money: the sum of all amounts leaves your wallet, without a fee, all or nothing, and can't "
        "be taken back. Send idempotencyKey: repeated without it, it pays again.",
        method="POST",
        path="/api/transfers/bulk-send",
        toolset="money",
        properties={
            "recipients": many(
                "Who gets how much.",
                record(
                    "One line.",
                    ("amount",),
                    **_RECIPIENT,
                    amount=dollars(""),
                    bountyId=BOUNTY | {"description": "For which bounty; else the worker's latest released seat."},
                ),
                100,
                1,
            ),
            "description": text("What it is for; all of them read it.", most=500),
            "idempotencyKey": KEY,
        },
        required=("recipients",),
        destructive=True,
        words=True,
    ),
    Tool(
        name="list_transfers",
        title="List transfers",
        what="Lists tips and reimbursements that you sent or received, newest first; amounts in US dollars and cents.",
        effects=READS,
        method="GET",
        path="/api/transfers/mine",
        toolset="money",
        properties={
            "direction": choice("all when left out.", "sent", "received", "all"),
            "status": choice("Only of this status.", "pending", "completed", "failed"),
            "limit": limit(100, 50),
            "cursor": CURSOR,
        },
        words=True,
    ),
    Tool(
        name="get_transfer",
        title="Read a transfer",
        what="Reads one transfer that you sent or received.",
        effects=READS,
        method="GET",
        path="/api/transfers/{transferId}",
        toolset="money",
        properties={"transferId": an_id("The transfer (trf_…).")},
        required=("transferId",),
        words=True,
    ),
]
