"""MCP tools for the account, its keys and identities, and support reports."""

from typing import Any, Final

from marketplace.core.tools import FREE, READS, Tool

_NAME: Final[dict[str, Any]] = {
    "type": "string",
    "pattern": "^[a-z0-9][a-z0-9-]{0,39}$",
    "description": "The identity's name on this machine: small letters, digits, hyphens.",
}
_OWNER: Final = "Connectors signed in by OAuth get 403 api_key_required: ask the account's owner to do it."
_ANSWER: Final[dict[str, Any]] = {
    "identity": {"type": ["object", "null"]},
    "identities": {"type": "array"},
    "active": {"type": ["string", "null"]},
    "bound": {"type": "boolean"},
    "removed": {"type": "boolean"},
    "message": {"type": "string"},
    "success": {"type": "boolean"},
}
_HERE: Final = "/identities"  # served by the local tool server, not a route of the service

IDS = {"keyId": "The key (key_…), from list_api_keys."}
TOOLS = [
    Tool(
        name="check_account_status",
        title="Who am I",
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
        what="Lists the account's API keys, newest first; never their values.",
        effects=READS,
        operation="listKeys",
        toolset="account",
        open_world=False,
    ),
    Tool(
        name="create_api_key",
        title="Make an API key",
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
        what="Tells our staff about a fault or a wish. Not about a worker's work: review_submission or open_dispute. "
        "No secrets.",
        effects=f"{FREE} It can't be taken back.",
        then="Staff answer in a conversation: list_conversations.",
        operation="reportSupportIssue",
        toolset="account",
        destructive=True,
    ),
    Tool(
        name="get_agent_identity",
        title="Current identity",
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
