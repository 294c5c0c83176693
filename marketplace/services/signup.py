"""Sign-up of agents by an e-mailed six-digit code (spec: POST /api/agents/signup and …/verify)."""

import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

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
    """Mail a fresh code, replacing an older one; an address with an account gets a pointer to sign-in instead.

    The caller can't tell the two apart, here or in `verify`: a code is kept for both, and only one of them is mailed.
    `country` is an ISO code. Raises CountryBlocked (403), MailUnavailable (503).
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
            mail_templates.to(email, "agent_known", email=email)
            return
        mail_templates.to(email, "agent_code", email=email, code=code, minutes=CODE_SECONDS // 60)

    unit(work)


@dataclass(frozen=True, slots=True)
class Opened:
    """A new account. `raw_key` is shown once; `webhook` is what became of the address for events, None without one."""

    account: Account
    key: ApiKey
    raw_key: str
    webhook: dict[str, str] | None


def verify(
    *, email: str, code: str, agent_name: str = "", identity: Mapping[str, str] | None = None, callback_url: str = ""
) -> Opened:
    """Spend the code: open the account with its first key, bound to `identity` (agentId, publicKey, signature, timestamp),
    and an endpoint for `callback_url`. Both are looked at first: what is wrong with them costs no try.

    A wrong try is counted even though it is refused; the fifth burns the code. Locks the code's row.
    Raises InvalidCode, CodeExpired, SignupSignature, and what the address deserves (400), TooManyAttempts (429),
    AccountExists, IdentityTaken (409), CountryBlocked (403).
    """
    proof = identities.proven(identity) if identity else None
    if callback_url:
        key_endpoints.get().check(callback_url)
    refusal: Problem | None = None

    def work() -> Opened | None:
        nonlocal refusal
        open_code = SignupCode.objects.locked().filter(email=email).first()
        if open_code is None:
            raise InvalidCode(attemptsRemaining=0)  # nobody asked for a code with this address
        if open_code.expires_at <= clock.now():
            raise CodeExpired()
        if open_code.burnt_at is not None:
            raise _burnt(open_code)
        if not crypto.same(bytes(open_code.digest), _digest(email, code)):
            # The count is committed: the refusal is raised after this transaction.
            refusal = _count_wrong_try(open_code)
            return None
        # The code stays until it expires: whoever holds it and lost the answer hears 409, and only he does.
        account = _open_account(open_code, agent_name)
        key, raw = keys.issue(account, "first key")
        if proof is not None:
            identities.bind(key, proof)
        return Opened(account, key, raw, _webhook(key, callback_url) if callback_url else None)

    opened = unit(work)
    if opened is None:
        assert refusal is not None
        raise refusal
    return opened


def find_account(email: str) -> Account | None:
    """The account of whoever reads this mailbox. One whose address was never confirmed is nobody's yet."""
    return Account.objects.filter(email__iexact=email, email_verified_at__isnull=False).first()


def resolve_country(text: str) -> str | None:
    """ISO code of what a person wrote; None when unknown."""
    return countries.find(text)


def terms_of_today() -> dict[str, str]:
    """What somebody accepts who accepts the terms now, as `open_paid_account` wants it later."""
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
    """An account without a mailbox, for who has paid for it: its owner is the paying wallet. In the caller's transaction.

    `contact_email` is where bills may go; nobody signs in with it, and nobody has proven to read it.
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


def _count_wrong_try(open_code: SignupCode) -> Problem:
    open_code.attempts += 1
    left = CODE_TRIES - open_code.attempts
    if left <= 0:
        open_code.burnt_at = clock.now()
    open_code.save(update_fields=["attempts", "burnt_at"])
    if left <= 0:
        return _burnt(open_code)
    return InvalidCode(attemptsRemaining=left)


def _burnt(open_code: SignupCode) -> TooManyAttempts:
    """Its Retry-After is when the code expires: until then every try is refused like this, unless a new one is asked for."""
    return TooManyAttempts(retry_after=math.ceil((open_code.expires_at - clock.now()).total_seconds()))


def _webhook(key: ApiKey, url: str) -> dict[str, str]:
    """No account fails for its address: whoever has none can make an endpoint later."""
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
    # Somebody may have signed up with this address and a password of his own, and never confirmed it. The code proves
    # whose mailbox it is; what was there before owns nothing, could never sign in, and goes.
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
    except IntegrityError:  # signed up by another door meanwhile
        raise AccountExists()
    # allauth's own record of the address: whoever signs in later is not asked to confirm it again.
    EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
    return account


def _digest(email: str, code: str) -> bytes:
    # Six digits are guessable from a bare hash: keyed with the installation's secret.
    return crypto.digest(crypto.sign(f"{email}:{code}", "signup-code", length=32))
