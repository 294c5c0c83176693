"""Every column of this app's models: personal or not, whose, and what an erasure does to it (marketplace/core/personal.py)."""

from typing import Final

from marketplace.core.personal import BOOKS, DECISION, STAFF, Person, Table, Tables

TABLES: Final[Tables] = {
    "escrow.Case": Table(
        plain=(
            "id created_at kind escrow dispute category amount_cents stage stage_at due_at next_due_at round first_look_due_at "
            "first_look_at decision_due_at paused_at assigned_at snoozed_until remind_at with_lead_at tags closed_at "
            "sampled_at"
        ),
        links="owner worker assignee ended_by",
        people=(
            Person(
                "owner",
                stays={BOOKS: "title"},
                hidden="title",
            ),
            Person(
                "worker",
                stays={BOOKS: "title"},
                hidden="title",
            ),
        ),
    ),
    "escrow.CaseStage": Table(
        plain="id case stage round began_at ended_at",
    ),
    "escrow.CaseRequest": Table(
        plain="id created_at case state due_at remind_at ended_at",
        links="asked made_by",
        people=(
            Person(
                "asked",
                held="words items",
                seats="case__escrow__subject_id",
            ),
        ),
    ),
    "escrow.CaseOffer": Table(
        plain="id created_at case amount_cents worker_cents fee_cents refund_cents state due_at remind_at ended_at",
        links="made_by",
        people=(
            Person(
                "made_by",
                held="words",
                seats="case__escrow__subject_id",
            ),
        ),
    ),
    "escrow.CaseFinding": Table(
        plain="id created_at case round key asked finding",
        links="found_by",
        people=(
            Person(
                "case__owner",
                stays={DECISION: "words"},
                hidden="words",
            ),
            Person(
                "case__worker",
                stays={DECISION: "words"},
                hidden="words",
            ),
        ),
    ),
    "escrow.CaseMessage": Table(
        plain="id created_at case to",
        links="author",
        people=(
            Person(
                "case__owner",
                stays={DECISION: "words"},
                hidden="words",
            ),
            Person(
                "case__worker",
                stays={DECISION: "words"},
                hidden="words",
            ),
        ),
    ),
    "escrow.DeskNote": Table(
        plain="id created_at case",
        links="about author",
        people=(
            Person(
                "about",
                held="words",
                hidden="words",
                seats="case__escrow__subject_id",
            ),
        ),
    ),
    "escrow.CasePresence": Table(
        plain="id case seen_at",
        links="staff",
    ),
    "escrow.SavedView": Table(
        plain="id name query",
        links="staff",
    ),
    "escrow.StaffDigest": Table(
        plain="every next_at told",
        links="staff",
    ),
    "escrow.CaseReview": Table(
        plain="id created_at case scores done_at",
        links="reviewer",
        stays={STAFF: "words"},
    ),
    "escrow.DeskClocks": Table(
        plain=(
            "id holds_from why answer_hours settlement_hours evidence_hours first_look_hours decision_hours "
            "approval_hours appeal_days keeps_share"
        ),
    ),
    "escrow.ReasonCode": Table(
        plain="id holds_from why code decision is_overturning text",
    ),
    "escrow.EvidenceWanted": Table(
        plain="id holds_from why category name label side",
    ),
    "escrow.Macro": Table(
        plain="id holds_from why name language text steps",
    ),
    "escrow.Dispute": Table(
        plain="id created_at escrow status category escrow_was conversation_id resolved_at",
        links="owner worker",
        people=(
            Person(
                "owner",
                held="description urls",
                seats="escrow__subject_id",
            ),
        ),
    ),
    "escrow.DisputeEvidence": Table(
        plain="id created_at dispute answers",
        links="author",
        people=(
            Person(
                "author",
                held="text urls",
                seats="dispute__escrow__subject_id",
            ),
        ),
    ),
    "escrow.DecisionPreview": Table(
        plain=(
            "id created_at dispute case round decision amount_cents worker_cents fee_cents refund_cents moves "
            "reason_code needs_second facts digest expires_at"
        ),
        links="made_by",
        people=(
            Person(
                "dispute__owner",
                stays={DECISION: "reason words"},
                hidden="reason words",
            ),
            Person(
                "dispute__worker",
                stays={DECISION: "reason words"},
                hidden="reason words",
            ),
            Person(
                "case__owner",
                stays={DECISION: "reason words"},
                hidden="reason words",
            ),
            Person(
                "case__worker",
                stays={DECISION: "reason words"},
                hidden="reason words",
            ),
        ),
    ),
    "escrow.DisputeDecision": Table(
        plain=(
            "id created_at dispute case preview offer round state decision amount_cents worker_cents fee_cents "
            "refund_cents needs_second decided_at"
        ),
        links="proposer second",
        people=(
            Person(
                "dispute__owner",
                stays={DECISION: "reason"},
                hidden="reason",
            ),
            Person(
                "dispute__worker",
                stays={DECISION: "reason"},
                hidden="reason",
            ),
            Person(
                "case__owner",
                stays={DECISION: "reason"},
                hidden="reason",
            ),
            Person(
                "case__worker",
                stays={DECISION: "reason"},
                hidden="reason",
            ),
        ),
    ),
    "escrow.Appeal": Table(
        plain="id created_at dispute ground state decided_at borne_cents",
        links="made_by",
        people=(
            Person(
                "made_by",
                held="words",
                seats="dispute__escrow__subject_id",
            ),
        ),
    ),
    "escrow.DisputePolicy": Table(
        plain="id approval_above_cents",
    ),
    "escrow.Escrow": Table(
        plain=(
            "id created_at kind status parent subject_kind subject_id bounty_id run_ref unit_price_cents fee_bps "
            "human_payout_cents platform_fee_cents amount_cents earned_cents corrected_cents warranty_days version "
            "funding_source refunded_to funded_at delivered_at review_due_at warranty_ends_at completed_at "
            "released_at ended_at dispute_window_ends_at auto_release_at accepted_unanswered"
        ),
        links="owner worker",
    ),
    "escrow.FeeRate": Table(
        plain="id kind bps holds_from reason",
    ),
    "escrow.Invoice": Table(
        plain="id created_at year number month fee_cents",
        links="account",
        people=(
            Person(
                "account",
                stays={BOOKS: "lines seller buyer"},
            ),
        ),
    ),
    "escrow.InvoiceSeries": Table(
        plain="year last",
    ),
    "escrow.InvoiceRun": Table(
        plain="month due_at last_account done_at",
    ),
    "escrow.BillingDetails": Table(
        plain="updated_at",
        links="account",
        people=(
            Person(
                "account",
                goes="text",
            ),
        ),
    ),
    "escrow.LadderBand": Table(
        plain="id max_cents dispute_window_hours auto_release_hours",
    ),
    "escrow.Transfer": Table(
        plain=(
            "id created_at bounty_id run_ref conversation_id batch_id amount_cents status lapses_at completed_at "
            "failure_reason"
        ),
        links="sender recipient",
        people=(
            Person(
                "sender",
                stays={BOOKS: "description"},
            ),
            Person(
                "recipient",
                stays={BOOKS: "description"},
            ),
        ),
    ),
}
