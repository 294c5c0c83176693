"""Sessions of people. django-allauth keeps passwords, codes and sessions; this is where its facts become ours."""

import secrets
from typing import Any, NamedTuple

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.headless.adapter import DefaultHeadlessAdapter
from allauth.headless.internal import sessionkit
from django.conf import settings
from django.http import HttpRequest

from marketplace.core import clock
from marketplace.models import Account
from marketplace.services import accounts, mails


def find_account(token: str) -> Account | None:
    """The active account behind a session token, None for anything else."""
    found = sessionkit.authenticate_by_x_session_token(token)
    return found[0] if found else None


def six_digits() -> str:
    """One form of code for everything that is mailed."""
    return f"{secrets.randbelow(1_000_000):06d}"


class Site(NamedTuple):
    """What allauth's mails call the place they come from."""

    name: str
    domain: str


class HeadlessAdapter(DefaultHeadlessAdapter):
    """In allauth's answers an account has our public ids, never its raw key."""

    def serialize_user(self, user: Any) -> dict[str, Any]:
        return super().serialize_user(user) | {"id": user.public_id, "profileId": user.public_profile_id}


class AccountAdapter(DefaultAccountAdapter):
    """allauth's mails go through our outbox; a confirmed address is written down on the account."""

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        confirmed = super().confirm_email(request, email_address)
        if confirmed:
            verified = Account.objects.filter(pk=email_address.user_id, email__iexact=email_address.email)
            if verified.exists():
                accounts.write_down(email_address.user_id, email_verified_at=clock.now())
        return bool(confirmed)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        ours = {"current_site": Site(settings.SERVICE_NAME, settings.BASE_URL), "request": self.request, "email": email}
        message = self.render_mail(template_prefix, email, context | ours)
        mails.write(to=email, subject=message.subject, text=message.body)

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
