"""A form whose token against forgery is no longer the session's, because its page was open while somebody signed in anew."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.csrf import csrf_failure

from marketplace.api.handler import CODE_HEADER
from marketplace.core import reader
from marketplace.web import drafts
from marketplace.web.page import Page, wants_name_of_next

CODE = "form_too_old"


def answer(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Nothing is done. Where the form is of a page of ours and its reader is signed in, the page comes back with what was typed
    and a new token; else a page (403) that says so. A script is only told, and asks for a token itself.
    """
    is_theirs = _is_from_our_page(request, reason) and request.user.is_authenticated
    if is_theirs and not wants_name_of_next(request) and drafts.keep(request, is_signed_out=False):
        return HttpResponseRedirect(request.get_full_path())
    with reader.written_for(request):
        response: HttpResponse = csrf_failure(request, reason)
    response[CODE_HEADER] = CODE
    return response


def _is_from_our_page(request: HttpRequest, reason: str) -> bool:
    """The browser vouches for where it was sent from (Origin, which is checked before the token), and the form had a token: so no
    other site puts words into somebody's form."""
    view = getattr(request.resolver_match.func, "view_class", None) if request.resolver_match else None
    is_page = isinstance(view, type) and issubclass(view, Page)
    is_page = is_page or getattr(request.resolver_match and request.resolver_match.func, "keeps_drafts", False)
    had_token = reason.startswith("CSRF ") and "csrfmiddlewaretoken" in request.POST
    return is_page and had_token and "Origin" in request.headers
