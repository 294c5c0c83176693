"""Every column of this app's models: personal or not, whose, and what an erasure does to it (marketplace/core/personal.py)."""

from typing import Final

from marketplace.core.personal import Person, Table, Tables

TABLES: Final[Tables] = {
    "qa.Escalation": Table(
        plain="id created_at run application submission kind reason status is_carried_out decided_at",
        people=(
            Person(
                "run__owner",
                held="response",
                seats="application_id",
            ),
        ),
    ),
    "qa.Finding": Table(
        plain="id created_at template number first_run last_run",
        people=(
            Person(
                "template__owner",
                held="words",
            ),
        ),
    ),
    "qa.Run": Table(
        plain=(
            "id created_at template date due_at bounty status reason tester_count submission_mode auto_mode fund_at "
            "fund_until opened_at intake_ends_at intake_closed_at stop_requested_at ended_at mail_due_at mailed_at"
        ),
        links="owner",
        people=(
            Person(
                "owner",
                held="target_url report",
                seats="bounty__applications",
            ),
        ),
    ),
    "qa.TasteRun": Table(
        plain=(
            "id created_at bounty status respondent_count target_categories allowed_genders requires_video "
            "requires_portfolio fund_at ends_at stopped_at ended_at end_reason"
        ),
        links="owner",
        people=(
            Person(
                "owner",
                held="question artifacts report",
                replaced="report",
                seats="bounty__applications",
            ),
        ),
    ),
    "qa.Template": Table(
        plain=(
            "id created_at cadence cadence_days budget_per_run_cents pay_per_tester_cents tester_count fee_bps "
            "period_cap_cents submission_mode live_video_required linkedin_required resume_required allowed_countries "
            "required_credentials auto_mode spender status paused_reason next_run_at ends_at max_runs unfunded_runs "
            "finding_count updated_at"
        ),
        links="owner",
        people=(
            Person(
                "owner",
                held=(
                    "name target_url instructions tester_start_message instruction_media checklist sealed_credentials "
                    "credential_names"
                ),
                hidden="sealed_credentials credential_names",
            ),
        ),
    ),
}
