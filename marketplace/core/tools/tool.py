"""What a tool is."""

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
    """One tool: an operation of the interface, described for a model.

    An app's `tools.py` says what only a tool has, and where the tool differs from its operation: in `fields` narrower bounds and
    other words, by the tool's name of a field; in `without` the operation's fields that it leaves out. What it takes else,
    where it is sent and what it answers comes from the operation, when the catalogue is built.
    """

    name: str
    title: str
    what: str
    effects: str  # what it changes, what it costs and whether that can be undone
    then: str = ""  # what to call next
    toolset: str
    operation: str = ""  # its operationId; empty for those that the local tool server does by itself
    fields: Mapping[str, Any] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    required: tuple[str, ...] = ()  # besides what the operation needs
    query: tuple[str, ...] = ()  # fields that are no part of the body, though it is no GET
    fixed: Mapping[str, Any] = field(default_factory=dict)  # sent always, and not the caller's to say
    unsent: tuple[str, ...] = ()  # what the local tool server alone reads
    rename: Mapping[str, str] = field(default_factory=dict)  # the tool's word -> REST's
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # the tool's value, as text -> REST's
    merged: str = ""  # a list that REST gives in pages smaller than the tool's limit
    signed: str = ""  # the action that an identity signs, with arguments in braces
    default: bool = False  # offered at /api/mcp without asking for more
    local: bool = False  # the local tool server alone
    public: bool = False  # works without a key
    destructive: bool = False
    idempotent: bool = False  # by what it does: its state takes a call once. See `repeatable`
    open_world: bool = True
    words: bool = False  # the answer holds what people wrote
    photos: bool = False  # the answer's photos come along

    # Of the operation. `path` names its arguments in braces; the others go into the query of a GET and else into the body.
    method: str = ""
    path: str = ""
    properties: Mapping[str, Any] = field(default_factory=dict)
    answer: Mapping[str, Any] = field(default_factory=dict)

    @property
    def read_only(self) -> bool:
        return self.method == "GET"

    @property
    def repeatable(self) -> bool:
        """Does the same call again have no second effect? A key that may be left out promises nothing."""
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
        """What REST answers, and our notice before it where people speak."""
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
