"""Every column of this app's models: personal or not, whose, and what an erasure does to it (marketplace/core/personal.py)."""

from typing import Final

from marketplace.core.personal import BOOKS, Person, Table, Tables

TABLES: Final[Tables] = {
    "humans.Conversation": Table(
        plain=(
            "id created_at kind status bounty_id application_id run_ref booking_id subject_status message_count "
            "unread_by_agent unread_by_human has_replies last_message_at last_message_side completion_claimed_at "
            "mail_due_at mailed_at updated_at"
        ),
        links="agent human",
        people=(
            Person(
                "agent",
                held="subject last_message_preview",
                hidden="last_message_preview",
                seats="application_id booking_id",
            ),
            Person(
                "human",
                held="last_message_preview",
                hidden="last_message_preview",
                seats="application_id booking_id",
            ),
        ),
    ),
    "humans.Message": Table(
        plain="id created_at conversation number sender_type message_type read_at",
        links="sender",
        people=(
            Person(
                "sender",
                held="content metadata",
                seats="conversation__application_id conversation__booking_id",
            ),
        ),
    ),
    "humans.Service": Table(
        plain=("id created_at category price_cents duration_minutes is_active hidden_at deleted_at updated_at"),
        links="human",
        people=(
            Person(
                "human",
                cleared="title description words hidden_reason",
                replaced="hidden_reason",
                hidden="words",
            ),
        ),
    ),
    "humans.MessageRule": Table(
        plain="id phrase reason is_active created_at",
    ),
    "humans.Proficiency": Table(
        plain="id",
        links="account",
        people=(
            Person(
                "account",
                gone="language cefr cefr_score confidence fluency provider model evaluated_at",
            ),
        ),
    ),
    "humans.SpeechAttempt": Table(
        plain="id created_at attempts next_attempt_at caused_by bounty_id status decided_at",
        links="account",
        people=(
            Person(
                "account",
                goes="language reason error_code seconds recording_id storage_key cefr",
                hidden="recording_id storage_key error_code",
            ),
        ),
    ),
    "humans.Profile": Table(
        plain=(
            "is_remote_available is_available is_featured accepts_invitations is_complete created_at updated_at "
            "total_bookings review_count rating_total is_findable last_active_at"
        ),
        links="account",
        follows="name_words is_verified",
        people=(
            Person(
                "account",
                cleared=(
                    "headline bio gender skills expertise city country hourly_rate_cents availability timezone way_of_working "
                    "work_domains photo_ids city_words terms"
                ),
                hidden="photo_ids city_words terms",
            ),
        ),
    ),
    "humans.Relation": Table(
        plain="id created_at",
        links="owner human",
        people=(
            Person(
                "owner",
                gone="kind note",
            ),
            Person(
                "human",
                gone="kind note",
                hidden="kind note",
            ),
        ),
    ),
    "humans.Review": Table(
        plain="id created_at bounty_id rating answered_at conversation",
        links="human author",
        people=(
            Person(
                "author",
                cleared="comment comment_hidden_reason",
            ),
            Person(
                "human",
                cleared="answer answer_hidden_reason",
                replaced="answer",
            ),
        ),
    ),
    "humans.Subscription": Table(
        plain=(
            "id created_at service conversation status price_cents fee_cents fee_bps duration_minutes interval "
            "start_time timezone first_date spender next_date next_cycle_at past_due_since approved_at "
            "cancel_requested_at canceled_at end_reason"
        ),
        links="booker provider",
        people=(
            Person(
                "booker",
                stays={BOOKS: "title"},
            ),
            Person(
                "provider",
                stays={BOOKS: "title"},
            ),
        ),
    ),
    "humans.Booking": Table(
        plain="id created_at subscription status date starts_at ends_at escrow due_at end_reason",
        links="booker provider",
    ),
}
