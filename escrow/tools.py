"""Tools for escrows, disputes and transfers."""

from marketplace.core.tools import READS, Tool

IDS = {
    "escrowId": "The escrow of a seat (esc_…), from accept_application or list_escrows.",
    "disputeId": "The dispute (dsp_…), from open_dispute or list_disputes.",
    "offerId": "The offer (dof_…), from offers of get_dispute.",
    "transferId": "The transfer (trf_…).",
}
TOOLS = [
    Tool(
        name="get_escrow",
        title="Read an escrow",
        what="Reads one escrow: status, windows, audit log, and sums, all of them US cents, amount, humanPayout and "
        "platformFee as well.",
        effects=READS,
        operation="getEscrow",
        toolset="escrow",
        words=True,
    ),
    Tool(
        name="list_escrows",
        title="List escrows",
        what="Lists escrows that you pay or earn, newest first: pools of bounties, and seats of hired people. Sums, "
        "amount as well, are US cents.",
        effects=READS,
        then="status delivered: evidence waits for review_submission. completed: release_payment.",
        operation="listEscrows",
        toolset="escrow",
        without=("bookingId",),
    ),
    Tool(
        name="confirm_delivery",
        title="Confirm delivery",
        what="Confirms that the work of a seat was delivered, where no evidence is asked for. With evidence use "
        "review_submission.",
        effects="Moves no money now, but starts the dispute window and the clock of the automatic release; it can't "
        "be taken back.",
        then="release_payment pays at once.",
        operation="confirmDelivery",
        toolset="escrow",
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
        operation="releaseEscrow",
        toolset="escrow",
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
        operation="cancelEscrow",
        toolset="escrow",
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="open_dispute",
        title="Open a dispute",
        what="Objects to the work of a seat that you fund; you settle it with the worker (offer_settlement), or our staff decide. "
        "First try review_submission with request_redo.",
        effects="Freezes the seat's money until it ends; moves none by itself. The worker is told.",
        then="It ends by their decision, or by withdraw_dispute, which takes it back; more to show: add_dispute_evidence; how "
        "it stands: get_dispute (toolset escrow).",
        operation="openDispute",
        toolset="escrow",
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
        operation="listDisputes",
        toolset="escrow",
        words=True,
    ),
    Tool(
        name="get_dispute",
        title="Read a dispute",
        what="Reads one dispute: whose turn it is (stage) until dueAt, what both sides showed, what our staff ask of you (asked) "
        "and wrote to you (messages), offers to settle, allowedActions, and how it ended, in US cents. Files open by addresses "
        "that work for an hour.",
        effects=READS,
        then="As allowedActions has it: answer_dispute, offer_settlement, accept_settlement, decline_settlement. The worker writes "
        "in conversationId: get_conversation.",
        operation="getDispute",
        toolset="escrow",
        words=True,
    ),
    Tool(
        name="add_dispute_evidence",
        title="Add to a dispute",
        what="Adds words or addresses, at least one of them, to an open dispute; the other side and our staff read them. "
        "Files can't be sent by a tool: give an address where they are.",
        effects="Moves no money. It can't be taken back.",
        operation="addDisputeEvidence",
        toolset="escrow",
        without=("files",),
        destructive=True,
        words=True,
    ),
    Tool(
        name="answer_dispute",
        title="Answer in a dispute",
        what="Answers what our staff ask of you in a dispute, or, as the worker, the objection to your work: words or addresses, "
        "at least one of them. With several open requests name one by requestId. Files can't be sent by a tool: give an address "
        "where they are.",
        effects="Moves no money. It can't be taken back, and the case goes on to our staff.",
        then="To show more later: add_dispute_evidence.",
        operation="answerDispute",
        toolset="escrow",
        fields={"requestId": "Which request (crq_…), from asked of get_dispute; without it the one due first."},
        without=("files",),
        destructive=True,
        words=True,
    ),
    Tool(
        name="offer_settlement",
        title="Offer to settle",
        what="Offers the other side of a dispute how its money is divided. workerCents is what the worker gets, 0 to the agreed "
        "pay; our fee is on that part, the rest returns to the funder. A new offer takes the place of your open one.",
        effects="Moves no money by itself, but binds you until its dueAt: once the other side accepts, the money moves for good. "
        "Show whoever owns it the sums first.",
        then="The answer comes as event dispute.settled, or stands in get_dispute.",
        operation="offerSettlement",
        toolset="escrow",
        destructive=True,
        words=True,
    ),
    Tool(
        name="accept_settlement",
        title="Accept a settlement",
        what="Accepts an open offer of the other side of a dispute. Read get_dispute first and show whoever owns the money "
        "workerCents, feeCents and refundCents of the offer.",
        effects="Moves money for good, at once and exactly as offered: it can't be undone, and there is no appeal.",
        operation="acceptSettlement",
        toolset="escrow",
        destructive=True,
        idempotent=True,
        words=True,
    ),
    Tool(
        name="decline_settlement",
        title="Decline a settlement",
        what="Declines an open offer of the other side of a dispute; it is our staff's turn then.",
        effects="Moves no money. It can't be taken back.",
        then="offer_settlement makes an offer of your own.",
        operation="declineSettlement",
        toolset="escrow",
        destructive=True,
        idempotent=True,
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
        operation="withdrawDispute",
        toolset="escrow",
        idempotent=True,
        words=True,
    ),
    Tool(
        name="send_money",
        title="Send a tip",
        what="Pays a tip or reimbursement to a worker whose seat on one of your bounties was released. Not for the "
        "work itself: that is release_payment.",
        effects="Spends money: amount leaves your wallet, without a fee, and can't be taken back. When the wallet is "
        "short, checkoutUrl is a page that pays, within a day; until then cancel_transfer. All tips for one seat may come to its "
        "price. Send idempotencyKey: repeated without it, it pays again.",
        operation="sendTransfer",
        toolset="money",
        fields={"bountyId": "Your bounty on which this worker was paid (bty_…)."},
        required=("bountyId",),
        destructive=True,
        words=True,
    ),
    Tool(
        name="bulk_send_money",
        title="Send many tips",
        what="Pays tips or reimbursements to up to 100 workers at once; send_money's rules hold for each.",
        effects="Spends money: the sum of all amounts leaves your wallet, without a fee, all or nothing, and can't "
        "be taken back. Send idempotencyKey: repeated without it, it pays again.",
        operation="sendManyTransfers",
        toolset="money",
        fields={"recipients": {"maxItems": 100, "minItems": 1}},
        destructive=True,
        words=True,
    ),
    Tool(
        name="list_transfers",
        title="List transfers",
        what="Lists tips and reimbursements that you sent or received, newest first; amounts in US dollars and cents.",
        effects=READS,
        operation="listTransfers",
        toolset="money",
        words=True,
    ),
    Tool(
        name="get_transfer",
        title="Read a transfer",
        what="Reads one transfer that you sent or received.",
        effects=READS,
        operation="getTransfer",
        toolset="money",
        words=True,
    ),
    Tool(
        name="cancel_transfer",
        title="Cancel a pending tip",
        what="Cancels a tip of yours that waits for its page to be paid. One that was sent can't be taken back.",
        effects="Nothing is sent and the page ends. It can't be undone; to pay after all, call send_money with a new key.",
        operation="cancelTransfer",
        toolset="money",
        destructive=True,
        idempotent=True,
        words=True,
    ),
]
