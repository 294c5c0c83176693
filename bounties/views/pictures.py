"""/api/picture-of-sf: request a fresh photo, poll for it; and the page that pays for one the wallet does not cover."""

from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.errors import PictureUnfulfilled, PictureWaits
from bounties.models import Picture
from bounties.rules.pictures import retry_after
from bounties.serializers.pictures import PictureIn
from bounties.services import funding, picture_requests, pictures
from bounties.services.picture_requests import PictureForm
from marketplace.api.fields import timestamp
from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import clock, crypto, dry_runs, ids, reader
from marketplace.core.errors import Problem
from marketplace.core.written import cents_words
from marketplace.services.idempotency import Answer, CallUnderWay, carry_out, fingerprint

_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


_POLL = [
    ("Content-Location", 202, "The address to poll."),
    ("Retry-After", 202, "Seconds until it makes sense to look again."),
    ("X-Deliver-By", 202, "The target."),
    ("X-Bounty-Id", 202, "The bounty on which somebody takes the photo."),
    (
        "X-Submission-Id",
        202,
        "The photo that waits for your decision, with `X-Owner-Action`.",
    ),
    (
        "X-Delivery-Status",
        202,
        "`delayed`: past the target, also while a photo is in review. `review`: before it, a photo waits for your decision. Absent "
        "otherwise.",
    ),
    (
        "X-Owner-Action",
        202,
        "`review` while a photo waits for your decision, PATCH /api/bounties/{id}/submissions/{sid}, whether the target has passed "
        "or not.",
    ),
]


class PictureView(ApiViewSet):
    @operation(
        "requestPicture",
        asks=True,
        tag="Pictures",
        summary="Ask for a fresh photo of a public place",
        description="Somebody goes there and takes it. `standard` has a budget of 20.00 USD and a target of 25 hours, "
        "`express` 100.00 USD and 6 hours, our fee included; the wallet pays, and no price is taken from the caller. 202 with "
        "an empty body and `Content-Location`, the address to poll after `Retry-After` seconds. 402 with `Content-Location`: "
        "the request waits until the wallet holds enough, and starts by itself then; `Location` (`fundingUrl`) is a page on "
        "which a person can pay. 402 without it: nothing was made. The `Idempotency-Key` header is required, and "
        "the same key is the same request for ever.",
        takes=PictureIn,
        bare={202: ""},
        sends=_POLL,
        errors={
            400: "idempotency_key_required validation_error",
            402: "insufficient_funds",
            403: "spending_cap_exceeded",
            409: "idempotency_key_reused",
        },
        example={
            "location": "Ferry Building, Embarcadero",
            "subject": "The clock tower from the street",
            "tier": "standard",
        },
    )
    def create(self, request: Request) -> HttpResponse:
        key = self.required_key(header_only=True)
        form = cast(PictureForm, self.read(PictureIn, strict=True))
        request_hash, unspent = fingerprint("POST", request.path, dict(form)), dry_runs.unspent(key) or key
        call = CallUnderWay(self.actor, "picture.request", key, request_hash, self.sent())
        done = carry_out(call, lambda: picture_requests.request(self.actor, unspent, form))
        if isinstance(done, Answer):  # it waits for the owner's approval
            return no_store(Response(done.body, status=done.status))
        picture, replayed = done
        answer = self._paid_or_not(picture)
        if replayed:
            answer["Idempotency-Replayed"] = "true"
        return answer

    @operation(
        "getPicture",
        tag="Pictures",
        summary="The photo, or how it stands",
        description="200 with the photo as JPEG, without metadata, once it is approved. 202 while somebody works on it; with "
        "`X-Owner-Action: review` while a photo with a finding waits for your review (`X-Delivery-Status` says `review`, too, "
        "until the target), and with `X-Delivery-Status: delayed` as soon as the target is missed. 402 "
        "while it waits for money (`fundingUrl`), 410 when nobody took it.",
        bare={200: "image/jpeg", 202: ""},
        sends=[
            *_POLL,
            ("X-Bounty-Id", 200, "The bounty on which it was taken."),
            ("X-Submission-Id", 200, "The evidence of that bounty which it is."),
        ],
        errors={402: "insufficient_funds", 404: "not_found", 410: "picture_unfulfilled", 503: "storage_unavailable"},
    )
    def retrieve(self, request: Request, picture_id: str) -> HttpResponseBase:
        picture = pictures.up_to_date(self.actor, picture_id)
        if picture.status == "delivered":
            assert picture.bounty is not None and picture.submission is not None
            whence = {"X-Bounty-Id": picture.bounty.public_id, "X-Submission-Id": picture.submission.public_id}
            photo = HttpResponse(pictures.image_of(picture), content_type="image/jpeg")
            return _with(photo, whence | {"Content-Location": picture.path})
        return self._paid_or_not(picture)

    def _paid_or_not(self, picture: Picture) -> HttpResponse:
        """202, or 402 with the url of the funding page, or 410."""
        if picture.status == "failed":
            raise PictureUnfulfilled(pictures.why_unfulfilled(picture), headers=_private({}))
        where = {"Content-Location": picture.path, "Retry-After": str(retry_after(picture.deliver_by, clock.now()))}
        if picture.status == "awaiting_funding":
            assert picture.bounty is not None
            need = funding.quote(picture.bounty)
            page = fund_url(picture)
            raise PictureWaits(
                required_cents=need.funding_total,
                balance_cents=need.wallet_balance,
                until=f"{picture.deliver_by:%Y-%m-%d %H:%M} UTC",
                picture_id=picture.public_id,
                page=page,
                headers=_private(where | {"Location": page}),
            )
        assert picture.bounty is not None
        where |= {"X-Deliver-By": timestamp(picture.deliver_by) or "", "X-Bounty-Id": picture.bounty.public_id}
        waits = pictures.for_owner(picture.bounty)
        if waits is not None:
            where |= {"X-Owner-Action": "review", "X-Submission-Id": waits.public_id}
        if picture.deliver_by <= clock.now():
            where["X-Delivery-Status"] = "delayed"
        elif waits:
            where["X-Delivery-Status"] = "review"
        answer = _with(HttpResponse(status=202), where)
        del answer["Content-Type"]  # the body is empty
        return answer


def _private(headers: dict[str, str]) -> dict[str, str]:
    return headers | {"Cache-Control": "private, no-store"}


def _with(answer: HttpResponse, headers: dict[str, str]) -> HttpResponse:
    for name, value in _private(headers).items():
        answer[name] = value
    return answer


# ------------------------------------------------------------------ the funding page


def fund_url(picture: Picture) -> str:
    """The url of the funding page. Its signature is a capability, which only allows paying into the owner's wallet."""
    return f"{settings.BASE_URL}/pictures/{picture.public_id}/fund/{crypto.sign(picture.public_id, 'picture-funding')}"


@reader.for_strangers
@csrf_exempt  # no cookie is a credential here; a forged form could only open a checkout
@require_http_methods(["GET", "HEAD", "POST"])
def fund(request: HttpRequest, picture_id: str, tag: str) -> HttpResponse:
    """GET shows the missing amount; POST pays from the wallet if it suffices by now, else redirects to a checkout."""
    try:
        if not crypto.verify(picture_id, tag, "picture-funding"):
            raise ValueError
        picture = Picture.objects.select_related("bounty__owner").get(pk=ids.decode("pic", picture_id))
    except (ValueError, Picture.DoesNotExist):
        return _page(request, {"picture": None}, status=404)
    if request.method == "POST" and picture.status == "awaiting_funding":
        try:
            checkout_url = picture_requests.fund_by_page(picture.pk)
        except Problem as problem:
            return _page(request, {"picture": picture, "notice": problem.message}, status=problem.status)
        return redirect(checkout_url or request.path)
    assert picture.bounty is not None
    need = funding.quote(picture.bounty)
    return _page(
        request, {"picture": picture, "amount": cents_words(need.funding_total), "short": cents_words(need.deposit)}
    )


def _page(request: HttpRequest, shown: dict[str, object], *, status: int = 200) -> HttpResponse:
    shell = {"service": settings.SERVICE_NAME, "sandbox": settings.SANDBOX}
    answer = render(request, "bounties/fund_picture.html", shell | shown, status=status)
    answer["Content-Security-Policy"] = _POLICY
    answer["Referrer-Policy"] = "no-referrer"
    return _with(answer, {})
