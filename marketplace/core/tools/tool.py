"""The description of a tool."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

TOOLSETS: Final = {
    "tools": "Find any tool by what it does, and call it.",
    "people": "Find people, read and write reviews, block and prefer them.",
    "bounties": "Post work, choose among applicants, review what they send.",
    "conversations": "Write with applicants and workers.",
    "escrow": "Pay, cancel and dispute single seats; hire a person by name.",
    "money": "Wallet, caps, refunds, payout account, withdrawals, tips, charging customers of your own.",
    "products": "Managed work: rewrites by people, QA runs, taste panels, cakes.",
    "services": "Recurring appointments at fixed prices.",
    "webhooks": "Have events sent to an address of yours.",
    "account": "Your account, its keys, and reports to our staff.",
    "local": "Identities and stablecoin payments: keys that never leave your machine.",
}

READS: Final = "Reads only; moves no money."
FREE: Final = "Moves no money."
# Shown where nobody chose toolsets: all that one hire needs, a way to what is not here, and a way to wait. A name that no tool has
# yet is no mistake: the tool is in the list as soon as there is one.
DEFAULT: Final = (
    *("find_tools", "call_tool", "wait_for_events", "list_pending"),
    *("search_humans", "create_bounty", "list_bounties", "get_bounty", "cancel_bounty"),
    *("get_bounty_applications", "accept_application", "reject_application", "expire_application"),
    *("send_message", "get_conversation"),
    *("get_bounty_submissions", "get_submission", "review_submission"),
    *("release_payment", "send_money", "post_review"),
    *("open_dispute", "get_dispute", "report_support_issue"),
    *("get_wallet_balance", "deposit_wallet"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool: an API operation, described for a model.

    An app's `tools.py` states only what the operation doesn't: `fields` has narrower bounds and other descriptions, by the
    tool's name of a field; `without` names fields of the operation that the tool omits. The remaining input, the route and the
    answer come from the operation when the catalogue is built.
    """

    name: str
    title: str
    what: str
    effects: str  # side effects and cost, and whether they can be undone
    then: str = ""  # which tool to call next
    intents: str = ""  # words of those who look for it and that the text above doesn't have, for find_tools
    toolset: str
    operation: str = ""  # operationId; empty for tools that the tool servers run themselves
    fields: Mapping[str, Any] = field(default_factory=dict)
    only: tuple[str, ...] = ()  # takes no other fields of the operation; empty: all
    without: tuple[str, ...] = ()
    wider: str = ""  # the tool whose further fields are taken here, too, although this one does not show them
    core: tuple[str, ...] = ()  # fields that the short list shows, besides the required ones; empty: all
    gives: tuple[str, ...] = ()  # top-level fields of the answer that the short list shows; empty: all
    examples: tuple[Mapping[str, Any], ...] = ()  # arguments that work
    required: tuple[str, ...] = ()  # in addition to what the operation requires
    query: tuple[str, ...] = ()  # fields sent in the query although the method is not GET
    fixed: Mapping[str, Any] = field(default_factory=dict)  # always sent, not chosen by the caller
    unsent: tuple[str, ...] = ()  # read by the tool server only, never sent
    rename: Mapping[str, str] = field(default_factory=dict)  # the tool's field name -> REST's
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # field -> the tool's value -> REST's
    merged: str = ""  # the answer's list field, when the tool's limit exceeds REST's page size
    signed: str = ""  # the action that an identity signs, with arguments in braces
    local: bool = False  # local tool server only
    public: bool = False  # works without a key
    by_key: bool = False  # takes an API key: a program connected by OAuth is refused
    refused: str = ""  # why every call is refused, for a tool that is kept for older clients
    destructive: bool = False
    idempotent: bool = False  # repeating the call has no further effect by design; see `repeatable`
    open_world: bool = True
    words: bool = False  # the answer may contain text that other users wrote
    own: str = ""  # an argument, or a path into the answer, that is there when the words are the caller's own
    files: bool = False  # the answer's photos are attached, and the texts of its documents
    previewed: str = ""  # the code of a first call that names the sums; its answer has what acknowledges them

    # From the operation. `path` has its arguments in braces; the others are sent in the query of a GET, else in the body.
    method: str = ""
    path: str = ""
    properties: Mapping[str, Any] = field(default_factory=dict)
    answer: Mapping[str, Any] = field(
        default_factory=dict
    )  # top-level fields; `$ref` names one of the catalogue's shapes
    slim: bool = False  # shapes in the answer are shortened to the fields that say the most

    @property
    def read_only(self) -> bool:
        return self.method == "GET"

    @property
    def repeatable(self) -> bool:
        """Has the same call no second effect? An optional idempotency key doesn't guarantee that."""
        return self.read_only or self.idempotent or "idempotencyKey" in self.required

    @property
    def description(self) -> str:
        return " ".join(filter(None, (self.what, self.effects, self.then)))

    @property
    def input_schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "object", "properties": dict(self.properties), "additionalProperties": False}
        if self.required:
            schema["required"] = list(self.required)
        return schema | ({"examples": [dict(example) for example in self.examples]} if self.examples else {})


@dataclass(frozen=True, slots=True)
class Call:
    """One REST call."""

    method: str
    path: str
    query: dict[str, Any]
    body: dict[str, Any] | None
    headers: Mapping[str, str] = field(default_factory=dict)


Answer = tuple[int, Any]  # status and body
