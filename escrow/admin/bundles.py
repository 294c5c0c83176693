"""The evidence bundle of a case, fetched by staff who may decide it; `admin/escrow/bundle_button.html` is its button."""

from typing import Any, cast
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, StreamingHttpResponse
from django.urls import URLPattern, path

from escrow.models import Case
from escrow.selectors import papers
from escrow.web import bundles
from marketplace.api.backoffice import is_decider, journal
from marketplace.models import Account
from marketplace.services import private_reads


def urls(wrap: Any) -> list[URLPattern]:
    """`admin:escrow_case_bundle`; `wrap`: the site's `admin_view`."""
    return [path("case/<uuid:pk>/bundle/", wrap(bundle), name="escrow_case_bundle")]


def bundle(request: HttpRequest, pk: UUID) -> HttpResponse:
    """POST: the bundle, as `format` says: zip, or pdf for the words alone. Who took it is written down before it is sent.

    403 for auditors and for a party of the case; 404 for no case. Locks nothing.
    """
    if not is_decider(request):
        raise PermissionDenied
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    case = Case.objects.select_related("escrow").filter(pk=pk).first()
    if case is None:
        raise Http404("There is no such case.")
    if request.user.pk in (case.owner_id, case.worker_id):
        raise PermissionDenied
    found = papers.of_case(case)
    files = bundles.pieces(found)
    is_pdf = request.POST.get("format") == "pdf"
    journal.write(request, "bundled", case, "as PDF" if is_pdf else f"with {len(files)} files")
    assert isinstance(request.user, Account)  # admin_view lets nobody else through
    private_reads.note(request.user, case, "bundled")
    if is_pdf:
        return _named(HttpResponse(bundles.in_words(case, found, files), content_type="application/pdf"), case, "pdf")
    sent = StreamingHttpResponse(bundles.archive(case, found, files), content_type="application/zip")
    return _named(cast(HttpResponse, sent), case, "zip")


def _named(answer: HttpResponse, case: Case, ending: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="evidence-{case.public_id}.{ending}"'
    answer["Cache-Control"] = "private, no-store"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
