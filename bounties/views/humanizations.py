"""/api/v1/humanizations: the owner's routes, and for people, applying with a sample and handing in the text."""

from typing import Any, cast

from django.core.files.uploadedfile import UploadedFile
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.rules.humanizations import KEY_PATTERN, KEY_WORDS
from bounties.selectors import access
from bounties.selectors import humanizations as selectors
from bounties.serializers.humanizations import (
    FinalTextIn,
    FinalTextOut,
    HumanizationDetail,
    HumanizationIn,
    HumanizationOut,
    OwnSampleOut,
    RewriteAssignmentOut,
    RewritePlanOut,
    RewriteSampleIn,
    SampleToWrite,
)
from bounties.serializers.rewrites import (
    render,
    render_assignment,
    render_detail,
    render_final,
    render_own,
    render_plan,
    render_sample,
)
from bounties.services import funding, humanizations, rewrites
from bounties.services.humanizations import HumanizationForm
from bounties.services.rewrites import AdmittedSample, FinalTextForm, HandIn, SampleForm
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.uploads import FormParser, read_form
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.api.wire import JsonParser
from marketplace.core import dry_runs, rights
from marketplace.services.idempotency import Answer

_EXAMPLE = {
    "format": "text",
    "sourceText": "Our new service leverages cutting-edge synergies to empower stakeholders across the value chain.",
    "transformation": "clarity",
    "subject": "About page of a small bakery",
    "instructions": "Warm, short sentences, no jargon.",
    "turnaroundMinutes": 240,
    "priceCents": 2500,
    "applicantScreening": {"percentage": 10, "maximumWords": 200},
}


class HumanizationView(ApiViewSet):
    parser_classes = [JsonParser]

    def get_permissions(self) -> list[BasePermission]:
        return [Session()] if self.action in ("sample", "assignment") else [KeyOrSession()]

    @operation(
        "createHumanization",
        asks=True,
        tag="Humanizations",
        summary="Have a text rewritten by a person",
        description="Makes a public listing of one seat that shows `subject` and nothing of the texts, paid from your wallet "
        "(price plus the platform's fee); when that is short it waits as `pending_funding`, and `funding.depositUrl` is the page "
        "that pays the rest. Applicants rewrite a sample: `applicantScreening.percentage` of your text, at most `maximumWords` "
        "words of its beginning, or of `aiGeneratedSourceText`. Everybody who may apply reads that sample, so a text of which no "
        "word may leave you and the hired person needs `aiGeneratedSourceText`; `screening.sampleFrom` says which it was. A "
        "sample of a few words is taken with a warning; a dry run answers it, with all sums, in `preview`. The `Idempotency-Key` "
        "header (or `idempotencyKey`) is required: 8 to 128 letters, digits and `._:-`.",
        takes=HumanizationIn,
        gives={
            "humanization": HumanizationOut(),
            "preview": RewritePlanOut(required=False),
            "warnings": serializers.ListField(child=serializers.CharField(), required=False),
        },
        errors={
            400: "validation_error idempotency_key_required pool_too_large",
            402: "insufficient_funds",
            403: "spending_cap_exceeded",
            503: "product_unavailable",
        },
        example=_EXAMPLE,
        key_pattern=KEY_PATTERN.pattern,
    )
    def create(self, request: Request) -> Response:
        self.required_key(KEY_PATTERN, KEY_WORDS)
        data = cast(HumanizationForm, self.read(HumanizationIn))

        def perform() -> Answer:
            row = humanizations.prepare(self.actor, data)
            self.warnings = [*self.warnings, *humanizations.warnings(row)]
            dry_runs.show(lambda: {"preview": render_plan(row)})
            page = funding.fund_or_ask(self.actor, row.bounty)
            # Paid or not, the response is not stored with the key: it contains the owner's instructions in plain text.
            return self.payment_started(
                row.public_id, {"humanization": render(row, page, status=selectors.status(row))}
            )

        def present(humanization_id: str) -> dict[str, Any]:
            row, page = humanizations.current_state(self.actor, humanization_id)
            self.warnings = [*self.warnings, *humanizations.warnings(row)]
            return {"humanization": render(row, page, status=selectors.status(row))}

        return no_store(self.once("humanization.create", perform, present=present))

    @operation(
        "getHumanization",
        tag="Humanizations",
        summary="Your humanization, with everybody who applied",
        description="For its owner; for anybody else it is 404. Private and never cached. A detector's score is evidence, not "
        "proof of who wrote a text, and pays nobody. Addresses of files work for an hour.",
        gives={"humanization": HumanizationDetail()},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, humanization_id: str) -> Response:
        found = selectors.detail(access.owned_humanization(self.actor, humanization_id))
        owns = access.is_owner(self.actor, found.bounty)
        page = humanizations.current_state(self.actor, humanization_id)[1] if owns else None
        return no_store(self.answer(humanization=render_detail(found, page, private=owns)))

    @operation(
        "getHumanizationSample",
        tag="Humanizations",
        summary="The sample that you rewrite to apply",
        description="For people who may apply: every gate of the listing is asked first. Whoever has applied reads how that "
        "stands; whoever was turned down no longer sees the sample.",
        gives={"screening": SampleToWrite()},
        errors={
            403: "session_required own_bounty profile_incomplete not_eligible",
            404: "not_found",
            409: "bounty_not_open deadline_passed",
        },
        least=rights.SELF,
    )
    def sample(self, request: Request, humanization_id: str) -> Response:
        row, application = rewrites.sample(self.actor, humanization_id)
        latest = selectors.latest_sample(application) if application is not None else None
        return no_store(self.answer(screening=render_sample(row, application, latest)))

    @operation(
        "getHumanizationAssignment",
        tag="Humanizations",
        summary="The text that you were hired to rewrite",
        description="Source text and instructions, for the hired person only, until the money of the work is decided.",
        gives={"assignment": RewriteAssignmentOut()},
        errors={403: "session_required not_assigned", 404: "not_found"},
        least=rights.SELF,
    )
    def assignment(self, request: Request, humanization_id: str) -> Response:
        row, application = selectors.assignment(self.actor, humanization_id)
        return no_store(self.answer(assignment=render_assignment(row, application)))


class HandInView(ApiViewSet):
    """Documents and recordings that people send as a multipart form."""

    parser_classes = [FormParser, JsonParser]

    def get_permissions(self) -> list[BasePermission]:
        return [Session()] if self.action else [KeyOrSession()]  # an unsupported method is a 405, not a 403, for a key

    def form(self) -> Any:
        """The form with one value per field; file fields without a file are dropped."""
        sent = read_form(self.request, many=frozenset())
        if not isinstance(sent, dict):
            return sent  # a JSON body that is no object
        return {name: value for name, value in sent.items() if name not in _FILES or isinstance(value, UploadedFile)}

    @operation(
        "applyForHumanization",
        tag="Humanizations",
        summary="Apply with your rewrite of the sample",
        description="Multipart. `document` is DOCX or UTF-8 text (10 MB), `recording` one continuous MP4, MOV or WebM of the "
        "writing (100 MB, 90 minutes), `resume` PDF, DOCX or UTF-8 text where it is asked for; what a file is, is read from "
        "its content. The AI-text detector is asked afterwards: below 50 % you are hired as soon as the seat is free, and the "
        "turnaround runs from that moment; 50 % or more is turned down; without a score a person decides.",
        takes=RewriteSampleIn,
        takes_files=True,
        gives={"application": OwnSampleOut()},
        errors={
            403: "session_required own_bounty profile_incomplete not_eligible",
            404: "not_found",
            409: "already_applied bounty_not_open deadline_passed",
            413: "body_too_large",
            503: "storage_unavailable",
        },
        least=rights.SELF,
    )
    def apply(self, request: Request, humanization_id: str) -> Response:
        data = cast(SampleForm, self.read(RewriteSampleIn, body=self.form()))

        def keep() -> AdmittedSample:
            return rewrites.admit(self.actor, humanization_id, data)

        def perform(sample: AdmittedSample) -> dict[str, Any]:
            return {"application": render_own(rewrites.apply(self.actor, humanization_id, data, sample))}

        return no_store(self.once_with_files("humanization.apply", keep, perform))

    @operation(
        "submitHumanization",
        tag="Humanizations",
        summary="Hand in the whole text",
        description="Multipart, within your turnaround: the document and the recording of its writing, as for the sample. The "
        "detector's score is shown to the owner, who reviews within 72 hours; afterwards it counts as accepted.",
        takes=FinalTextIn,
        takes_files=True,
        gives={"final": FinalTextOut()},
        errors={
            403: "session_required",
            404: "not_found",
            409: "seat_not_confirmed submission_in_review completion_window_closed invalid_state",
            413: "body_too_large",
            503: "storage_unavailable",
        },
        least=rights.SELF,
    )
    def submit(self, request: Request, humanization_id: str) -> Response:
        data = cast(FinalTextForm, self.read(FinalTextIn, body=self.form()))

        def keep() -> HandIn:
            return rewrites.keep(self.actor, humanization_id, data)

        def perform(hand_in: HandIn) -> dict[str, Any]:
            return {"final": render_final(rewrites.submit(self.actor, humanization_id, data, hand_in))}

        return no_store(self.once_with_files("humanization.submit", keep, perform))


_FILES = ("document", "recording", "resume")
