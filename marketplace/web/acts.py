"""What a call did, in words for the person whose account it was done for; by the operation's id."""

import re
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.models import Call
from marketplace.models.calls import SERVICE

_WORDS: Final = {
    "createBounty": gettext_lazy("Post a job"),
    "editBounty": gettext_lazy("Change a job"),
    "cancelBounty": gettext_lazy("Cancel a job"),
    "depositForBounty": gettext_lazy("Fund a job"),
    "boostBountyOutreach": gettext_lazy("Invite more people to a job"),
    "decideApplication": gettext_lazy("Decide about an applicant"),
    "expireApplication": gettext_lazy("End an application"),
    "payForSeat": gettext_lazy("Pay for a place"),
    "reviewSubmission": gettext_lazy("Judge evidence"),
    "confirmDelivery": gettext_lazy("Confirm a delivery"),
    "releaseEscrow": gettext_lazy("Release pay"),
    "cancelEscrow": gettext_lazy("Take back pay that was set aside"),
    "payAttendance": gettext_lazy("Pay for being there"),
    "decideExtension": gettext_lazy("Decide about more time"),
    "openDispute": gettext_lazy("Open a dispute"),
    "addDisputeEvidence": gettext_lazy("Add to a dispute"),
    "withdrawDispute": gettext_lazy("Withdraw a dispute"),
    "answerDispute": gettext_lazy("Answer in a dispute"),
    "offerSettlement": gettext_lazy("Offer to settle a dispute"),
    "acceptSettlement": gettext_lazy("Settle a dispute"),
    "declineSettlement": gettext_lazy("Decline to settle a dispute"),
    "appealDispute": gettext_lazy("Appeal a decision"),
    "rentHuman": gettext_lazy("Hire somebody by name"),
    "createPersonalBounty": gettext_lazy("Offer somebody a job"),
    "sendTransfer": gettext_lazy("Send money"),
    "sendManyTransfers": gettext_lazy("Send money to several people"),
    "cancelTransfer": gettext_lazy("Take back money that was sent"),
    "depositToWallet": gettext_lazy("Begin a deposit"),
    "mppDeposit": gettext_lazy("Deposit"),
    "x402Deposit": gettext_lazy("Deposit"),
    "withdrawFromWallet": gettext_lazy("Withdraw from the wallet"),
    "withdrawEarnings": gettext_lazy("Withdraw earnings"),
    "startPayoutOnboarding": gettext_lazy("Give a bank account"),
    "giveBankAccount": gettext_lazy("A bank account was given"),
    "chargeKeptCard": gettext_lazy("The kept card was charged"),
    "chargeKeptCardFailed": gettext_lazy("The kept card could not be charged"),
    "acceptUnanswered": gettext_lazy("Work was accepted because nobody answered"),
    "payUnanswered": gettext_lazy("Pay was released because nobody answered"),
    "payByItself": gettext_lazy("Pay of accepted work was released automatically"),
    "refundFunding": gettext_lazy("Refund a deposit"),
    "createPaymentLink": gettext_lazy("Make a payment link"),
    "createAgentCheckout": gettext_lazy("Make a checkout for a customer"),
    "refundAgentCheckout": gettext_lazy("Refund a customer"),
    "setWalletControls": gettext_lazy("Change the limits of the wallet"),
    "freezeWallet": gettext_lazy("Stop all spending"),
    "unfreezeWallet": gettext_lazy("Allow spending again"),
    "startConversation": gettext_lazy("Begin a conversation"),
    "sendMessage": gettext_lazy("Write a message"),
    "editConversation": gettext_lazy("Change a conversation"),
    "createKey": gettext_lazy("Make a key"),
    "revokeKey": gettext_lazy("Revoke a key"),
    "eraseAccount": gettext_lazy("Erase the account"),
    "setKeyLimits": gettext_lazy("Change the limits of a key"),
    "setConnectorLimits": gettext_lazy("Change the limits of a program"),
    "registerIdentity": gettext_lazy("Bind an identity to a key"),
    "reportSupportIssue": gettext_lazy("Write to support"),
    "createWebhookEndpoint": gettext_lazy("Make or renew a webhook endpoint"),
    "changeWebhookEndpoint": gettext_lazy("Change a webhook endpoint"),
    "deleteWebhookEndpoint": gettext_lazy("Delete a webhook endpoint"),
    "rotateWebhookSecret": gettext_lazy("Change the secret of a webhook endpoint"),
    "testWebhookEndpoint": gettext_lazy("Test a webhook endpoint"),
    "replayWebhookEvents": gettext_lazy("Send past events again"),
    "redeliverWebhook": gettext_lazy("Send a delivery again"),
    "setKeyWebhook": gettext_lazy("Set the webhook address of a key"),
    "createQaTemplate": gettext_lazy("Make a test plan"),
    "changeQaTemplate": gettext_lazy("Change a test plan"),
    "setQaCredentials": gettext_lazy("Set logins for testers"),
    "runQaTemplate": gettext_lazy("Start a test run"),
    "stopQaRun": gettext_lazy("Stop a test run"),
    "decideQaEscalation": gettext_lazy("Decide what a test run left open"),
    "createTasteRun": gettext_lazy("Ask a panel"),
    "createHumanization": gettext_lazy("Have a text rewritten"),
    "requestPicture": gettext_lazy("Ask for a picture"),
    "quoteCakeOrder": gettext_lazy("Ask for the price of a cake"),
    "sendCakeOrder": gettext_lazy("Send a cake"),
    "subscribeToService": gettext_lazy("Book a service"),
    "cancelSubscription": gettext_lazy("Cancel a service"),
    "postReview": gettext_lazy("Review somebody"),
    "editOwnProfile": gettext_lazy("Change the profile"),
    "decideApproval": gettext_lazy("Decide about a spend"),
    "inviteMember": gettext_lazy("Invite a member"),
    "revokeInvitation": gettext_lazy("Take back an invitation"),
    "acceptInvitation": gettext_lazy("Accept the invitation"),
    "changeMember": gettext_lazy("Change a member's role"),
    "removeMember": gettext_lazy("End a membership"),
    "payEnterpriseBounty": gettext_lazy("Fund a job"),
    "agentSignup": gettext_lazy("Sign up"),
    "x402Signup": gettext_lazy("Sign up"),
    "apply": gettext_lazy("Apply to a job"),
    "applyForHumanization": gettext_lazy("Apply to rewrite a text"),
    "submitHumanization": gettext_lazy("Hand in a rewritten text"),
    "confirmSeat": gettext_lazy("Confirm a place"),
    "startWork": gettext_lazy("Begin the work"),
    "submitEvidence": gettext_lazy("Send evidence"),
    "reportAttendance": gettext_lazy("Report from the place"),
    "requestExtension": gettext_lazy("Ask for more time"),
    "claimCompletion": gettext_lazy("Say that the work is done"),
    "contestWork": gettext_lazy("Ask our staff to look at the work"),
    "answerTerms": gettext_lazy("Answer a change of the terms"),
    "sendReceipt": gettext_lazy("Send a receipt"),
    "recordMicSample": gettext_lazy("Record a microphone sample"),
    "recordLanguageProficiency": gettext_lazy("Record a language sample"),
    "answerReview": gettext_lazy("Answer a review"),
    "addPhotos": gettext_lazy("Add photos to the profile"),
    "removePhoto": gettext_lazy("Remove a photo of the profile"),
    "blockHuman": gettext_lazy("Block a person"),
    "unblockHuman": gettext_lazy("Unblock a person"),
    "preferHuman": gettext_lazy("Prefer a person"),
    "unpreferHuman": gettext_lazy("Prefer a person no more"),
    "offerService": gettext_lazy("Offer a service"),
    "editService": gettext_lazy("Change a service"),
    "removeService": gettext_lazy("Remove a service"),
    "approveSubscription": gettext_lazy("Say yes to a booking"),
    "declineSubscription": gettext_lazy("Say no to a booking"),
    "confirmServiceBooking": gettext_lazy("Confirm a booking"),
    "declineServiceBooking": gettext_lazy("Decline a booking"),
    "requestExport": gettext_lazy("Ask for a copy of all data"),
    "sandboxFaucet": gettext_lazy("Take play money"),
    "sandboxPlay": gettext_lazy("Let somebody act in the sandbox"),
    "sandboxStopPlay": gettext_lazy("Stop somebody in the sandbox"),
    "sandboxSwitchPeople": gettext_lazy("Switch the people of the sandbox"),
    "sandboxVerifyHuman": gettext_lazy("Verify a person of the sandbox"),
}
# Why a call was refused, by code, for the person who answers for the caller. Others are said by their code's words.
_WHY: Final = {
    "validation_error": gettext_lazy("Something in it was missing or wrong"),
    "invalid_value": gettext_lazy("Something in it was missing or wrong"),
    "invalid_body": gettext_lazy("It could not be read"),
    "invalid_json": gettext_lazy("It could not be read"),
    "session_required": gettext_lazy("Only a person who is signed in may do this"),
    "api_key_required": gettext_lazy("Only a program with a key may do this"),
    "scope_not_allowed": gettext_lazy("The key or program may not do this"),
    "member_role_required": gettext_lazy("The member's role does not allow it"),
    "not_for_oneself": gettext_lazy("It was about the member's own work or pay"),
    "only_for_oneself": gettext_lazy("Nobody may do this for another account"),
    "insufficient_funds": gettext_lazy("The wallet held too little"),
    "insufficient_wallet_balance": gettext_lazy("The wallet held too little"),
    "spending_cap_exceeded": gettext_lazy("A limit of spending was reached"),
    "tip_cap_exceeded": gettext_lazy("The limit of tips was reached"),
    "wallet_frozen": gettext_lazy("All spending was stopped"),
    "approval_declined": gettext_lazy("The owner had declined it"),
    "approval_expired": gettext_lazy("The time for the owner's yes was over"),
    "approval_exceeded": gettext_lazy("It cost more than was approved"),
    "too_many_approvals": gettext_lazy("Too much waits for the owner's yes already"),
    "idempotency_key_required": gettext_lazy("It had no idempotency key"),
    "idempotency_key_reused": gettext_lazy("Its idempotency key was used for something else"),
    "category_not_allowed": gettext_lazy("The key or program may not spend on this kind of work"),
    "country_not_allowed": gettext_lazy("Not for this country"),
    "not_found": gettext_lazy("What it named does not exist"),
    "not_owner": gettext_lazy("What it named belongs to somebody else"),
    "bounty_not_owned": gettext_lazy("The job belongs to somebody else"),
    "invalid_state": gettext_lazy("It was not possible at that moment"),
    "busy": gettext_lazy("Something else was changing the same thing"),
    "wallet_impact_confirmation_required": gettext_lazy("It changes what is paid, and that was not confirmed"),
    "workers_hired": gettext_lazy("People are hired already"),
    "pay_below_minimum": gettext_lazy("The pay was below the minimum there"),
    "human_not_available": gettext_lazy("The person can't be hired right now"),
    "recipient_not_found": gettext_lazy("Nobody here has that address or profile"),
    "already_member": gettext_lazy("They are a member already"),
    "invitation_for_another_address": gettext_lazy("The invitation is for another address"),
}
# The API's operation of a page's act, by the name under which the act is kept. Each page adds its own.
BY_PAGE: Final[dict[str, str]] = {}
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
_WORD_BEGINS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def of_operation(operation_id: str) -> str:
    """What an operation of the API does; empty where no words are known."""
    return str(_WORDS.get(operation_id, ""))


def named(operation: str) -> str:
    """An operation in words also where none are known: by the parts of its name."""
    return of_operation(operation) or _WORD_BEGINS.sub(" ", operation).capitalize()


def words(call: Call) -> str:
    """What was done, or tried. A page's act that is no operation of the API is told by what the page said afterwards."""
    if known := of_operation(BY_PAGE.get(call.operation, call.operation)):
        return known
    if call.note and call.status < 400:
        return call.note
    if call.operation.startswith("page."):
        return _("Something on a page of this site")
    return named(call.operation)


def why(code: str) -> str:
    """Why a call with this code of a refusal was not carried out."""
    return str(_WHY.get(code) or code.replace("_", " ").capitalize())


def said(call: Call) -> str:
    """What the page said first when it was done, as `Ada gets $5.00.`, or all that a refused call tried; empty where that is what
    `words` gives."""
    if call.status >= 400:
        return call.note
    return "" if call.note == words(call) else _SENTENCE.split(call.note, maxsplit=1)[0]


def who(call: Call, reader: UUID) -> str:
    """Whose act it was, for the person with this primary key: a member of the account is called by their name."""
    if call.via == "session":
        return call.person.display_name if call.person and call.person_id != reader else _("You, signed in")
    if call.via == SERVICE:
        return _("On the page for it") if call.operation == "giveBankAccount" else _("Automatically")
    return call.program or (_("A key") if call.via == "key" else _("A connected program"))
