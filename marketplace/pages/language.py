"""/language/{code}: the links of the footer. Works for strangers, without a script: a cookie in the reader's own browser is all
that changes. An account that has chosen a language of its own changes it in its settings."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from marketplace.api import handler
from marketplace.core import reader as readers
from marketplace.core.errors import NotFound
from marketplace.web import reader


@require_safe
def choose(request: HttpRequest, code: str) -> HttpResponse:
    if code not in dict(settings.LANGUAGES):
        return handler.answer(request, NotFound())
    back = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = "/"
    me = reader.account(request)
    if me is not None and me.language and me.language != code:
        with readers.written_for(request, account=me):
            messages.info(request, _("Your account has a language of its own. Change it here."))
        back = "/settings#language"
    response = HttpResponseRedirect(back)
    response["Cache-Control"] = "no-store"
    if request.headers.get("Sec-Fetch-Site", "") not in ("cross-site", "same-site"):  # a foreign page chooses nothing
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            code,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )
    return response
