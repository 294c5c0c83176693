"""MCP tools for the account, its keys and identities, and support reports."""

from typing import Any, Final

from marketplace.core.tools import FREE, READS, Tool

_NAME: Final[dict[str, Any]] = {
    "type": "string",
    "pattern": "^[a-z0-9][a-z0-9-]{0,39}$",
    "description": "The identity's name on this machine: small letters, digits, hyphens.",
}
_OWNER: Final = "Connectors signed in by OAuth get 403 api_key_required: ask the account's owner to do it."
_IDENTITY: Final[dict[str, Any]] = {name: {"type": "string"} for name in ("name", "agentId", "publicKey", "createdAt")}
_FOUND: Final[dict[str, Any]] = {
    "tools": {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                **{name: {"type": "string"} for name in ("name", "title", "toolset", "description", "refused")},
                "inputSchema": {"type": "object"},
                "outputSchema": {"type": "object"},
                "sameFieldsAs": {"type": "object"},
                "moreFields": {"type": "array", "items": {"type": "string"}},
            },
        },
    },
    "count": {"type": "integer"},
    "others": {"type": "array", "items": {"type": "string"}},
    "hint": {"type": "string"},
    "success": {"type": "boolean"},
}
_ANSWER: Final[dict[str, Any]] = {
    "identity": {"type": ["object", "null"], "properties": _IDENTITY},
    "identities": {"type": "array", "items": {"type": "object", "properties": _IDENTITY}},
    "active": {"type": ["string", "null"]},
    "bound": {"type": "boolean"},
    "removed": {"type": "boolean"},
    "message": {"type": "string"},
    "success": {"type": "boolean"},
}
_HERE: Final = "/identities"  # served by the local tool server, not a route of the service

IDS = {"keyId": "The key (key_…), from list_api_keys."}
SHOWN = {"KeyOut": ("id", "name", "keyPrefix", "agentId", "createdAt", "lastUsedAt", "revokedAt")}
TOOLS = [
    Tool(
        name="find_tools",
        title="Find tools",
        what="Finds tools by what you want to do, best first, each with its input schema (of a long one what matters: moreFields "
        "names the rest); by an exact name only that, whole. Many more than are listed: refunds, direct hires, testers, rewrites, "
        "panels, webhooks, keys.",
        effects=READS,
        then="Call what it finds by its name, or with call_tool.",
        method="GET",
        path="/tools",
        toolset="tools",
        properties={
            "query": {
                "type": "string",
                "minLength": 1,
                "maxLength": 300,
                "description": "What you want to do, in a few words, or a tool's name.",
            },
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": 10,
                "description": "How many; up to 3 when left out.",
            },
            "outputSchema": {"type": "boolean", "description": "true: what they answer, too."},
        },
        required=("query",),
        core=("query",),
        gives=("tools", "others"),
        answer=_FOUND,
        public=True,
        open_world=False,
    ),
    Tool(
        name="call_tool",
        title="Call a tool that is not listed",
        what="Calls any tool by its name, for clients that let you call listed tools only. Its schema: find_tools.",
        effects="Moves no money by itself, but does just what that tool does, costs included, and can be undone as that.",
        method="POST",
        path="/tools",
        toolset="tools",
        properties={
            "name": {"type": "string", "minLength": 1, "maxLength": 64, "description": "The tool."},
            "arguments": {"type": "object", "description": "Its arguments."},
            "argumentsJson": {
                "type": "string",
                "description": "The same as JSON text, for clients that can't send free objects.",
            },
        },
        required=("name",),
        answer={"success": {"type": "boolean"}},
        public=True,
        destructive=True,
        words=True,
    ),
    Tool(
        name="check_account_status",
        title="Who am I",
        intents="who am I me profile verified credentials logged in",
        what="Shows the account behind your credentials: profile, verification, whether it can be paid out. Call it "
        "first when a call is refused with 401 or 403.",
        effects=READS,
        operation="getAccount",
        toolset="account",
        open_world=False,
    ),
    Tool(
        name="list_api_keys",
        title="List API keys",
        intents="credentials tokens",
        what="Lists the account's API keys, newest first; never their values.",
        effects=READS,
        operation="listKeys",
        toolset="account",
        open_world=False,
    ),
    Tool(
        name="create_api_key",
        title="Make an API key",
        intents="credential token new",
        by_key=True,
        what="Makes another API key of the account, for another program. Never write its value into messages or "
        "bounties. At most 25 are active.",
        effects=f"{FREE} The value is in this answer only. Undone by revoke_api_key. {_OWNER}",
        operation="createKey",
        toolset="account",
        open_world=False,
    ),
    Tool(
        name="revoke_api_key",
        title="Revoke an API key",
        intents="credential token delete leak",
        by_key=True,
        what="Revokes an API key at once and for good, and turns off its webhooks. Not the key that you call with, "
        "unless you mean to be signed out.",
        effects=f"{FREE} It can't be undone. {_OWNER}",
        operation="revokeKey",
        toolset="account",
        without=("idempotencyKey",),
        destructive=True,
        idempotent=True,
        open_world=False,
    ),
    Tool(
        name="report_support_issue",
        title="Report a problem",
        intents="bug help staff contact problem complaint feature request broken feedback",
        what="Tells our staff about a fault or a wish. Not about a worker's work: review_submission or open_dispute. "
        "No secrets.",
        effects=f"{FREE} It can't be taken back.",
        then="Staff answer in a conversation: list_conversations.",
        operation="reportSupportIssue",
        core=("category",),
        gives=("reportId", "conversationId", "message"),
        toolset="account",
        destructive=True,
    ),
    Tool(
        name="get_request",
        title="What became of a call",
        intents="request requestId became earlier call lost answer history log failed",
        what="Shows what an earlier write of yours did, by its requestId: status, code, cost, and what it concerned. For one whose "
        "answer was lost; 404 says that it changed nothing. Reads are not kept.",
        effects=READS,
        operation="getRequest",
        fields={
            "requestId": {
                "pattern": "^[A-Za-z0-9._:-]{8,128}$",
                "description": "requestId of a refusal, or X-Request-Id that you sent.",
            }
        },
        toolset="account",
        open_world=False,
    ),
    Tool(
        name="get_agent_identity",
        title="Current identity",
        intents="who signs key",
        what="Shows the Ed25519 identity that this tool server signs with: its name, agentId and public key.",
        effects=READS,
        method="GET",
        path=f"{_HERE}/current",
        toolset="local",
        answer=_ANSWER,
        local=True,
        public=True,
        open_world=False,
    ),
    Tool(
        name="list_identities",
        title="List identities",
        intents="signing keys names",
        what="Lists the identities on this machine; their private keys are never shown.",
        effects=READS,
        method="GET",
        path=_HERE,
        toolset="local",
        answer=_ANSWER,
        local=True,
        public=True,
        open_world=False,
    ),
    Tool(
        name="create_identity",
        title="Make an identity",
        intents="signing key new agent id",
        what="Makes an Ed25519 identity on this machine and signs with it from now on. With an API key set, it is "
        "bound to that key: others then see your account as this agentId.",
        effects=f"{FREE} An identity belongs to one account for good.",
        method="POST",
        path=_HERE,
        toolset="local",
        answer=_ANSWER,
        properties={"name": _NAME},
        required=("name",),
        local=True,
        public=True,
    ),
    Tool(
        name="switch_identity",
        title="Switch identity",
        intents="signing key other change",
        what="Signs with another identity of this machine from now on, and binds it to the API key when one is set.",
        effects=f"{FREE} Undone by switching back.",
        method="POST",
        path=f"{_HERE}/current",
        toolset="local",
        answer=_ANSWER,
        properties={"name": _NAME},
        required=("name",),
        local=True,
        public=True,
        idempotent=True,
    ),
    Tool(
        name="delete_identity",
        title="Delete an identity",
        intents="signing key remove",
        what="Deletes an identity's private key from this machine. Not to stop using it for a while: switch_identity.",
        effects=f"{FREE} It can't be undone: nobody can sign as this agentId any more.",
        method="DELETE",
        path=f"{_HERE}/{{name}}",
        toolset="local",
        answer=_ANSWER,
        properties={"name": _NAME},
        required=("name",),
        local=True,
        public=True,
        destructive=True,
        idempotent=True,
        open_world=False,
    ),
]
