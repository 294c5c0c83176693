"""Tools for conversations."""

from marketplace.core.tools import FREE, READS, Tool

TALK = [
    Tool(
        name="start_conversation",
        title="Start a conversation (retired)",
        intents="message contact stranger",
        what="Always refused with 403: conversations open by themselves with an application or a hire. Do not call "
        "it; post work with create_bounty or hire with rent_human instead, then write with send_message.",
        effects=FREE,
        operation="startConversation",
        toolset="conversations",
        fields={"humanId": {}},
        refused="Conversations open by themselves, with an application or a hire: post work, or hire, then send_message.",
    ),
    Tool(
        name="send_message",
        title="Send a message",
        intents="write chat contact ask worker tell reply answer question message applicant",
        what="Writes into a conversation with an applicant or worker, who is notified. No secrets or card data. Decisions have "
        "tools of their own.",
        effects=f"{FREE} A payment_offer promises nothing until you pay for it. A message can't be taken back.",
        operation="sendMessage",
        toolset="conversations",
        without=("senderType", "senderId", "senderName"),
        core=("content",),
        signed="message:{conversationId}:{content}",
        destructive=True,
    ),
    Tool(
        name="get_conversation",
        title="Read a conversation",
        intents="messages chat read inbox replies answer what worker wrote",
        what="Reads a conversation with its latest messages, oldest first. They stay unread unless markRead is true.",
        effects=READS,
        then="To follow it, pass pagination.after as `after` the next time; for older messages nextCursor as `cursor`.",
        operation="getConversation",
        toolset="conversations",
        core=("after", "markRead"),
        gives=("messages", "pagination"),
        fields={
            "markRead": {
                "default": False,
                "description": "true: mark what is returned as read, which the other side can see.",
            },
        },
        words=True,
    ),
    Tool(
        name="list_conversations",
        title="List conversations",
        intents="inbox messages chats unread",
        what="Lists your conversations, the most recently active first, with unread counts and the last message of "
        "each.",
        effects=READS,
        then="Then get_conversation.",
        operation="listConversations",
        toolset="conversations",
        fields={
            "limit": {"default": 10},  # of long talks, twice as many pass 2,000 tokens
            "onlyThisIdentity": {
                "type": "boolean",
                "enum": None,
                "description": "Only conversations of the calling identity.",
            },
        },
        without=("agentId", "applicationId", "ownerUid", "unreadByHuman"),
        rename={"onlyThisIdentity": "scope"},
        values={"onlyThisIdentity": {"true": "identity", "false": "all"}},
        words=True,
    ),
]
