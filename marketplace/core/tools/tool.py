"""The description of a tool."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

TOOLSETS: Final = {
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
_NOTICE: Final = {"notice": {"type": "string"}}


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
    toolset: str
    operation: str = ""  # operationId; empty for tools that the local tool server runs itself
    fields: Mapping[str, Any] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    required: tuple[str, ...] = ()  # in addition to what the operation requires
    query: tuple[str, ...] = ()  # fields sent in the query although the method is not GET
    fixed: Mapping[str, Any] = field(default_factory=dict)  # always sent, not chosen by the caller
    unsent: tuple[str, ...] = ()  # read by the local tool server only, never sent
    rename: Mapping[str, str] = field(default_factory=dict)  # the tool's field name -> REST's
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # field -> the tool's value -> REST's
    merged: str = ""  # the answer's list field, when the tool's limit exceeds REST's page size
    signed: str = ""  # the action that an identity signs, with arguments in braces
    default: bool = False  # offered at /api/mcp without a `toolsets` parameter
    local: bool = False  # local tool server only
    public: bool = False  # works without a key
    destructive: bool = False
    idempotent: bool = False  # repeating the call has no further effect by design; see `repeatable`
    open_world: bool = True
    words: bool = False  # the answer contains text that users wrote
    photos: bool = False  # the answer's photos are attached

    # From the operation. `path` has its arguments in braces; the others are sent in the query of a GET, else in the body.
    method: str = ""
    path: str = ""
    properties: Mapping[str, Any] = field(default_factory=dict)
    answer: Mapping[str, Any] = field(default_factory=dict)

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
        return schema | ({"required": list(self.required)} if self.required else {})

    @property
    def output_schema(self) -> dict[str, Any]:
        """REST's answer, plus the `notice` that precedes user-written text."""
        notice = _NOTICE if self.words else {}
        return {"type": "object", "properties": {**notice, **self.answer}, "required": ["success"]}

    def listing(self) -> dict[str, Any]:
        """As `tools/list` shows it."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input_schema,
            "outputSchema": self.output_schema,
            "annotations": {
                "readOnlyHint": self.read_only,
                "destructiveHint": self.destructive,
                "idempotentHint": self.repeatable,
                "openWorldHint": self.open_world,
            },
        }


@dataclass(frozen=True, slots=True)
class Call:
    """One REST call."""

    method: str
    path: str
    query: dict[str, Any]
    body: dict[str, Any] | None


Answer = tuple[int, Any]  # status and body
