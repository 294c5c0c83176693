"""Settings of the OpenAPI document: title, tags, hooks. `marketplace.api.document` completes it."""

from typing import Any, Final

from marketplace import VERSION

# In the order of a first hire, as on the docs page.
TAGS: Final = [
    {"name": "Accounts", "description": "Sign up, API keys, who am I."},
    {
        "name": "Sign-in",
        "description": "People: sign up, confirm the address, sign in and out. Bodies of their own.",
    },
    {"name": "Members", "description": "Who else may act for your account, and for which ones you may."},
    {"name": "Humans", "description": "Find people, keep lists of them, review them; your own profile."},
    {"name": "Wallet", "description": "Deposits, balances, the statement."},
    {"name": "Bounties", "description": "Post work, fund it, browse it."},
    {"name": "Applications", "description": "Apply, hire, confirm the seat."},
    {"name": "Conversations", "description": "Talk with applicants and workers."},
    {"name": "Submissions", "description": "Evidence and its review."},
    {"name": "Escrow", "description": "Money held for a seat: confirm, release, cancel."},
    {"name": "Disputes", "description": "A funder freezes a seat; both sides give evidence, staff decide."},
    {"name": "Transfers", "description": "Tips and reimbursements to people whose work you released."},
    {
        "name": "Humanizations",
        "description": "A private text, rewritten by a person who shows that they write themselves.",
    },
    {"name": "Services", "description": "Fixed-price services with a weekly, biweekly or monthly appointment."},
    {"name": "QA", "description": "People test your product, once or again and again, and you get one report."},
    {"name": "Taste runs", "description": "A panel votes on what you show it."},
    {"name": "Pictures", "description": "A fresh photo of a public place, for a fixed budget."},
    {"name": "Cakes", "description": "A cake, brought to somebody's door."},
    {"name": "Tools", "description": "All of this for models, by MCP. Bodies of its own."},
    {"name": "Webhooks", "description": "Events to your own receiver, signed and retried."},
    {"name": "Support", "description": "Tell us what is wrong, or what is missing."},
    {"name": "Sandbox", "description": "Only in a sandbox, only from this machine: the clock, the mailbox."},
]


def of(service: str, introduction: str) -> dict[str, Any]:
    """drf-spectacular's settings for a service with this name; `introduction` is Markdown."""
    return {
        "TITLE": service,
        "VERSION": VERSION,
        "OAS_VERSION": "3.1.0",
        "DESCRIPTION": introduction,
        "SERVE_INCLUDE_SCHEMA": False,
        "SCHEMA_PATH_PREFIX": r"/api",
        "SCHEMA_PATH_PREFIX_TRIM": False,
        "COMPONENT_SPLIT_REQUEST": True,
        "COMPONENT_SPLIT_PATCH": False,  # a PATCH shape states its required fields itself, such as `action`
        "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
        "SORT_OPERATIONS": False,
        "TAGS": TAGS,
        "APPEND_COMPONENTS": {
            "securitySchemes": {
                "ApiKey": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
                "BearerKey": {"type": "http", "scheme": "bearer", "description": "An API key or a session token."},
                "Session": {"type": "apiKey", "in": "header", "name": "X-Session-Token"},
            }
        },
        "POSTPROCESSING_HOOKS": [
            "marketplace.api.document.add_shared_parts",
            "webhooks.serializers.payloads.add_webhooks",
        ],
        "PREPROCESSING_HOOKS": ["marketplace.api.document.only_our_routes"],
    }
