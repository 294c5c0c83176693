"""Whether whoever sits at an open browser is its account's owner: shown once more before what can't be taken back.

Who has a password or an authenticator app gives that on django-allauth's own page. Who signs in with mailed codes only gives a
fresh one; the browser's session keeps it, encrypted, until it is used.
"""

from typing import Any, Final, Literal

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from allauth.headless import app_settings as headless
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest

from marketplace.core import clock, crypto
from marketplace.core.errors import Invalid
from marketplace.errors import CodeExpired, ProofNeeded, TooManyAttempts
from marketplace.models import Account
from marketplace.services.sessions import six_digits

MOST_TRIES: Final = 5  # wrong ones; beside it, the limit `login` counts what one account and one network address send
_KEY: Final = "proof"  # in the session
_PURPOSE: Final = "proof-code"
Way = Literal["shown", "page", "code"]


def way(request: HttpRequest, account: Account) -> Way:
    """`shown`: they proved within the last five minutes that it is them. Else how they can: on the library's `page`, or by a mailed
    `code`. A sign-in by code counts; one by password does not, where the password can be asked for."""
    records = get_authentication_records(request, account)
    own = bool(get_reauthentication_flows(account))
    times = [record["at"] for record in records if record.get("reauthenticated") or not own]
    if times and clock.wall().timestamp() - max(times) < app_settings.REAUTHENTICATION_TIMEOUT:
        return "shown"
    return "page" if own else "code"


def check_shown(token: str, account: Account) -> None:
    """The same for a session that is named by its token. Raises ProofNeeded (403)."""
    asked = HttpRequest()
    asked.session = headless.TOKEN_STRATEGY.lookup_session(token) or SessionStore()
    if way(asked, account) != "shown":
        raise ProofNeeded()


def is_code_sent(request: HttpRequest) -> bool:
    """Whether a mailed code would still be taken."""
    kept: dict[str, Any] = request.session.get(_KEY) or {}
    return (
        bool(kept)
        and kept["tries"] < MOST_TRIES
        and clock.wall().timestamp() - kept["at"] < app_settings.LOGIN_BY_CODE_TIMEOUT
    )


def mail_code(request: HttpRequest, account: Account) -> None:
    """Mail the account a code of 15 minutes, in place of the one before. In the caller's transaction; the caller counts it towards
    the limit `login`."""
    code = six_digits()
    request.session[_KEY] = {"code": crypto.seal(code, _PURPOSE), "at": clock.wall().timestamp(), "tries": 0}
    get_adapter(request).send_mail("account/email/login_code", account.email, {"code": code})


def check_code(request: HttpRequest, account: Account, text: str) -> None:
    """Take the code that was mailed: from then on `way` is `shown`. Once; the caller counts it towards the limit `login`.

    Raises Invalid (400) for another code, CodeExpired (400) when none is open, TooManyAttempts (429) after five wrong ones.
    """
    if not is_code_sent(request):
        tries = request.session.get(_KEY, {}).get("tries", 0)
        raise TooManyAttempts(retry_after=1) if tries >= MOST_TRIES else CodeExpired()
    kept = request.session[_KEY]
    if not crypto.equal(crypto.unseal(kept["code"], _PURPOSE), "".join(text.split())):
        request.session[_KEY] = kept | {"tries": kept["tries"] + 1}
        raise Invalid({"code": ["This code does not fit. Look at the newest mail, or ask for a new code."]})
    del request.session[_KEY]
    record_authentication(request, account, method="code", reauthenticated=True)
