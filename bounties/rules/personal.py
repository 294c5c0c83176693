"""Every column of this app's models: personal or not, whose, and what an erasure does to it (marketplace/core/personal.py)."""

from typing import Final

from marketplace.core.personal import BOOKS, DECISION, Person, Table, Tables

TABLES: Final[Tables] = {
    "bounties.Application": Table(
        plain=(
            "id created_at bounty status proposed_price_cents file_kinds consented_at conversation "
            "escrow decided_at confirm_by confirmed_at start_by started_at complete_by ends_at end_warning_at "
            "active_at nudge_at flag_at response_window_hours auto_expire_ghosts ghost_flagged_at silent_since "
            "silence_warning_at needs_staff_at staff_due_at extension_until review_at attempts review_state "
            "review_warning_at rejection_mailed_at ended_at end_reason may_reapply_at terms_changed_at "
            "terms_answer_by terms_left_at rank"
        ),
        links="human",
        people=(
            Person(
                "human",
                held="cover_letter availability links answers country review_reason extension",
                hidden="review_reason extension",
                seats="pk",
            ),
            Person(
                "bounty__owner",
                held="response terms_snapshot terms_proposed",
                seats="pk",
            ),
        ),
    ),
    "bounties.TaskPlace": Table(
        plain="id bounty",
        people=(
            Person(
                "bounty__owner",
                goes="latitude longitude",
            ),
        ),
    ),
    "bounties.Attendance": Table(
        plain="id created_at bounty application state",
        people=(
            Person(
                "application__human",
                goes="distance_meters accuracy_meters captured_at on_the_way_at arrived_at left_at history",
                seats="application_id",
            ),
        ),
    ),
    "bounties.Bounty": Table(
        plain=(
            "id created_at agent_type status is_private evidence_types category skills_needed country "
            "is_remote_allowed price_type price_cents estimated_hours seat_cents fee_bps spots_available spots_filled "
            "application_count deadline supported_countries intake_closed_countries identity_required "
            "linkedin_verified_required mic_check_required language_requirement excluded_source_ids submission_mode "
            "upload_settings auto_accept auto_accept_min_mic_score keep_applicants_on_fill live_capture check_ins "
            "scheduled_start_at scheduled_start_time_zone start_window_minutes completion_window_hours "
            "response_window_hours auto_expire_ghosts attendance_radius_meters kind spender product_ref dirty_since "
            "pool went_live_at closed_at closing_to offer_id raise_asked_at rejects_rest close_reason updated_at "
            "owner_mails owner_mails_due_at owner_mailed_at deadline_mailed"
        ),
        links="owner",
        people=(
            Person(
                "owner",
                held=(
                    "agent_name description completion_criteria completion_questions application_details signage "
                    "close_details screening_reason pending_edit lifecycle_messages karen city state required_links"
                ),
                stays={BOOKS: "title"},
                hidden="pending_edit screening_reason",
                seats="applications",
            ),
        ),
    ),
    "bounties.CakePrice": Table(
        plain="id country size price_cents",
    ),
    "bounties.CakeOrder": Table(
        plain=("id created_at country deliver_at size price_cents fee_cents fee_bps status expires_at bounty ended_at"),
        links="owner",
        people=(
            Person(
                "owner",
                held="recipient_name address city message",
                seats="bounty__applications",
            ),
        ),
    ),
    "bounties.MicSample": Table(
        plain="id created_at attempts next_attempt_at caused_by bounty number status scored_at",
        links="human",
        people=(
            Person(
                "human",
                goes=(
                    "recording_id storage_key error seconds sig bak ovrl snr_db level_db bandwidth_hz speech_seconds issues"
                ),
                hidden="recording_id storage_key error",
            ),
        ),
    ),
    "bounties.Contest": Table(
        plain="id created_at application due_at decided_at outcome",
        people=(
            Person(
                "application__human",
                held="reason",
                stays={DECISION: "decision"},
                seats="application_id",
            ),
        ),
    ),
    "bounties.Humanization": Table(
        plain=("id created_at bounty format transformation turnaround_minutes percentage maximum_words require_resume"),
        people=(
            Person(
                "bounty__owner",
                held="subject sealed_source sealed_instructions sealed_sample sealed_screening_instructions",
                seats="bounty__applications",
            ),
        ),
    ),
    "bounties.Rewrite": Table(
        plain=(
            "id created_at attempts next_attempt_at caused_by humanization application submission document recording "
            "resume detector_state scored_at"
        ),
        people=(
            Person(
                "application__human",
                goes="recording_seconds attested sealed_text word_count unchanged_fraction ai_fraction scores decision reason",
                hidden="sealed_text scores",
                seats="application_id",
            ),
        ),
    ),
    "bounties.JobImport": Table(
        plain="id created_at expires_at",
        links="owner",
        people=(
            Person(
                "owner",
                gone="file_name digest",
                hidden="digest",
            ),
        ),
    ),
    "bounties.ImportedRow": Table(
        plain="id batch number cents bounty",
        people=(
            Person(
                "batch__owner",
                gone="title body errors problem",
            ),
        ),
    ),
    "bounties.Outreach": Table(
        plain="bounty target wave next_wave_at boosted_at",
    ),
    "bounties.Invitation": Table(
        plain="id created_at bounty wave",
        links="human",
    ),
    "bounties.Picture": Table(
        plain="id created_at tier status deliver_by bounty submission ended_at",
        links="owner",
        people=(
            Person(
                "owner",
                held="location subject",
                stays={BOOKS: "key"},
                hidden="key",
                seats="bounty__applications",
            ),
        ),
    ),
    "bounties.SimulatedPerson": Table(
        plain="handle",
        links="account",
    ),
    "bounties.SimulationSwitch": Table(
        plain="since scripts",
        links="account",
    ),
    "bounties.Play": Table(
        plain="id created_at person bounty script worker_percent status outcome words due_at done failures ended_at",
    ),
    "bounties.Category": Table(
        plain="slug name is_active",
    ),
    "bounties.NoticeRule": Table(
        plain="id city country hours",
    ),
    "bounties.PayMinimum": Table(
        plain="id country state city currency hourly_cents",
    ),
    "bounties.ScreeningRule": Table(
        plain="id phrase reason is_active",
    ),
    "bounties.Receipt": Table(
        plain="id created_at bounty version number seat_count",
        people=(
            Person(
                "bounty__owner",
                stays={BOOKS: "billing_email data"},
            ),
        ),
    ),
    "bounties.Submission": Table(
        plain="id created_at bounty application status finalized_at",
        people=(
            Person(
                "application__human",
                held="text_evidence links answers form checks",
                hidden="checks",
                seats="application_id",
            ),
            Person(
                "application__bounty__owner",
                held="response",
                seats="application_id",
            ),
        ),
    ),
}
