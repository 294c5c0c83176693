"""Scopes: what an API key or a connected program may do. Every operation has exactly one, by its operationId.

A key without a list of scopes may do everything. Reading is always allowed: an agent that can't see what it did would do it again.
"""

from collections.abc import Collection
from typing import Final

READ: Final = "read"
# What each scope covers, for the reference and for whoever chooses.
SCOPES: Final = {
    READ: "See what the account may see. Every key may.",
    "hire": "Post, change, fund and end work; choose people; book services; run managed products.",
    "review_work": "Judge evidence, give time, release what is held, dispute.",
    "pay": "Tips, transfers, deposits, pages for customers and their refunds.",
    "wallet": "Withdrawals, money back to a card, the bank account, limits and automatic top-up of the wallet.",
    "message": "Write in conversations.",
    "webhooks": "Have events sent to an address.",
    "profile": "The own profile, services on offer, reviews, blocked and preferred people.",
    "work": "Be hired: apply, confirm, deliver.",
    "account": "API keys, identities, reports to our staff.",
}
# What an agent needs that hires people: not to take money out, lift limits, make more keys, or be hired itself.
FOR_HIRING: Final = ("hire", "review_work", "pay", "message", "webhooks", "profile")
_WRITES: Final = {
    "hire": (
        *(
            "createBounty",
            "editBounty",
            "cancelBounty",
            "decideApplication",
            "expireApplication",
            "boostBountyOutreach",
        ),
        *("depositForBounty", "payEnterpriseBounty", "payForSeat", "cancelEscrow", "rentHuman", "createPersonalBounty"),
        *("quoteCakeOrder", "sendCakeOrder", "createHumanization", "requestPicture", "createTasteRun"),
        *("createQaTemplate", "changeQaTemplate", "runQaTemplate", "setQaCredentials", "stopQaRun"),
        *("subscribeToService", "cancelSubscription"),
    ),
    "review_work": (
        *("reviewSubmission", "confirmDelivery", "releaseEscrow", "decideExtension", "payAttendance"),
        *("openDispute", "addDisputeEvidence", "withdrawDispute", "appealDispute", "decideQaEscalation"),
        *("answerDispute", "offerSettlement", "acceptSettlement", "declineSettlement"),
    ),
    "pay": (
        *("sendTransfer", "sendManyTransfers", "cancelTransfer", "depositToWallet", "mppDeposit", "x402Deposit"),
        *("createPaymentLink", "createAgentCheckout", "refundAgentCheckout"),
    ),
    # Money that leaves for good, and what bounds the spending of a key: whoever may pay need not be let at these.
    "wallet": (
        *("withdrawFromWallet", "withdrawEarnings", "startPayoutOnboarding", "refundFunding"),
        *("setWalletControls", "freezeWallet", "unfreezeWallet", "decideApproval"),
    ),
    "message": ("startConversation", "sendMessage", "editConversation"),
    "webhooks": (
        *("createWebhookEndpoint", "deleteWebhookEndpoint", "testWebhookEndpoint", "replayWebhookEvents"),
        *("changeWebhookEndpoint", "rotateWebhookSecret", "redeliverWebhook", "setKeyWebhook"),
    ),
    "profile": (
        *("editOwnProfile", "addPhotos", "removePhoto", "postReview", "answerReview"),
        *("blockHuman", "unblockHuman", "preferHuman", "unpreferHuman", "offerService", "editService", "removeService"),
    ),
    "work": (
        *("apply", "confirmSeat", "startWork", "requestExtension", "reportAttendance", "submitEvidence", "sendReceipt"),
        *("answerTerms", "contestWork", "claimCompletion", "applyForHumanization", "submitHumanization"),
        *("recordMicSample", "recordLanguageProficiency", "approveSubscription", "declineSubscription"),
        *("confirmServiceBooking", "declineServiceBooking"),
    ),
    "account": (
        *("inviteMember", "acceptInvitation", "revokeInvitation", "changeMember", "removeMember"),
        *("agentSignup", "agentSignupVerify", "x402Signup", "createKey", "revokeKey", "registerIdentity"),
        *("eraseAccount", "requestExport"),
        *("reportSupportIssue", "setKeyLimits", "setConnectorLimits", "sandboxAdvanceClock", "sandboxVerifyHuman"),
        *("sandboxPlay", "sandboxStopPlay", "sandboxSwitchPeople", "sandboxFaucet"),
    ),
}
OF_WRITES: Final = {operation: scope for scope, operations in _WRITES.items() for operation in operations}


def scope_of(operation: str) -> str:
    """The scope of an operation, by its operationId. What is not listed as a write reads; a test holds this against the routes."""
    return OF_WRITES.get(operation, READ)


def allows(scopes: Collection[str] | None, operation: str) -> bool:
    """May a credential with these scopes (None: all) call this operation?"""
    scope = scope_of(operation)
    return scopes is None or scope == READ or scope in scopes
