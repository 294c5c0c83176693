"""What an answer leads to as a whole, besides the steps of the objects in it. Data only, as `next_steps`."""

from collections.abc import Mapping
from typing import Final

from marketplace.core import next_waits
from marketplace.core.next_step import Step

_BOUNTY: Final = {"bounty_id": "bountyId"}
_DELIVERY: Final = {"delivery_id": "deliveryId"}
_HIRED: Final = (
    next_waits.HIRED,
    Step(
        "sendMessage",
        needs=("content",),
        when="confirmBy",
        named={"conversation_id": "conversationId"},
        why="Anything that they have to know.",
    ),
    Step(
        "expireApplication",
        when="confirmBy",
        named={"bounty_id": "bountyId", "application_id": "applicationId"},
        why="Takes the hire back: the money returns to your wallet.",
    ),
    Step(
        "depositForBounty",
        {"bountyId": "{bountyId}"},
        when="checkoutUrl",
        why="A page that pays the rest and hires them.",
    ),
    Step("cancelBounty", when="checkoutUrl", named=_BOUNTY, why="Nobody is hired yet."),
)
# Operation -> steps of its answer as a whole, besides those of the objects in it.
OF_ANSWERS: Final[Mapping[str, tuple[Step, ...]]] = {
    **dict.fromkeys(("rentHuman", "createPersonalBounty"), _HIRED),
    "listSubmissions": (
        Step(
            "getSubmission",
            named={"bounty_id": "bounty_id", "submission_id": "id"},
            each="submissions",
            only={"status": "pending_review"},
            why="Shows it: look before you judge.",
        ),
        Step(
            "releaseEscrow",
            {"acknowledgeRelease": True},
            named={"escrow_id": "escrowId"},
            each="submissions",
            only={"status": "approved", "escrowStatus": "completed"},
        ),
    ),
    "getConversation": (
        Step("sendMessage", needs=("content",), named={"conversation_id": "conversation.id"}),
        next_waits.WORDS,
        Step(
            "getConversation",
            {"after": "{pagination.after}"},
            when="pagination.after",
            named={"conversation_id": "conversation.id"},
            why="What was written since.",
        ),
    ),
    "decideQaEscalation": (
        Step("getQaRun", named={"run_id": "run_id"}, why="How the run stands, and what else it leaves to you."),
    ),
    "sendMessage": (
        next_waits.ANSWER,
        Step(
            "getConversation",
            {"after": "{message.id}"},
            named={"conversation_id": "message.conversationId"},
            why="What was written since.",
        ),
    ),
    "postReview": (
        Step("listPending", why="What else waits for you."),
        Step(
            "sendTransfer",
            {"bountyId": "{review.bountyId}", "recipientId": "{review.humanId}"},
            ("amount",),
            why="A tip, if the work was worth more.",
        ),
    ),
    **dict.fromkeys(
        ("createWebhookEndpoint", "rotateWebhookSecret"),
        (
            Step(
                "testWebhookEndpoint",
                unless="endpoint.disabled",
                named={"endpoint_id": "endpoint.id"},
                why="Sends one signed event there, so that you see whether it arrives and its signature fits.",
            ),
        ),
    ),
    "testWebhookEndpoint": (
        Step("getWebhookDelivery", named=_DELIVERY, why="Whether it arrived: it is sent within seconds."),
    ),
    "redeliverWebhook": (
        Step("getWebhookDelivery", named={"delivery_id": "delivery.deliveryId"}, why="Whether it arrived this time."),
    ),
    "replayWebhookEvents": (
        Step("listWebhookDeliveries", {"endpointId": "{endpoint_id}"}, why="What is sent, and how it goes."),
    ),
    "getWebhookDelivery": (
        Step(
            "getWebhookDelivery",
            when="delivery.nextAttemptAt",
            named={"delivery_id": "delivery.deliveryId"},
            why="Whether it arrived then: the next attempt is at {delivery.nextAttemptAt}.",
        ),
        Step(
            "redeliverWebhook",
            named={"delivery_id": "delivery.deliveryId"},
            why="Sends the same bytes again, now, also what arrived.",
        ),
    ),
    "listWebhookDeliveries": (
        Step(
            "getWebhookDelivery",
            named=_DELIVERY,
            each="deliveries",
            only={"status": "failed"},
            why="Why it did not arrive.",
        ),
    ),
    "reportSupportIssue": (
        Step(
            "getConversation",
            when="conversationId",
            named={"conversation_id": "conversationId"},
            why="Our staff answer there.",
        ),
    ),
    "depositToWallet": (
        Step(
            "getWalletBalance",
            when="checkoutUrl",
            until="expiresAt",
            why="Shows when the money is there: somebody pays it in a browser, at checkoutUrl.",
        ),
    ),
}
