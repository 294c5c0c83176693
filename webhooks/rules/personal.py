"""Every column of this app's models: personal or not, whose, and what an erasure does to it (marketplace/core/personal.py)."""

from typing import Final

from marketplace.core.personal import Person, Table, Tables

TABLES: Final[Tables] = {
    "webhooks.Attempt": Table(
        plain="id delivery number at status duration_ms",
        people=(
            Person(
                "delivery__endpoint__account",
                goes="error response_excerpt",
                hidden="error response_excerpt",
            ),
        ),
    ),
    "webhooks.Delivery": Table(
        plain=(
            "id created_at endpoint event event_type status attempts earlier_attempts response_status next_attempt_at "
            "leased_until delivered_at"
        ),
        people=(
            Person(
                "endpoint__account",
                goes="body last_error",
                hidden="body last_error",
            ),
        ),
    ),
    "webhooks.Event": Table(
        plain=(
            "id created_at type entity key public subject_id request_id trace_id only_endpoint fanned_out_at position"
        ),
        links="account",
        people=(
            Person(
                "account",
                goes="data actor note",
                hidden="data actor note",
            ),
        ),
    ),
    "webhooks.Endpoint": Table(
        plain=(
            "id created_at key events old_secret_until unreadable_since legacy consecutive_failures disabled_at "
            "disabled_reason deleted_at"
        ),
        links="account",
        people=(
            Person(
                "account",
                goes="url description sealed_secret old_sealed_secret",
                hidden="sealed_secret old_sealed_secret",
            ),
        ),
    ),
    "webhooks.DueEndpoint": Table(
        plain="endpoint failing due_at",
        links="account",
    ),
    "webhooks.InboxStart": Table(
        plain="position until",
        links="account",
    ),
    "webhooks.Lease": Table(
        plain="delivery",
    ),
    "webhooks.Restoration": Table(
        plain="id created_at epoch note",
    ),
    "webhooks.Sender": Table(
        plain="number holder held_until",
    ),
}
