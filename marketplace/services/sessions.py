"""Sign-in of people. django-allauth keeps passwords, codes and sessions; this module has its adapters and signal handlers."""

import itertools
import secrets
from typing import Any, NamedTuple
from uuid import UUID

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.headless.adapter import DefaultHeadlessAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.template import TemplateDoesNotExist

from marketplace.core import clock, crypto
from marketplace.core.actor import Actor
from marketplace.core.open_mappings import JsonObject
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.errors import OperatorRequired
from marketplace.models import Account
from marketplace.selectors import accounts as account_reads
from marketplace.selectors import callers
from marketplace.services import accounts, alerts, devices, mail_templates, mails, staff_log

OF_API = "api"  # in the data of a session that is read by X-Session-Token, never by a cookie


def find_account(token: str) -> Account | None:
    """The active account for a session token; None for anything else. Spec: Authentication.

    Like Django's `get_user`, in one query instead of allauth's three. A session signed with a fallback key stays valid as it is:
    its client can't be given a new token.
    """
    found = callers.by_session(token)
    if found is None:
        return None
    data, account = found
    stored = SessionStore().decode(data)
    if OF_API not in stored or SESSION_KEY not in stored:
        return None
    if stored.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    pk = UUID(stored[SESSION_KEY])
    if account is None or account.pk != pk:
        account = callers.by_id(pk)
    if account is None:
        return None
    return account if _is_signed_for(account, stored) else None


def signed_in(stored: JsonObject, hint: Account | None) -> Account | None:
    """The open account that a browser's session was signed with, by any of our keys; None otherwise: then Django is asked.

    Django itself would give a session of another key a new cookie, and in the middle of a rotation nodes would do that to each
    other's sessions at every request: `manage.py rekey` signs them anew. `stored`: the session's data, by
    Django's names. `hint`: the account that allauth has recorded for it. Locks nothing.
    """
    if SESSION_KEY not in stored or stored.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    pk = UUID(str(stored[SESSION_KEY]))
    account = hint if hint is not None and hint.pk == pk else callers.by_id(pk)
    return account if account is not None and _is_signed_for(account, stored) else None


def _is_signed_for(account: Account, stored: JsonObject) -> bool:
    shown = str(stored.get(HASH_SESSION_KEY, ""))
    hashes = itertools.chain([account.get_session_auth_hash()], account.get_session_auth_fallback_hash())
    return any(crypto.equal(shown, expected) for expected in hashes)


def has_second_factor(account: Account) -> bool:
    """Does sign-in require a code of an authenticator app?"""
    return Authenticator.objects.filter(user=account, type=Authenticator.Type.TOTP).exists()


def remove_second_factor(actor: Actor, pk: UUID) -> None:
    """An operator removes the second factor of a person who has lost the phone and the recovery codes and has proven their
    identity; they are mailed. `pk` is the account's primary key.

    Locks the account. Raises OperatorRequired (403), InvalidState (409) when there is none.
    """

    def work() -> None:
        if not actor.is_operator:
            raise OperatorRequired()
        account = Account.objects.locked().get(pk=pk)
        if not Authenticator.objects.filter(user_id=pk).delete()[0]:
            raise InvalidState("This account has no second factor.", currentState="none", allowedActions=[])
        alerts.mail_owner(account, "app_removed", by_staff=True)

    unit(work)


def staff_signed_in(*, user: Account, **_: Any) -> None:
    """Django's signal, whichever form somebody signed in by: staff are written into the staff log."""
    if user.is_staff:
        staff_log.write(user, "signed_in", user)


def six_digits() -> str:
    """A random code, in the one format that all mails use."""
    return f"{secrets.randbelow(1_000_000):06d}"


class Site(NamedTuple):
    """The site's name and URL in allauth's own mails."""

    name: str
    domain: str


def _valid_seconds(template_name: str) -> int:
    """Lifetime in seconds of the code in this mail."""
    if template_name == "login_code":
        return int(app_settings.LOGIN_BY_CODE_TIMEOUT)
    if template_name == "password_reset_code":
        return int(app_settings.PASSWORD_RESET_BY_CODE_TIMEOUT)
    return int(app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT)


def _is_page(request: HttpRequest | None) -> bool:
    return request is not None and not request.path_info.startswith("/api/")


# allauth's notification -> the kind of our security alert.
_ALERTS: dict[str, alerts.What] = {
    "account/email/password_changed": "password",
    "account/email/password_set": "password",
    "account/email/password_reset": "password",
    "mfa/email/totp_activated": "app_added",
    "mfa/email/totp_deactivated": "app_removed",
    "mfa/email/recovery_codes_generated": "codes",
}


_PASSWORDS = frozenset(name for name, what in _ALERTS.items() if what == "password")


class HeadlessAdapter(DefaultHeadlessAdapter):
    """allauth's answers have our public ids, never the primary key."""

    def serialize_user(self, user: Any) -> dict[str, Any]:
        return super().serialize_user(user) | {"id": user.public_id, "profileId": user.public_profile_id}


class SecondFactorAdapter(DefaultMFAAdapter):
    """Secrets of authenticator apps and recovery codes are stored encrypted."""

    def encrypt(self, text: str) -> str:
        return crypto.seal(text, "second-factor")

    def decrypt(self, encrypted_text: str) -> str:
        return crypto.unseal(encrypted_text, "second-factor")


def address_confirmed(*, request: HttpRequest, email_address: EmailAddress, **_: Any) -> None:
    """allauth's signal, however the address was confirmed: by its own code, a login code, or a password reset. Stored on the
    account.

    Unless it was the sign-up's own code (which the same session holds as the password), the password may have been set by a
    stranger who knew the address: it is made unusable, and the owner sets a new one. Locks the account.
    """
    account = Account.objects.filter(pk=email_address.user_id, email__iexact=email_address.email).first()
    if account is None or account.email_verified_at is not None:
        return
    columns: dict[str, object] = {"email_verified_at": clock.now()}
    if not getattr(request, "confirmed_by_its_own_code", False):
        columns["password"] = make_password(None)
    accounts.update_columns(account.pk, **columns)


class AccountAdapter(DefaultAccountAdapter):
    """Sends allauth's mails through our outbox, with our codes and settings."""

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Called for the sign-up's own code."""
        request.confirmed_by_its_own_code = True  # type: ignore[attr-defined]
        return bool(super().confirm_email(request, email_address))

    def send_account_already_exists_mail(self, email: str) -> None:
        """A sign-up with a known address takes as long as one with a new address, whose password is hashed."""
        make_password(secrets.token_urlsafe(12))
        super().send_account_already_exists_mail(email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """With our template from templates/mail/account/; for a mail without one, with allauth's."""
        template_name = template_prefix.removeprefix("account/email/")
        try:
            mail_templates.send_to_address(
                email,
                f"account/{template_name}",
                as_here=_is_page(self.request),
                email=email,
                code=context.get("code", ""),
                minutes=_valid_seconds(template_name) // 60,
            )
        except TemplateDoesNotExist:
            ours = {"current_site": Site(settings.SERVICE_NAME, settings.BASE_URL), "request": self.request}
            message = self.render_mail(template_prefix, email, context | ours | {"email": email})
            mails.write(to=email, subject=message.subject, text=message.body)

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Sends our security alert for a change of credentials, right after allauth has saved it. A new password signs everybody
        else out, so other devices get no pushes any more.
        """
        if template_prefix in _PASSWORDS:
            devices.forget_others(user.pk, devices.here(self.request) if self.request else None)
        if what := _ALERTS.get(template_prefix):
            alerts.mail_owner(user, what)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """No lockout per account: wrong passwords are limited by network address alone (marketplace/rules.py), so that nobody
        can lock another person out.
        """

    def get_client_ip(self, request: HttpRequest) -> str:
        """As the middleware determined it."""
        return getattr(request, "client_address", "0.0.0.0")  # noqa: S104  (without the middleware: tests)

    def new_user(self, request: HttpRequest) -> Account:
        """The sign-up page states the terms that signing up accepts; the API's sign-up for people has none."""
        account = Account()
        if _is_page(request):
            account.terms_version, account.privacy_version = settings.TERMS_VERSION, settings.PRIVACY_VERSION
            account.terms_accepted_at = clock.now()
        return account

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Where a person begins who wanted no page in particular."""
        is_owner = isinstance(request.user, Account) and account_reads.answers_for_agents(request.user)
        return "/owner" if is_owner else str(settings.LOGIN_REDIRECT_URL)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return "/settings"

    def clean_email(self, email: str) -> str:
        return super().clean_email(email).lower()

    def generate_login_code(self) -> str:
        return six_digits()

    def generate_email_verification_code(self) -> str:
        return six_digits()

    def generate_password_reset_code(self) -> str:
        return six_digits()

    def format_email_subject(self, subject: str) -> str:
        return f"{settings.SERVICE_NAME}: {subject}"
