"""What leads out of a refusal, by its code and by what it says is allowed. Data only, as `next_steps`.

Ids of a path come from the path of the call that was refused; `{name}` in a body is a field of the failure, or of what was sent.
"""

from collections.abc import Mapping
from typing import Final

from marketplace.core.next_step import Step

# The words of `allowedActions`, of a dispute's record and of a conflict, by the last id in the path.
_OFFER: Final = {"dispute_id": "id", "offer_id": "offer"}
ALLOWED: Final[Mapping[str, Mapping[str, Step]]] = {
    "bounty_id": {
        "pause": Step("editBounty", {"status": "paused"}),
        "shut": Step("editBounty", {"status": "in_review"}),
        "reopen": Step("editBounty", {"status": "open"}),
        "close": Step("editBounty", {"status": "closed"}),
        "cancel": Step("cancelBounty"),
        "deposit": Step("depositForBounty", {"bountyId": "{bounty_id}"}),
        "expire": Step(
            "expireApplication",
            named={"application_id": "applicationId"},
            each="seats",
            why="Gives up on them, who have delivered nothing; their money is free again.",
        ),
        "lower_spots_available": Step("editBounty", needs=("spotsAvailable",)),
        "edit_deadline": Step("editBounty", needs=("deadline",)),
    },
    "application_id": {
        **{word: Step("decideApplication", {"action": word}) for word in ("accept", "reject", "unreject", "withdraw")},
        "expire": Step("expireApplication"),
        "confirm": Step("confirmSeat"),
        "start": Step("startWork"),
        "apply": Step("apply"),
    },
    "escrow_id": {
        "complete": Step("confirmDelivery"),
        "release": Step("releaseEscrow", {"acknowledgeRelease": True}),
        "cancel": Step("cancelEscrow"),
        "dispute": Step("openDispute", needs=("category", "description")),
    },
    "dispute_id": {
        "evidence": Step("addDisputeEvidence", needs=("text",)),
        "answer": Step("answerDispute", needs=("text",)),
        "offer": Step("offerSettlement", needs=("workerCents",)),
        "accept_offer": Step("acceptSettlement", named=_OFFER),
        "decline_offer": Step("declineSettlement", named=_OFFER),
        "withdraw": Step("withdrawDispute"),
        "appeal": Step("appealDispute", needs=("ground", "words"), until="appealUntil"),
    },
    "approval_id": {word: Step("decideApproval", {"decision": word}) for word in ("approve", "decline", "withdraw")},
    "endpoint_id": {
        "renew": Step("createWebhookEndpoint", needs=("url", "events")),
        "delete": Step("deleteWebhookEndpoint"),
    },
}

# error_code -> steps; the object is the failure's own body.
_FILL: Final = Step("depositToWallet", {"amount": "{waysToPay.0.body.amount}"}, when="waysToPay")
_KEPT: Final = "How it stands: it is kept, and starts by itself once the wallet holds the sum."
_ASKED: Final = Step("getApproval", named={"approval_id": "approvalId"})
OF_ERRORS: Final[Mapping[str, tuple[Step, ...]]] = {
    "insufficient_funds": (
        _FILL,
        Step("getPicture", named={"picture_id": "pictureId"}, when="pictureId", why=_KEPT),
    ),
    "insufficient_wallet_balance": (
        _FILL,
        Step("getTasteRun", named={"run_id": "tasteRunId"}, when="tasteRunId", why=_KEPT),
    ),
    "payments_unavailable": (Step("getWalletBalance"),),
    # Whoever is refused by a freeze can't lift it, and limits are not theirs to change: an owner in person is never stopped.
    "wallet_frozen": (
        Step("getWalletHeadroom", why="frozenAt is null again once the owner allows it. Ask them; only they can."),
    ),
    # Of what the owner alone may set: the refusal names their page.
    "session_required": (
        Step(
            "getWalletHeadroom",
            when="ownerPage",
            why="What holds now. Ask the owner: they change it, signed in, on {ownerPage}.",
        ),
    ),
    "spending_cap_exceeded": (Step("getWalletHeadroom", why="What each limit leaves, so that you spend within it."),),
    # What has begun goes on; who wants to begin something can only wait, or ask.
    "account_restricted": (
        Step(
            "getAccount",
            why="restriction: what is stopped, why, until when (null: until our staff lift it); null once it is over.",
        ),
        Step(
            "reportSupportIssue",
            {"category": "other", "errorCode": "account_restricted"},
            ("summary", "description"),
            why="Asks our staff, who answer in a conversation.",
        ),
    ),
    "approval_declined": (_ASKED,),
    "approval_expired": (_ASKED,),
    "approval_exceeded": (_ASKED,),
    "too_many_approvals": (Step("listApprovals"),),
    "release_acknowledgement_required": (Step("releaseEscrow", {"acknowledgeRelease": True}, again=True),),
    "wallet_impact_confirmation_required": (
        Step("editBounty", {"walletImpactAcknowledged": True, "walletImpactCents": "{cents}"}, again=True),
    ),
    "managed_bounty": (
        *(
            Step(
                "decideQaEscalation",
                {"action": word},
                named={"run_id": "qaRunId", "application_id": "applicationId"},
                when="applicationId",
                why=why,
            )
            for word, why in (("accept", "Approves and pays it."), ("revise", "Asks them for new evidence."))
        ),
        *(
            Step(name, named={"run_id": of}, when=of, why="The run hires, judges and pays by itself.")
            for name, of in (("getQaRun", "qaRunId"), ("getTasteRun", "tasteRunId"))
        ),
    ),
    "escrow_is_pool": (
        Step(
            "listEscrows", {"bountyId": "{bountyId}"}, when="bountyId", why="Its seats, each with an escrow of its own."
        ),
    ),
    "work_not_released": (
        Step(
            "releaseEscrow",
            {"acknowledgeRelease": True},
            named={"escrow_id": "escrowId"},
            when="escrowId",
            why="Pays them for this bounty, which comes first.",
        ),
        Step(
            "listEscrows",
            {"bountyId": "{bountyId}"},
            when="bountyId",
            unless="escrowId",
            why="Whom you have hired for it, and what is paid.",
        ),
    ),
    "tip_cap_exceeded": (
        Step("sendTransfer", {"amount": "{left}"}, when="left", again=True, why="What is left of it."),
    ),
    "payout_onboarding_required": (Step("startPayoutOnboarding"),),
    "refund_quote_changed": (Step("listFundingRefunds"),),
    "dispute_exists": (Step("getDispute", named={"dispute_id": "disputeId"}),),
    "key_limit_reached": (Step("listKeys"),),
    "inbox_restored": (Step("listEvents"),),
    "inbox_expired": (Step("listEvents"),),
}
# What is open in an account that can't be closed, by its code in `matters` -> where it is seen and settled. One of the staff is
# closed by an operator.
OF_MATTERS: Final[Mapping[str, Step]] = {
    "wallet": Step("getWalletBalance", why="Money is in the wallet: withdraw it, or have it returned."),
    "debts": Step("listWalletTransactions", why="A payment was taken back by its bank, and is still owed."),
    "money_on_its_way": Step("listWalletTransactions", why="Money is on its way in or out."),
    "earnings": Step("withdrawEarnings", needs=("amountCents",), why="Money is in your earnings."),
    "held_money": Step("listEscrows", why="Money is held for work: each seat, and how it stands."),
    "transfers": Step("listTransfers", why="A payment between you and somebody else is not finished."),
    "disputes": Step("listDisputes", why="A dispute is open."),
    "applications": Step("listWork", why="Applications of yours wait for an answer: take them back, or wait."),
    "work": Step("listWork", why="You are hired: finish it, or give your place back."),
    "jobs": Step("listBounties", {"mine": True}, why="Jobs that you posted are open: close them first."),
    "subscriptions": Step("listSubscriptions", why="An appointment or subscription runs: cancel it first."),
    "runs": Step("listQaTemplates", why="Test runs are going on or planned: pause the schedule, stop its run."),
}
# What only keys and programs call: a person who is signed in has pages for it.
NOT_SIGNED_IN: Final = frozenset({"reportSupportIssue"})
# Codes of failures that the same call may get past later, unchanged; so may all of 429, 502 and 503.
RETRYABLE: Final = frozenset({"idempotency_in_progress", "server_error"})
