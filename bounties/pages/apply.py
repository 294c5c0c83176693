"""/jobs/{id}/apply: every gate said beforehand, and all that a job asks of those who apply."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any, cast
from urllib.parse import quote

from django.http import HttpResponse
from django.utils.translation import gettext as _

from bounties.models import Application, Bounty
from bounties.pages import conditions, gates
from bounties.pages.jobs import full
from bounties.ports import products
from bounties.selectors import access
from bounties.serializers.applications import ApplyIn, read_position
from bounties.services import admissions, applications
from bounties.services.forms import UPLOADS, ApplicationForm
from bounties.services.screening import Gate, Position
from marketplace.api import addresses
from marketplace.core.errors import Invalid
from marketplace.web import inputs
from marketplace.web.page import Page
from marketplace.web.words import say

_EXTRAS = ("resume", "portfolio")
_ACCEPT = {"photo_upload": "image/*", "video_upload": "video/*", "document_upload": ".pdf,.docx,.txt"}
_DOCX = ".docx"


class Apply(Page):
    """What one needs, whether one has it, and the form."""

    template = "bounties/apply.html"
    takes_files = True

    def show(self, bounty_id: str) -> dict[str, Any]:
        bounty = access.visible_bounty(self.caller, bounty_id)
        product = products.find(bounty.kind)
        found = admissions.prospect(self.actor, bounty)
        earlier = Application.objects.filter(bounty_id=bounty.pk, human_id=self.actor.id).first()
        return {
            "job": full(bounty),
            "earlier": earlier,
            "refusal": say(found.refusal) if found.refusal else "",
            "own_page": product.apply_page(bounty) if product is not None else "",
            "is_open": found.is_open,
            "asks_for_place": found.asks_for_place,
            "gates": [
                _in_words(bounty, gate, in_sandbox=addresses.is_in_sandbox(self.request)) for gate in found.gates
            ],
            "links": _links(bounty),
            "details": [_detail(row) for row in bounty.application_details],
            "uploads": _uploads(bounty),
        }

    def act_apply(self, bounty_id: str) -> HttpResponse:
        bounty = access.visible_bounty(self.caller, bounty_id)
        data = cast(ApplicationForm, self.read(ApplyIn, self._body(bounty)))
        position = self._position()

        def keep() -> admissions.Admitted | None:
            return admissions.admit(self.actor, bounty_id, data, position=position) if data["files"] else None

        def perform(admitted: admissions.Admitted | None) -> Application:
            return applications.apply(self.actor, bounty_id, data, position=position, admitted=admitted)

        thanks = (bounty.upload_settings or {}).get("confirmationMessage")
        return self.once(
            perform,
            keep=keep,
            to=lambda made: f"/work/{made.public_id}",
            said=thanks or _("Your application is sent. You hear from us as soon as there is an answer."),
        )

    def _body(self, bounty: Bounty) -> dict[str, Any]:
        sent = self.request.POST
        fields = [name for name, _kind in _file_fields(bounty)]
        kinds = [kind for name, kind in _file_fields(bounty) for _file in self.request.FILES.getlist(name)]
        body = self.posted("coverLetter", "availability") | inputs.uploads(self.request, *fields)
        return body | {
            "proposedPrice": inputs.dollars(typed) if (typed := sent.get("proposedPrice", "").strip()) else None,
            "links": [
                {"type": wish["type"], "url": sent.get(f"links.{place}.url", "").strip()}
                for place, wish in enumerate(bounty.required_links)
            ],
            "answers": list(self._answers(bounty)),
            "consent": "consent" in sent,
            "kinds": kinds,
        }

    def _answers(self, bounty: Bounty) -> Iterator[dict[str, Any]]:
        for detail in bounty.application_details:
            name = f"answers.{detail['id']}"
            text = self.request.POST.get(name, "").strip()
            if detail["type"] == "text" and text:
                yield {"questionId": detail["id"], "value": text}
            elif detail["type"] == "checkbox" and text:
                yield {"questionId": detail["id"], "value": True}

    def _position(self) -> Position | None:
        """Where the device is, as its button noted it; None without."""
        sent = {name: self.request.POST.get(name, "") for name in ("latitude", "longitude", "accuracy", "locatedAt")}
        if not sent["latitude"] or not sent["locatedAt"]:
            return None
        try:
            at = datetime.fromisoformat(sent["locatedAt"]).timestamp()
            header = {
                "lat": float(sent["latitude"]),
                "lng": float(sent["longitude"]),
                "accuracyM": float(sent["accuracy"]),
                "capturedAt": at * 1000,
            }
        except (ValueError, OverflowError):
            raise Invalid({}, _("Your place could not be read. Press the button for it once more."))
        return read_position(json.dumps(header))


def _in_words(bounty: Bounty, gate: Gate, *, in_sandbox: bool) -> dict[str, Any]:
    """A gate as the page says it: what is needed, whether it is there, and where it is met, which leads back here."""
    back = quote(f"/jobs/{bounty.public_id}/apply")
    # A sandbox stands in for the providers who check people; elsewhere staff say how it is done.
    verified_at = f"/sandbox?next={back}#verification" if in_sandbox else "/support"
    is_unfit = getattr(gate.problem, "code", "") == "not_eligible"  # its message names what the profile lacks
    asks_for_place = gate.name == "country" and getattr(gate.problem, "code", "") == "location_required"
    recordings = f"/jobs/{bounty.public_id}/recordings"
    href = {
        "profile": f"/join/profile?next={back}",
        "product": "/profile" if is_unfit else "",
        "identity": verified_at,
        "linkedin": verified_at,
        "mic": recordings,
        "language": recordings,
    }.get(gate.name, "")
    return {
        "words": gates.words(bounty, gate.name),
        "state": "met" if gate.problem is None else "asked" if asks_for_place else "missing",
        "why": "" if gate.problem is None or asks_for_place else say(gate.problem),
        "href": "" if gate.problem is None else href,
    }


def _links(bounty: Bounty) -> list[dict[str, str]]:
    """The links that every applicant gives, each as a field of its own."""
    return [
        {"name": f"links.{place}.url", "label": gates.link_label(wish)}
        for place, wish in enumerate(bounty.required_links)
    ]


def _detail(row: dict[str, Any]) -> dict[str, Any]:
    """A question, an acknowledgment or a file that the job asks for, with the name of its field."""
    kind = row["type"]
    wanted = {"image": "image/*", "docx": _DOCX}.get(row.get("fileType", ""), f"image/*,{_DOCX}")
    return row | {
        "name": f"{'answers' if kind in ('text', 'checkbox') else 'files'}.{row['id']}",
        "accept": "video/*" if kind == "live_video" else wanted,
    }


def _uploads(bounty: Bounty) -> dict[str, Any] | None:
    """What an upload collection takes; None for an ordinary job."""
    found = conditions.uploads(bounty)
    return found and found | {"accept": _ACCEPT[bounty.submission_mode]}


def _file_fields(bounty: Bounty) -> list[tuple[str, str]]:
    """The names of the form's file fields, in the order in which they are sent on, each with what its files are for."""
    uploads = [("files", "upload")] if bounty.submission_mode in UPLOADS else []
    details = [
        (f"files.{row['id']}", row["id"])
        for row in bounty.application_details
        if row["type"] in ("file_upload", "live_video")
    ]
    return [*uploads, *details, *((f"files.{kind}", kind) for kind in _EXTRAS)]
