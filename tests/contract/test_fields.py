"""Each create field of a bounty names the test in which it changes behaviour. No field without a row, no row without a
test that names the field in its turn. Fields that mean nothing but themselves (karen, signage, the agent's name and type)
name the test that shows them to those who may see them, and to nobody else."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from bounties.serializers.posting import BountyIn

ROOT = Path(__file__).resolve().parents[2]
_PUBLIC = (
    "tests/bounties/test_create_fields.py::"
    "test_the_public_sees_what_applicants_need_and_nothing_of_how_the_owner_runs_it"
)
_SHOWN = "tests/bounties/test_create_fields.py::test_everybody_sees_which_agent_posted_and_who_brings_the_sign"
_WORDS = "tests/bounties/test_bounties_list.py::test_words_are_found_in_every_text_and_all_of_them_count"
_FILTERS = "tests/bounties/test_bounties_create.py::test_filters_narrow_the_list"
_PRICES = "tests/bounties/test_bounties_defaults.py::test_the_price_of_a_seat_is_rounded_once_and_its_fee_by_itself"
_SCREENED = "tests/bounties/test_screening_review.py::test_whole_words_in_any_case_and_in_every_text_need_a_review"
_GATES = "tests/bounties/test_gates.py::test_the_gates_are_asked_in_one_order_and_each_has_its_own_code"
_STARTS = "tests/bounties/test_worker_mails.py::test_a_start_that_is_set_is_told_in_its_own_time_zone"
_UPLOADS = "tests/bounties/test_application_forms.py::test_an_upload_bounty_takes_files_of_its_own_kind"

FIELDS = {
    "title": _WORDS,
    "description": _SCREENED,
    "price": _PRICES,
    "priceType": _PRICES,
    "estimatedHours": _PRICES,
    "completionCriteria": _SCREENED,
    "evidenceTypes": "tests/bounties/test_field_behaviour.py::test_a_claim_delivers_only_where_no_evidence_is_asked_for",
    "category": _FILTERS,
    "skillsNeeded": _FILTERS,
    "location": "tests/bounties/test_gates.py::test_the_place_is_asked_for_by_on_site_tasks_too_and_kept_as_a_country_only",
    "deadline": "tests/bounties/test_gates.py::test_at_the_deadline_nobody_applies_any_more",
    "spotsAvailable": "tests/bounties/test_seats.py::test_three_seats_fill_and_the_fourth_applicant_waits",
    "supportedCountries": "tests/bounties/test_gates.py::test_a_location_that_does_not_prove_the_country_is_refused",
    "identityRequired": "tests/bounties/test_gates.py::test_a_document_from_elsewhere_binds_only_where_identity_is_required",
    "linkedinVerifiedRequired": _GATES,
    "micCheckRequired": _GATES,
    "languageProficiencyRequirement": (
        "tests/bounties/test_decisions.py::test_a_language_level_asked_for_since_is_looked_at_when_accepting"
    ),
    "excludedParticipantSourceBountyIds": (
        "tests/bounties/test_gates.py::test_exclusions_are_looked_at_when_somebody_applies_and_reject_nobody_who_waits"
    ),
    "completionQuestions": "tests/bounties/test_field_behaviour.py::test_required_questions_are_answered_with_the_evidence",
    "requiredLinks": "tests/bounties/test_application_forms.py::test_every_required_link_is_sent_and_more_are_welcome",
    "applicationDetails": "tests/bounties/test_application_forms.py::test_texts_are_answered_and_acknowledgments_confirmed",
    "submissionMode": "tests/bounties/test_decisions.py::test_accepting_an_upload_needs_no_confirmation_and_completes_the_seat",
    "photoSubmission": "tests/bounties/test_application_forms.py::test_the_shorter_side_of_a_picture_has_the_pixels_asked_for",
    "videoSubmission": _UPLOADS,
    "documentSubmission": _UPLOADS,
    "autoAccept": "tests/bounties/test_autoreview.py::test_who_decides_himself_is_not_helped",
    "autoAcceptMinMicScore": (
        "tests/bounties/test_checks.py::test_automatic_review_takes_the_score_that_the_owner_asks_for_or_three"
    ),
    "keepApplicantsOnFill": "tests/bounties/test_decisions.py::test_an_owner_may_keep_the_other_applicants",
    "liveCaptureRequirement": "tests/bounties/test_field_behaviour.py::test_live_capture_is_missed_where_it_was_asked_for",
    "checkIns": "tests/bounties/test_check_ins.py::test_a_photo_of_the_time_is_the_check_in_and_what_is_missing_is_named",
    "scheduledStartAt": _STARTS,
    "scheduledStartTimeZone": _STARTS,
    "startWindowMinutes": "tests/bounties/test_clocks.py::test_the_start_window_runs_from_the_confirmation",
    "completionWindowHours": "tests/bounties/test_clocks.py::test_a_seat_without_any_evidence_at_its_end_goes_back",
    "responseWindowHours": (
        "tests/bounties/test_silence_clocks.py::test_half_the_window_is_a_nudge_and_the_whole_a_flag_each_once"
    ),
    "autoExpireGhosts": "tests/bounties/test_silence_clocks.py::test_only_by_wish_does_silence_end_the_seat",
    "signage": _SHOWN,
    "attendanceRadiusMeters": (
        "tests/bounties/test_attendance.py::test_a_worker_goes_all_the_way_and_his_employer_sees_each_step"
    ),
    "lifecycleMessages": "tests/bounties/test_field_behaviour.py::test_the_owners_words_are_said_at_every_turn_of_a_hire",
    "karen": _PUBLIC,
    "agentName": _SHOWN,
    "agentType": _SHOWN,
    "dryRun": "tests/bounties/test_bounties_create.py::test_a_dry_run_writes_nothing_and_spends_no_key",
    "idempotencyKey": (
        "tests/bounties/test_bounties_defaults.py::test_the_same_key_gives_the_same_bounty_and_another_body_a_conflict"
    ),
}


@cache
def sources_in(path: str) -> dict[str, str]:
    """Each test of a file with its text, parameters and all."""
    file = ROOT / path
    assert file.is_file(), f"there is no {path}"
    lines = file.read_text().splitlines()
    return {
        node.name: "\n".join(
            lines[min([node.lineno, *(mark.lineno for mark in node.decorator_list)]) - 1 : node.end_lineno]
        )
        for node in ast.parse("\n".join(lines)).body
        if isinstance(node, ast.FunctionDef)
    }


def names_of(field: str) -> set[str]:
    """How a test may name it: as on the wire, or as the services that the factories play do."""
    shape = BountyIn().fields.get(field)
    return {field, re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", field), *([shape.source] if shape else [])}


def test_every_create_field_has_a_row_and_no_row_a_field_that_is_gone() -> None:
    # idempotencyKey is taken by every write, and so by no shape of its own
    assert set(FIELDS) == {*BountyIn().fields, "idempotencyKey"}


@pytest.mark.parametrize(("field", "named"), FIELDS.items(), ids=FIELDS)
def test_the_test_that_a_field_names_is_there_and_about_it(field: str, named: str) -> None:
    path, _, name = named.partition("::")

    assert name.startswith("test_") and name in sources_in(path), f"{field} names {named}"
    said = set(re.findall(r"\w+", sources_in(path)[name]))
    assert said & names_of(field), f"{named} says nothing of {field}"
