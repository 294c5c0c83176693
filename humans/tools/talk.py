"""Tools to write with people."""

from typing import Final

from marketplace.core.tools import BOUNTY, CURSOR, FREE, HUMAN, KEY, READS, Tool, an_id, choice, flag, limit, text

_CONVERSATION: Final = an_id(
    "The conversation (cnv_…), from an application or list_conversations (toolset conversations)."
)

TALK = [
    Tool(
        name="start_conversation",
        title="Start a conversation (retired)",
        what="Always refused with 403: conversations open by themselves with an application or a hire. Do not call "
        "it; post work with create_bounty or hire with rent_human instead, then write with send_message.",
        effects=FREE,
        method="POST",
        path="/api/conversations",
        toolset="conversations",
        properties={"humanId": HUMAN},
    ),
    Tool(
        name="send_message",
        title="Send a message",
        what="Writes into a conversation with an applicant or worker, who is notified. Never put secrets or card "
        "data into it. Deciding about work is not done by messages: use accept_application, review_submission, "
        "release_payment.",
        effects=f"{FREE} A payment_offer promises nothing until you pay for it. A message can't be taken back.",
        method="POST",
        path="/api/conversations/{conversationId}/messages",
        toolset="conversations",
        properties={
            "conversationId": _CONVERSATION,
            "content": text("What to say.", least=1, most=5000),
            "messageType": choice(
                "text unless you propose a task or a payment.", "text", "task_request", "payment_offer"
            ),
            "metadata": {
                "type": "object",
                "description": "Your own data, at most 8 KiB. A payment_offer names `amount` in it: US dollars, 1 to 10,000.",
            },
            "idempotencyKey": KEY,
        },
        required=("conversationId", "content"),
        signed="message:{conversationId}:{content}",
        default=True,
        destructive=True,
    ),
    Tool(
        name="get_conversation",
        title="Read a conversation",
        what="Reads a conversation with its latest messages, oldest first. They stay unread unless markRead is true.",
        effects=READS,
        then="To follow it, pass pagination.after of the answer as `after` the next time; for older messages pass "
        "pagination.nextCursor as `cursor`. Answer with send_message.",
        method="GET",
        path="/api/conversations/{conversationId}",
        toolset="conversations",
        properties={
            "conversationId": _CONVERSATION,
            "limit": limit(100, 50),
            "after": an_id("A message's id: only those that came after it."),
            "cursor": CURSOR | {"description": "pagination.nextCursor of the answer before; not together with after."},
            "markRead": flag("true: mark what is returned as read, which the other side can see.") | {"default": False},
        },
        required=("conversationId",),
        default=True,
        words=True,
    ),
    Tool(
        name="list_conversations",
        title="List conversations",
        what="Lists your conversations, the most recently active first, with unread counts and the last message of "
        "each.",
        effects=READS,
        then="Then get_conversation.",
        method="GET",
        path="/api/conversations",
        toolset="conversations",
        properties={
            "subject": text("Only with exactly this subject."),
            "onlyThisIdentity": flag("Only conversations of the calling identity."),
            "humanId": an_id("Only with this person (prf_…)."),
            "bountyId": BOUNTY | {"description": "Only about this bounty (bty_…)."},
            "status": choice("Only of this status.", "active", "archived", "converted"),
            "unreadByAgent": flag("true: only those with messages that you have not read."),
            "hasReplies": flag("true: only those in which both sides have written."),
            "limit": limit(100, 50),
            "cursor": CURSOR,
        },
        rename={"onlyThisIdentity": "scope"},
        values={"onlyThisIdentity": {True: "identity", False: "all"}},
        words=True,
    ),
]
