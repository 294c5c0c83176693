"""What both sides wrote about a seat, for its case: evidence with its links, votes and findings, verdicts, contests."""

from collections.abc import Sequence
from typing import Any

from bounties.models import Application, Contest, Submission
from escrow.ports import Said
from marketplace.core.actor import Actor
from webhooks.models import Event


def said(application: Application, sent: Sequence[Submission]) -> list[Said]:
    """What the worker sent, wrote and contested, and what the funder, or a rule, answered. One or two queries."""
    owner, worker = application.bounty.owner_id, application.human_id
    ruled = _judged_by_rule(sent)
    found = []
    for number, one in enumerate(sent, 1):
        words, links = evidence_words(one), tuple(one.links)
        if words or links:
            found.append(Said(one.created_at, worker, words, f"evidence {number}", links))
        if one.response.strip():
            verdict = f"verdict on evidence {number}: {one.status.replace('_', ' ')}"
            by = None if one.pk in ruled else owner
            found.append(Said(one.finalized_at or one.created_at, by, one.response, verdict))
    contests = Contest.objects.filter(application_id=application.pk).exclude(reason="").order_by("id")
    found += [Said(one.created_at, worker, one.reason, "contest") for one in contests]
    return sorted(found, key=lambda one: one.at)


def evidence_words(sent: Submission) -> str:
    """The words of one piece of evidence, and what a managed product asked for besides: a vote with its reason, findings."""
    return "\n\n".join(part for part in (sent.text_evidence.strip(), *form_words(sent.form)) if part)


def form_words(form: dict[str, Any]) -> list[str]:
    """A vote and each finding of a submission's form, as text."""
    told = [f"Vote: {form['vote']}\n{form.get('reason', '')}".strip()] if form.get("vote") else []
    return told + [_finding(number, one) for number, one in enumerate(form.get("findings") or [], 1)]


def counted(form: dict[str, Any]) -> list[str]:
    """What a form consists of: "a vote", "2 findings"."""
    findings = len(form.get("findings") or [])
    told = ["a vote"] if form.get("vote") else []
    return told + ([f"{findings} finding{'s' if findings > 1 else ''}"] if findings else [])


def _finding(number: int, one: dict[str, Any]) -> str:
    parts = [f"Finding {number} ({one.get('severity', '')}): {one.get('title', '')}"]
    parts += [f"{name.capitalize()}: {one[name]}" for name in ("steps", "expected", "actual") if one.get(name)]
    return "\n".join(parts)


def _judged_by_rule(sent: Sequence[Submission]) -> set[object]:
    """Those whose verdict no person gave."""
    answered = [one.pk for one in sent if one.response.strip()]
    if not answered:
        return set()
    verdicts = Event.objects.filter(subject_id__in=answered, type="submission.reviewed", actor=Actor.system().label)
    return set(verdicts.values_list("subject_id", flat=True))
