"""What each write does that matters to whoever decides about it: what money it moves, whether it can be undone, and by what.

One table, by operationId. The OpenAPI document (`x-cost`, `x-irreversible`, `x-undo`), the answers of dry runs, `nextActions`, the
hints of tools and the reference read it; a test holds it against the routes.
"""

from dataclasses import dataclass
from typing import Any, Final

from marketplace.core.scopes import scope_of


@dataclass(frozen=True, slots=True)
class Effect:
    """`cost`: what money the call itself moves, in words; empty when none. `undo`: the operation that takes it back, `until`: as
    long as what, in words. Without an `undo` it is irreversible, unless it is `harmless`: there is nothing to take back."""

    cost: str = ""
    undo: str = ""
    until: str = ""
    harmless: bool = False

    @property
    def irreversible(self) -> bool:
        return not self.undo and not self.harmless

    @property
    def moves_money(self) -> bool:
        return bool(self.cost)

    def marks(self) -> dict[str, Any]:
        """For the OpenAPI document."""
        undo = {"operation": self.undo, "until": self.until} if self.undo else None
        return {"x-irreversible": self.irreversible, "x-undo": undo, "x-cost": self.cost or None}


SIGN_IN: Final = "/api/auth/"  # the routes of sign-in, which are of a library
_UNHIRED: Final = "nobody is hired"
_UNDELIVERED: Final = "no evidence was delivered"
_TO_ESCROW: Final = "wallet to escrow: price plus fee"
_OUT: Final = "out of the marketplace"

EFFECTS: Final = {
    # bounties
    "createBounty": Effect(f"{_TO_ESCROW}, for every spot; none while it waits for a deposit", "cancelBounty", _UNHIRED),
    "editBounty": Effect(
        "a higher price or more spots: wallet to escrow, once confirmed; a lower price or fewer: escrow to wallet",
        "editBounty",
        "what was paid or agreed meanwhile stays",
    ),
    "cancelBounty": Effect("escrow to wallet: all that is left of the pool, fee included"),
    "depositForBounty": Effect(f"{_TO_ESCROW}, for every spot, or a page that a person pays", "cancelBounty", _UNHIRED),
    "payEnterpriseBounty": Effect(f"{_TO_ESCROW}, for every spot", "cancelBounty", _UNHIRED),
    "boostBountyOutreach": Effect(),
    "payForSeat": Effect(
        f"{_TO_ESCROW}, or within escrow where the pool pays, or a page", "cancelEscrow", _UNDELIVERED
    ),
    "rentHuman": Effect(f"{_TO_ESCROW}, or a page", "cancelEscrow", _UNDELIVERED),
    "createPersonalBounty": Effect(f"{_TO_ESCROW}, or a page", "cancelEscrow", _UNDELIVERED),
    # applications and seats
    "apply": Effect(undo="decideApplication", until="the poster rejects it; hired at once, the seat can be left"),
    "decideApplication": Effect(
        "accepting: within escrow, from the pool to the seat", "cancelEscrow", f"{_UNDELIVERED}; a rejection by `unreject`"
    ),
    "expireApplication": Effect("escrow to the pool, or to the wallet where nobody else can be hired"),
    "confirmSeat": Effect(harmless=True),
    "startWork": Effect(harmless=True),
    "requestExtension": Effect(harmless=True),
    "decideExtension": Effect(),
    "payAttendance": Effect("escrow to the worker: that part and its fee; the rest to the wallet"),
    "reportAttendance": Effect(),
    "submitEvidence": Effect(),
    "reviewSubmission": Effect(),
    "sendReceipt": Effect(harmless=True),
    "answerTerms": Effect(),
    "contestWork": Effect(),
    "recordMicSample": Effect(harmless=True),
    "recordLanguageProficiency": Effect(harmless=True),
    # escrow, disputes
    "confirmDelivery": Effect(),
    "releaseEscrow": Effect("escrow to the worker: the pay; escrow to us: the fee"),
    "cancelEscrow": Effect("escrow to wallet: pay and fee of the seat"),
    "openDispute": Effect(undo="withdrawDispute", until="it is not decided"),
    "addDisputeEvidence": Effect(),
    "answerDispute": Effect(),
    "offerSettlement": Effect(),
    "acceptSettlement": Effect("escrow to the worker and to the wallet, as offered; the fee of the worker's part to us"),
    "declineSettlement": Effect(),
    "appealDispute": Effect(),
    "withdrawDispute": Effect(undo="openDispute", until="the window for disputes is open"),
    # wallet
    "sendTransfer": Effect("wallet to the worker's earnings, without a fee; or a page"),
    "sendManyTransfers": Effect("wallet to each worker's earnings, without a fee"),
    "cancelTransfer": Effect(),
    "depositToWallet": Effect(undo="refundFunding", until="the wallet has it; the rail's fee is kept"),
    "mppDeposit": Effect("the card to wallet", "refundFunding", "the wallet has it; the rail's fee is kept"),
    "x402Deposit": Effect("the paying stablecoin wallet to wallet"),
    "x402Signup": Effect("the paying stablecoin wallet to the new wallet"),
    "withdrawFromWallet": Effect(f"wallet {_OUT}, to the bank"),
    "withdrawEarnings": Effect(f"earnings {_OUT}, to the bank"),
    "startPayoutOnboarding": Effect(harmless=True),
    "refundFunding": Effect(f"wallet {_OUT}, to where it came from; a fee is kept once"),
    "createPaymentLink": Effect(harmless=True),
    "createAgentCheckout": Effect(undo="refundAgentCheckout", until="the wallet has it"),
    "refundAgentCheckout": Effect(f"wallet {_OUT}, to the customer"),
    "setWalletControls": Effect(undo="setWalletControls"),
    "freezeWallet": Effect(undo="unfreezeWallet"),
    "unfreezeWallet": Effect(undo="freezeWallet"),
    "decideApproval": Effect(
        undo="decideApproval", until="an approval is not used yet, by `withdraw`; what was declined or taken back stays so"
    ),
    "setKeyLimits": Effect(undo="setKeyLimits"),
    "setConnectorLimits": Effect(undo="setConnectorLimits"),
    # managed products
    "createHumanization": Effect(f"{_TO_ESCROW}, or a page", "cancelBounty", _UNHIRED),
    "applyForHumanization": Effect(undo="decideApplication", until="it is not decided"),
    "submitHumanization": Effect(),
    "requestPicture": Effect(f"{_TO_ESCROW}, now or once the wallet has it", "cancelBounty", _UNHIRED),
    "quoteCakeOrder": Effect(harmless=True),
    "sendCakeOrder": Effect("wallet to escrow: totalCents of the quote", "cancelBounty", _UNHIRED),
    "createTasteRun": Effect(f"{_TO_ESCROW}, for every respondent", "cancelBounty", _UNHIRED),
    "createQaTemplate": Effect(f"{_TO_ESCROW}, for every tester of each run, by itself", "changeQaTemplate"),
    "changeQaTemplate": Effect("none now; coming runs reserve what it says", "changeQaTemplate"),
    "runQaTemplate": Effect(f"{_TO_ESCROW}, for every tester, within a minute", "stopQaRun", "what is unused returns"),
    "setQaCredentials": Effect(undo="setQaCredentials", until="nobody has read them"),
    "stopQaRun": Effect("escrow to wallet: what no tester takes any more, fee included, within a minute of the last one's end"),
    "decideQaEscalation": Effect("escrow to a tester who is paid: pay; escrow to us: the fee"),
    # services
    "offerService": Effect(undo="removeService"),
    "editService": Effect(undo="editService"),
    "removeService": Effect(),
    "subscribeToService": Effect(
        f"{_TO_ESCROW}, for the first appointment, or a page; then for each, by itself", "cancelSubscription",
        "the provider has not approved it",
    ),
    "cancelSubscription": Effect("escrow to wallet: an appointment that is not approved yet"),
    "approveSubscription": Effect(),
    "declineSubscription": Effect("escrow to the wallet of who subscribed"),
    "confirmServiceBooking": Effect(),
    "declineServiceBooking": Effect("escrow to the wallet of who subscribed"),
    # people
    "postReview": Effect(),
    "answerReview": Effect(),
    "blockHuman": Effect(undo="unblockHuman"),
    "unblockHuman": Effect(undo="blockHuman"),
    "preferHuman": Effect(undo="unpreferHuman"),
    "unpreferHuman": Effect(undo="preferHuman"),
    "editOwnProfile": Effect(undo="editOwnProfile"),
    "addPhotos": Effect(undo="removePhoto"),
    "removePhoto": Effect(),
    "sendMessage": Effect(),
    "editConversation": Effect(undo="editConversation"),
    "claimCompletion": Effect(),
    # access
    "agentSignup": Effect(harmless=True),
    "createKey": Effect(undo="revokeKey"),
    "eraseAccount": Effect(),
    "requestExport": Effect(harmless=True),
    "revokeKey": Effect(),
    "setKeyWebhook": Effect(undo="setKeyWebhook"),
    "registerIdentity": Effect(),
    "reportSupportIssue": Effect(),
    "inviteMember": Effect(undo="revokeInvitation", until="it is not accepted"),
    "acceptInvitation": Effect(undo="removeMember"),
    "revokeInvitation": Effect(undo="inviteMember"),
    "changeMember": Effect(undo="changeMember"),
    "removeMember": Effect(undo="inviteMember"),
    "createWebhookEndpoint": Effect(undo="deleteWebhookEndpoint"),
    "changeWebhookEndpoint": Effect(undo="changeWebhookEndpoint"),
    "deleteWebhookEndpoint": Effect(),
    "rotateWebhookSecret": Effect(),
    "testWebhookEndpoint": Effect(harmless=True),
    "replayWebhookEvents": Effect(harmless=True),
    "redeliverWebhook": Effect(harmless=True),
    "sandboxVerifyHuman": Effect(undo="sandboxVerifyHuman"),
    "sandboxFaucet": Effect(harmless=True),
    "sandboxPlay": Effect(undo="sandboxStopPlay", until="what they did already stays"),
    "sandboxStopPlay": Effect(undo="sandboxPlay", until="the job takes applicants"),
    "sandboxSwitchPeople": Effect(undo="sandboxSwitchPeople"),
}  # fmt: skip

# Writes that have no dry run, and why. Such a call with `dryRun` is refused, and not carried out instead.
NEVER_DRY: Final = {
    "agentSignupVerify": "it spends a code that was mailed, of which each try counts",
    "sandboxAdvanceClock": "it moves the clock of the whole installation",
    SIGN_IN: "signing in checks secrets, of which each try counts",
    "callTools": "each tool that writes takes `dryRun` itself",
}
# These only answer why they are not served.
RETIRED: Final = frozenset(
    {"registerAgent", "makePairingCode", "redeemPairingCode", "bookService", "startConversation"}
)


def of(operation: str) -> Effect | None:
    """The effect of a write; None for one that is `NEVER_DRY` and for a read."""
    return EFFECTS.get(operation)


def is_exact(operation: str) -> bool:
    """Is a field that this call doesn't know refused? Where money moves, what is misspelt must not be done without it."""
    return operation in EFFECTS and (EFFECTS[operation].moves_money or scope_of(operation) in ("pay", "wallet"))
