"""Sign-in in a browser: django-allauth's views with our templates. What they lead to is the page of settings.

allauth's own URL list has more (e-mail management, passkeys); routes that are not listed here don't exist. The route names are
allauth's, because its views link to each other by them.
"""

from functools import wraps

from allauth.account import views as account
from allauth.account.adapter import get_adapter
from allauth.mfa.base import views as second_factor
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.usersessions.internal.flows.sessions import end_other_sessions, end_sessions
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django.views.generic import RedirectView

from marketplace.api.signin_locks import View, one_at_a_time
from marketplace.models import Account
from marketplace.services import oauth
from marketplace.web.foreign import page


@login_required
@require_POST
def end_session(request: HttpRequest) -> HttpResponse:
    """`session=<number>` ends that session of the caller, `session=others` all except the current one."""
    which = request.POST.get("session", "")
    if which == "others":
        end_other_sessions(request, request.user)
    elif which.isdecimal() and len(which) < 18:
        end_sessions(request, list(UserSession.objects.filter(user=request.user, pk=int(which))))
    get_adapter().add_message(request, messages.INFO, message=_("Signed out there."))
    return redirect("/settings")


@login_required
@require_POST
def disconnect(request: HttpRequest, client_pk: int) -> HttpResponse:
    """Revokes everything that an OAuth client has for this account."""
    oauth.disconnect(_me(request).pk, client_pk)
    get_adapter().add_message(request, messages.INFO, message=_("Disconnected. Its tokens have ended."))
    return redirect("/settings")


def _me(request: HttpRequest) -> Account:
    assert isinstance(request.user, Account)  # guaranteed by `login_required`
    return request.user


def says_it_again(view: View) -> View:
    """A page that waits for a mailed code: a wrong one is answered by leading back to the page, which says so. Whoever goes on to
    their mail and back then finds the page, and is not asked to send the form once more."""

    @wraps(view)
    def shown(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        key = f"refused:{request.path}"
        response = view(request, *args, **kwargs)
        form = (getattr(response, "context_data", None) or {}).get("verify_form")
        if form is None:
            return response
        if request.method == "POST" and form.errors:
            request.session[key] = form.errors.get_json_data()
            return redirect(request.get_full_path())
        for name, faults in request.session.pop(key, {}).items() if request.method == "GET" else ():
            form.errors[name] = form.error_class([fault["message"] for fault in faults])
        return response

    return shown


_BY_CODE = ("login/code/confirm", "verify", "password/reset/confirm")
_PAGES = (
    ("login", account.login, "account_login"),
    ("login/code", account.request_login_code, "account_request_login_code"),
    ("login/code/confirm", account.confirm_login_code, "account_confirm_login_code"),
    ("logout", account.logout, "account_logout"),
    ("verify", account.email_verification_sent, "account_email_verification_sent"),
    ("inactive", account.account_inactive, "account_inactive"),
    ("reauthenticate", account.reauthenticate, "account_reauthenticate"),
    ("password/change", account.password_change, "account_change_password"),
    ("password/set", account.password_set, "account_set_password"),
    ("password/reset", account.password_reset, "account_reset_password"),
    ("password/reset/confirm", account.confirm_password_reset_code, "account_confirm_password_reset_code"),
    ("password/reset/complete", account.complete_password_reset, "account_complete_password_reset"),
    ("password/reset/done", account.password_reset_from_key_done, "account_password_reset_completed"),
    ("second-factor", second_factor.authenticate, "mfa_authenticate"),
    ("second-factor/again", second_factor.reauthenticate, "mfa_reauthenticate"),
    ("second-factor/app", totp.activate_totp, "mfa_activate_totp"),
    ("second-factor/app/remove", totp.deactivate_totp, "mfa_deactivate_totp"),
    ("second-factor/codes", codes.view_recovery_codes, "mfa_view_recovery_codes"),
    ("second-factor/codes/new", codes.generate_recovery_codes, "mfa_generate_recovery_codes"),
    ("sessions/end", end_session, "account_end_session"),
    ("connections/<int:client_pk>/disconnect", disconnect, "account_disconnect"),
)
# The library leads to these; the page is marketplace.pages.settings.
_HOME = ("account_home", "account_email", "mfa_index")
urlpatterns = [
    *(path("account", RedirectView.as_view(url="/settings"), name=name) for name in _HOME),
    # Mails and guides of before lead here.
    path("account/signup", RedirectView.as_view(url="/join", query_string=True)),
    *(
        path(f"account/{where}", page(one_at_a_time(says_it_again(view) if where in _BY_CODE else view)), name=name)
        for where, view, name in _PAGES
    ),
]
