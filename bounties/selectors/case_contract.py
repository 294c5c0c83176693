"""What was agreed for a seat, line by line, against what was delivered: the first page of a case. And the files that were sent."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import reduce
from typing import Any
from uuid import UUID

from django.urls import reverse

from bounties.models import Application, Attendance, Contest, Rewrite, Submission
from bounties.ports import products
from bounties.rules import criteria
from bounties.rules.humanizations import IS_UNCHANGED
from bounties.rules.lifecycle_messages import without
from bounties.rules.terms import TERMS, in_words
from bounties.selectors import case_outcomes, case_seats, case_words, terms
from escrow.models import Escrow
from escrow.ports import Contract, ContractLine, Piece, SeatVerdict, StaffOutcome

_SHOWN = (
    "location",
    "attendanceRadiusMeters",
    "scheduledStartAt",
    "estimatedHours",
    "liveCaptureRequirement",
    "signage",
)
_KINDS = {"text": "words", "link": "a link", "photo": "a photo", "video": "a video"}
_DECIDED = {"time_given": "more time", "released": "pay the worker", "taken_back": "end the seat"}
# Codes of the checks, in words; those that count against one kind of evidence.
_FINDINGS = {
    "blank_image": "a picture of one colour",
    "not_live": "not taken on the spot",
    "duplicate_file": "the same file was sent before",
    "similar_image": "looks like a picture that was sent before",
    IS_UNCHANGED: "the source text, almost word for word",
}


class ApplicationCase:
    """The case of a seat of a bounty."""

    def contract(self, escrow: Escrow) -> Contract:
        """Three to five queries. Locks nothing."""
        application = _seat(escrow)
        agreed = _agreed(application)
        sent = _sent(application)
        others, more = case_seats.others(application, sent)
        return Contract(
            title=agreed["title"],
            description=agreed["description"],
            terms=_terms(agreed),
            lines=_lines(application, agreed, sent),
            said=case_words.said(application, sent),
            note=_note(application),
            why=_why(application, sent),
            others=tuple(others),
            more_others=more,
            own_words=_own_words(application),
        )

    def pieces(self, escrow: Escrow) -> list[Piece]:
        """Every file that the worker sent for the seat, oldest first, also with a contest."""
        application = _seat(escrow)
        where = _distance(Attendance.objects.filter(application_id=application.pk).first())
        scores = _scores(application)
        found = []
        for number, one in enumerate(_sent(application), 1):
            for file in one.files.all():
                flags = tuple(
                    _in_words(row)
                    for row in (one.checks or {}).get("findings", [])
                    if row.get("fileId") == file.public_id
                )
                of = f"evidence {number}, {one.status.replace('_', ' ')}"
                detector = scores.get(file.pk, "")
                found.append(Piece(file, application.human_id, of, one.created_at, where, detector, flags))
        for contest in Contest.objects.filter(application_id=application.pk).prefetch_related("files").order_by("id"):
            found += [
                Piece(file, application.human_id, "contest", contest.created_at, where) for file in contest.files.all()
            ]
        return found

    def rows(self, escrow: Escrow) -> list[UUID]:
        sent = Submission.objects.filter(application_id=escrow.subject_id).values_list("pk", flat=True)
        return [escrow.subject_id, *sent]

    def waits_on(self, escrow: Escrow) -> tuple[str, list[StaffOutcome]]:
        page = reverse("admin:bounties_application_change", args=[escrow.subject_id])
        return page, case_outcomes.ways(escrow, _seat(escrow))

    def verdicts(self, escrows: Sequence[Escrow]) -> dict[UUID, SeatVerdict]:
        seats = {one.subject_id: one for one in escrows}
        found = {}
        for row in Contest.objects.filter(application__in=list(seats), outcome__in=list(_DECIDED)).order_by("id"):
            escrow = seats[row.application_id]
            cents = escrow.human_payout_cents if row.outcome == "released" else 0
            found[escrow.pk] = SeatVerdict(_DECIDED[row.outcome], cents, "", row.decision)
        return found


def _seat(escrow: Escrow) -> Application:
    found: Application = Application.objects.select_related("bounty", "human").get(pk=escrow.subject_id)
    return found


def _sent(application: Application) -> list[Submission]:
    return list(application.submissions.prefetch_related("files").order_by("id"))


def _agreed(application: Application) -> Mapping[str, Any]:
    """The terms as they were at acceptance; of an old hire, which kept no copy, as they are now."""
    kept = application.terms_snapshot
    return (
        {**terms.snapshot(application.bounty), **kept}
        if _is_frozen(application)
        else terms.snapshot(application.bounty)
    )


def _own_words(application: Application) -> Callable[[str], str] | None:
    """A managed product welcomes whom it hires in its owner's name: what it wrote itself there is not theirs. A template that the
    owner wrote is their own words, whoever sent it."""
    product = products.find(application.bounty.kind)
    ours = [] if product is None else product.words_of_ours(application.bounty)
    return (lambda text: reduce(lambda left, template: without(template, left), ours, text)) if ours else None


def _is_frozen(application: Application) -> bool:
    return "description" in application.terms_snapshot


def _note(application: Application) -> str:
    notes = []
    if not _is_frozen(application):
        notes.append(
            "There is no copy of the terms (an old hire, or its funder was erased): they are shown as the bounty has them now."
        )
    if (change := application.terms_changed) is not None:
        names = ", ".join(str(TERMS[one.field]).lower() for one in change.differences)
        notes.append(f"The funder changed the terms afterwards ({names}); the worker has not accepted that.")
    return " ".join(notes)


def _why(application: Application, sent: list[Submission]) -> str:
    """Why staff decide about this seat, when it is a contested one. One query, of such a seat."""
    if application.needs_staff_at is None:
        return ""
    if Contest.objects.filter(application_id=application.pk, decided_at=None).exists():
        verdicts = {"rejected": "was rejected", "redo_requested": "was sent back"}
        verdict = verdicts.get(sent[-1].status, "") if sent else ""
        if verdict:
            return f"The worker contests that evidence {len(sent)} {verdict}."
        return "The worker asks us to decide: what they delivered waits for an answer of the funder."
    if application.terms_left_at is not None:
        return "The worker left when the terms were changed, and the funder has not settled what being there is worth."
    return "A rule has refused this work several times and left it to us: read its words under The rule says."


def _terms(agreed: Mapping[str, Any]) -> list[tuple[str, str]]:
    pay = agreed.get("compensation", {})
    told = [("Pay", f"{pay.get('total', 0):,.2f} USD, {pay.get('type', '')}")]
    return told + [
        (str(TERMS[name]), in_words(name, agreed[name])) for name in _SHOWN if agreed.get(name) not in (None, "", [])
    ]


# ------------------------------------------------------------------ lines


def _lines(application: Application, agreed: Mapping[str, Any], sent: list[Submission]) -> list[ContractLine]:
    wanted = criteria.split(agreed.get("completionCriteria") or "")
    if not wanted:
        wanted = criteria.split(agreed["description"])[:5] or [agreed["title"]]
    latest = sent[-1] if sent else None
    delivered = _counted(latest)
    return [
        *(
            ContractLine(f"criterion:{number}", "criterion", text, delivered if number == 1 else "")
            for number, text in enumerate(wanted, 1)
        ),
        *(_evidence_line(kind, latest) for kind in agreed.get("evidenceTypes") or []),
        *_live_line(agreed, latest),
        *(_check_in_line(at, sent) for at in (agreed.get("checkIns") or {}).get("times", [])),
        *(_question_line(question, sent) for question in agreed.get("completionQuestions") or []),
        *_place_line(application, agreed),
    ]


def _counted(sent: Submission | None) -> str:
    """What the latest evidence consists of."""
    if sent is None:
        return "nothing was sent"
    files = [file.content_type.partition("/")[0] for file in sent.files.all()]
    parts = [f"{n} {kind}{'s' if n > 1 else ''}" for kind in dict.fromkeys(files) if (n := files.count(kind))]
    parts += ["words"] if sent.text_evidence.strip() else []
    parts += [f"{len(sent.links)} link{'s' if len(sent.links) > 1 else ''}"] if sent.links else []
    parts += case_words.counted(sent.form)
    return ", ".join(parts) or "nothing"


def _evidence_line(kind: str, sent: Submission | None) -> ContractLine:
    asked, key = f"Evidence: {_KINDS.get(kind, kind)}", f"evidence:{kind}"
    if sent is None:
        return ContractLine(key, "evidence", asked, "", "missing", "nothing was sent")
    checks = sent.checks or {}
    is_there = bool(checks.get("coverage", {}).get(kind))
    found = [str(row.get("code")) for row in checks.get("findings", [])]
    doubts = [_FINDINGS[code] for code in dict.fromkeys(found) if code in _FINDINGS] if kind == "photo" else []
    check = "missing" if not is_there else "doubt" if doubts else "ok"
    why = "it is not in the latest evidence" if not is_there else "; ".join(doubts) or "it is in the latest evidence"
    return ContractLine(key, "evidence", asked, _of_kind(kind, sent) if is_there else "", check, why)


def _of_kind(kind: str, sent: Submission) -> str:
    media = {"photo": "image/", "video": "video/"}.get(kind)
    if media is None:
        return {"text": sent.text_evidence[:300], "link": ", ".join(sent.links)[:300]}.get(kind, "")
    return ", ".join(file.name for file in sent.files.all() if file.content_type.startswith(media))[:300]


def _in_words(finding: dict[str, Any]) -> str:
    words = _FINDINGS.get(str(finding.get("code")), str(finding.get("code")))
    share = finding.get("unchangedFraction")
    return words if share is None else f"{words} ({share:.0%})"


def _live_line(agreed: Mapping[str, Any], sent: Submission | None) -> list[ContractLine]:
    live = agreed.get("liveCaptureRequirement")
    if not live:
        return []
    asked = f"Captured on the spot: {_KINDS.get(live, live)}"
    if sent is None:
        return [ContractLine("evidence:live", "evidence", asked, "", "missing", "nothing was sent")]
    late = [row for row in (sent.checks or {}).get("findings", []) if row.get("code") == "not_live"]
    why = f"{len(late)} not taken by the camera within ten minutes" if late else "taken by the camera when it was sent"
    return [ContractLine("evidence:live", "evidence", asked, "", "doubt" if late else "ok", why)]


def _check_in_line(at: str, sent: list[Submission]) -> ContractLine:
    """Covered once, it stays covered."""
    moment = datetime.fromisoformat(at)
    reported = any(
        row["covered"] and datetime.fromisoformat(row["at"]) == moment
        for one in sent
        for row in (one.checks or {}).get("checkIns", [])
    )
    why = "reported within 15 minutes of it" if reported else "no report within 15 minutes of it came with evidence"
    asked = f"Check in at {moment:%Y-%m-%d %H:%M} UTC"
    return ContractLine(
        f"check_in:{moment:%Y-%m-%dT%H:%M}", "check_in", asked, "", "ok" if reported else "missing", why
    )


def _question_line(question: dict[str, Any], sent: list[Submission]) -> ContractLine:
    given = [
        str(answer.get("value", ""))
        for one in reversed(sent)
        for answer in one.answers
        if answer.get("questionId") == question["id"] and str(answer.get("value", "")).strip()
    ]
    asked, key = str(question["prompt"])[:500], f"question:{question['id']}"[:40]
    if given:
        return ContractLine(key, "question", asked, "an answer", "ok", "it is answered", given[0])
    check = "missing" if question.get("required") else ""
    return ContractLine(key, "question", asked, "", check, "it is not answered")


def _place_line(application: Application, agreed: Mapping[str, Any]) -> list[ContractLine]:
    there = Attendance.objects.filter(application_id=application.pk).first()
    if there is None and (agreed.get("location") or {}).get("isRemoteAllowed", True):
        return []
    place = in_words("location", agreed["location"])
    is_anywhere = (agreed.get("location") or {}).get("isRemoteAllowed", True)
    asked = "Being there, as the worker reported it" if is_anywhere else f"Be there: {place}"
    if there is None:
        return [ContractLine("place", "place", asked, "", "missing", "nobody reported to have arrived")]
    radius = agreed.get("attendanceRadiusMeters")
    moments = [("on the way", there.on_the_way_at), ("arrived", there.arrived_at), ("left", there.left_at)]
    delivered = ", ".join(f"{word} {at:%Y-%m-%d %H:%M}" for word, at in moments if at is not None)
    if there.arrived_at is None:
        return [ContractLine("place", "place", asked, delivered, "missing", "nobody reported to have arrived")]
    if there.left_at is not None:
        delivered += f", after {_minutes(there.left_at - there.arrived_at)}"
    if there.distance_meters is None:  # by nobody's word but theirs
        return [
            ContractLine(
                "place", "place", asked, delivered, "unclear", "the worker's own word: no distance was measured"
            )
        ]
    is_far = radius is not None and there.distance_meters > radius
    why = _distance(there)
    if radius is not None:
        why += f"; within {radius:,} m counts as being there"
    return [ContractLine("place", "place", asked, delivered, "doubt" if is_far else "ok", why)]


def _minutes(stayed: timedelta) -> str:
    hours, minutes = divmod(max(int(stayed.total_seconds()) // 60, 0), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _distance(there: Attendance | None) -> str:
    if there is None or there.distance_meters is None:
        return ""
    accuracy = f", give or take {there.accuracy_meters:,} m" if there.accuracy_meters else ""
    return f"{there.distance_meters:,} m from the place{accuracy}"


# ------------------------------------------------------------------ scores


def _scores(application: Application) -> dict[UUID, str]:
    """The detector's word on each document of a humanization."""
    rows = Rewrite.objects.filter(application_id=application.pk, scored_at__isnull=False)
    return {
        row.document_id: f"{row.ai_fraction:.0%} of it looks machine-written"
        if row.ai_fraction is not None
        else f"the detector was {row.detector_state}"
        for row in rows
    }
