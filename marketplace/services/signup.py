"""Sign-up of agents by an e-mailed six-digit code. Spec: Agents and keys, POST /api/agents/signup and …/verify."""

import math
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError

from marketplace.core import clock, countries, crypto
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.errors import (
    AccountExists,
    CodeExpired,
    CountryBlocked,
    InvalidCode,
    MailUnavailable,
    TooManyAttempts,
)
from marketplace.models import Account, ApiKey, SignupCode
from marketplace.ports import key_endpoints
from marketplace.rules import CODE_SECONDS, CODE_TRIES
from marketplace.selectors.countries import blocked_among
from marketplace.services import identities, keys, mail_templates


def request_code(*, email: str, country: str, city: str, region: str = "", agent_name: str = "") -> None:
    """Mail a new code, replacing an older one; an address that has an account gets a mail about signing in instead.

    The caller can't distinguish the two, here or in `verify`: a code is stored for both, and mailed for one only.

    country: ISO 3166 alpha-2 code. Locks the address's code row. Raises CountryBlocked (403), MailUnavailable (503).
    """
    if not settings.EMAIL_URL and not settings.SANDBOX:
        raise MailUnavailable("This service can't send mail: its operator has to set EMAIL_URL.")
    if blocked_among([country]):
        raise CountryBlocked()

    def work() -> None:
        code = f"{secrets.randbelow(1_000_000):06d}"
        now = clock.now()
        SignupCode.objects.update_or_create(
            email=email,
            defaults={
                "digest": _digest(email, code),
                "country": country,
                "region": region,
                "city": city,
                "agent_name": agent_name,
                "attempts": 0,
                "burnt_at": None,
                "expires_at": now + timedelta(seconds=CODE_SECONDS),
                "created_at": now,
            },
        )
        if find_account(email) is not None:
            mail_templates.send_to_address(email, "agent_known", email=email)
            return
        mail_templates.send_to_address(email, "agent_code", email=email, code=code, minutes=CODE_SECONDS // 60)

    unit(work)


@dataclass(frozen=True, slots=True)
class NewAccount:
    """A new account. `raw_key` is shown once; `webhook` is the result for the callback URL, None without one."""

    account: Account
    key: ApiKey
    raw_key: str
    webhook: dict[str, str] | None


def verify(
    *,
    email: str,
    code: str,
    agent_name: str = "",
    identity: identities.SignatureFields | None = None,
    callback_url: str = "",
) -> NewAccount:
    """Use the code: create the account with its first key, bind `identity`, and create a webhook endpoint for `callback_url`.
    Both are checked first, so that an error in them consumes no attempt. Spec: Agents and keys.

    identity: agentId, publicKey, signature and timestamp, as in `identities.check_signed`.

    A wrong code is counted although the request fails; the fifth blocks the code. Locks the code's row. Raises InvalidCode,
    CodeExpired, SignupSignature, and InvalidUrl (400), CountryBlocked (403), AccountExists, IdentityTaken (409), TooManyAttempts
    (429).
    """
    proof = identities.prove_for_signup(identity) if identity else None
    if callback_url:
        key_endpoints.get().check(callback_url)
    refusal: Problem | None = None

    def work() -> NewAccount | None:
        nonlocal refusal
        open_code = SignupCode.objects.locked().filter(email=email).first()
        if open_code is None:
            raise InvalidCode(attemptsRemaining=0)  # no code was requested for this address
        if open_code.expires_at <= clock.now():
            raise CodeExpired()
        if open_code.burnt_at is not None:
            raise _blocked_code(open_code)
        if not _is_digest(bytes(open_code.digest), email, code):
            # The count must be committed: the error is raised after this transaction.
            refusal = _count_wrong_attempt(open_code)
            return None
        # The code row stays until it expires: a client that has the code but lost the answer gets 409, and no one else does.
        account = _open_account(open_code, agent_name)
        key, raw = keys.issue(account, "first key")
        if proof is not None:
            identities.bind(key, proof)
        return NewAccount(account, key, raw, _webhook(key, callback_url) if callback_url else None)

    opened = unit(work)
    if opened is None:
        assert refusal is not None
        raise refusal
    return opened


def find_account(email: str) -> Account | None:
    """The account with this confirmed address. An unconfirmed address proves nothing."""
    return Account.objects.filter(email__iexact=email, email_verified_at__isnull=False).first()


def resolve_country(text: str) -> str | None:
    """ISO 3166 alpha-2 code for a code or name; None when unknown."""
    return countries.find(text)


class AcceptedTerms(TypedDict):
    terms_version: str
    privacy_version: str
    terms_accepted_at: str  # ISO 8601, UTC


class PaidApplicant(AcceptedTerms):
    """The arguments of `open_paid_account`, as they are kept until the payment is there."""

    country: str
    city: str
    region: str
    agent_name: str
    contact_email: str


def current_terms() -> AcceptedTerms:
    """The terms that are accepted by accepting now, as `open_paid_account` takes them later."""
    return {
        "terms_version": settings.TERMS_VERSION,
        "privacy_version": settings.PRIVACY_VERSION,
        "terms_accepted_at": clock.now().isoformat(),
    }


def open_paid_account(
    *,
    country: str,
    city: str,
    region: str,
    agent_name: str,
    contact_email: str,
    terms_version: str,
    privacy_version: str,
    terms_accepted_at: str,
) -> Account:
    """Create an account without a confirmed address, owned by the wallet that paid for it. In the caller's transaction.
    Contract, section 3.

    contact_email: for invoices only; not confirmed, and not usable for signing in. terms_accepted_at: ISO 8601, UTC.
    """
    account: Account = Account.objects.create_user(
        None,
        name=agent_name,
        billing_email=contact_email or None,
        signup_country=country,
        signup_region=region,
        signup_city=city,
        terms_version=terms_version,
        privacy_version=privacy_version,
        terms_accepted_at=datetime.fromisoformat(terms_accepted_at),
    )
    return account


def _count_wrong_attempt(open_code: SignupCode) -> Problem:
    open_code.attempts += 1
    left = CODE_TRIES - open_code.attempts
    if left <= 0:
        open_code.burnt_at = clock.now()
    open_code.save(update_fields=["attempts", "burnt_at"])
    if left <= 0:
        return _blocked_code(open_code)
    return InvalidCode(attemptsRemaining=left)


def _blocked_code(open_code: SignupCode) -> TooManyAttempts:
    """Retry-After is when the code expires: until then every attempt fails, unless a new code is requested."""
    return TooManyAttempts(retry_after=math.ceil((open_code.expires_at - clock.now()).total_seconds()))


def _webhook(key: ApiKey, url: str) -> dict[str, str]:
    """An invalid callback URL doesn't fail the sign-up: an endpoint can be created later."""
    try:
        endpoint_id, secret = unit(lambda: key_endpoints.get().open(key, url))
    except Problem as problem:
        return {"status": "failed", "url": url, "error": problem.message}
    return {"status": "created", "id": endpoint_id, "url": url, "secret": secret}


def _open_account(open_code: SignupCode, agent_name: str) -> Account:
    if find_account(open_code.email) is not None:
        raise AccountExists()
    if blocked_among([open_code.country]):
        raise CountryBlocked()
    now = clock.now()
    # An account with this address and a password that was never confirmed may be a stranger's. The code proves who reads the
    # mailbox; the unconfirmed account owns nothing, could never sign in, and is deleted.
    Account.objects.filter(email__iexact=open_code.email, email_verified_at=None).delete()
    try:
        account: Account = Account.objects.create_user(
            open_code.email,
            name=agent_name or open_code.agent_name,
            email_verified_at=now,
            signup_country=open_code.country,
            signup_region=open_code.region,
            signup_city=open_code.city,
            terms_version=settings.TERMS_VERSION,
            privacy_version=settings.PRIVACY_VERSION,
            terms_accepted_at=now,
        )
    except IntegrityError:  # created by another kind of sign-up at the same time
        raise AccountExists()
    # allauth's record of the address, so that a later sign-in doesn't ask to confirm it again.
    EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
    return account


def _digest(email: str, code: str) -> bytes:
    # Six digits are guessable from a bare hash: keyed with the installation's secret.
    return crypto.digest(crypto.sign(f"{email}:{code}", "signup-code", length=32))


def _is_digest(kept: bytes, email: str, code: str) -> bool:
    # A node that writes with another of our keys may have made it.
    tags = crypto.signatures(f"{email}:{code}", "signup-code", length=32)
    return any(crypto.equal(kept, crypto.digest(tag)) for tag in tags)
