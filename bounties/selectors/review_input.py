"""The input of the automatic reviewer for an application."""

from datetime import timedelta
from typing import Any

from bounties.models import Application, Bounty
from bounties.providers import ReviewInput
from bounties.selectors import checks
from humans.models import Profile
from humans.selectors.relations import is_blocked
from marketplace.core import clock

_HISTORY = timedelta(days=90)
_LOST = ("confirmation_timeout", "not_started", "overdue", "ghosted", "taken_back")


def of(application: Application) -> ReviewInput:
    """Ids, the bounty's texts, the applicant's answers, and the facts that rules are made of."""
    bounty = application.bounty
    return ReviewInput(
        bounty={
            "id": bounty.public_id,
            "title": bounty.title,
            "description": bounty.description,
            "skillsNeeded": bounty.skills_needed,
            "applicationDetails": bounty.application_details,
            "requiredLinks": bounty.required_links,
        },
        application={
            "id": application.public_id,
            "humanId": application.human.public_profile_id,
            "coverLetter": application.cover_letter,
            "answers": application.answers,
            "links": application.links,
        },
        facts=_facts(bounty, application),
    )


def is_being_scored(application: Application) -> bool:
    """Whether a recording of the applicant is still being scored. Every recording is scored or fails in the end."""
    bounty, human_id = application.bounty, application.human_id
    if bounty.mic_check_required and checks.mic(bounty, human_id).is_waiting:
        return True
    language = checks.language(bounty, human_id)
    return language is not None and language.is_waiting


def declared_checks(bounty: Bounty) -> int:
    """How many checks of applicants the bounty names; where it names none, nobody is hired by itself."""
    named = (
        bounty.application_details,
        bounty.required_links,
        bounty.mic_check_required,
        bounty.language_requirement,
        bounty.identity_required,
        bounty.linkedin_verified_required,
    )
    return sum(map(bool, named))


def _facts(bounty: Bounty, application: Application) -> dict[str, Any]:
    """The `facts` of a ReviewInput; their names are the reviewer's public API."""
    human = application.human
    profile = Profile.objects.filter(account_id=human.pk).first()
    lost = Application.objects.filter(
        human_id=human.pk, end_reason__in=_LOST, ended_at__gte=clock.now() - _HISTORY
    ).count()
    mic, language = checks.mic(bounty, human.pk), checks.language(bounty, human.pk)
    answered = {answer["questionId"] for answer in application.answers} | set(application.file_kinds.values())
    linked = {link["type"] for link in application.links}
    wanted = [detail["id"] for detail in bounty.application_details if detail["required"]]
    return {
        "declaredChecks": declared_checks(bounty),
        "missingAnswers": [key for key in wanted if key not in answered],
        "missingLinks": [wish["type"] for wish in bounty.required_links if wish["type"] not in linked],
        "identityOk": not bounty.identity_required or human.identity_verified_at is not None,
        "linkedinOk": not bounty.linkedin_verified_required or human.linkedin_verified_at is not None,
        "micOk": not mic.required or mic.reaches(bounty.auto_accept_min_mic_score),
        "languageOk": language is None or language.satisfied,
        "profileComplete": profile is not None and profile.is_complete,
        "isAvailable": profile is not None and profile.is_available,
        "seatsLostIn90Days": lost,
        "isBlocked": is_blocked(bounty.owner_id, human.pk),
    }
