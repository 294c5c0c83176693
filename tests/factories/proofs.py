"""Somebody who has shown a moment ago that it is them."""

from allauth.headless import app_settings

from marketplace.core import clock
from tests.api import Api


def proved(who: Api) -> Api:
    """As after giving the password once more."""
    session = app_settings.TOKEN_STRATEGY.lookup_session(who.headers["X-Session-Token"])
    assert session is not None
    session["account_authentication_methods_user"] = str(who.account.pk)
    session["account_authentication_methods"] = [
        {"method": "password", "at": clock.wall().timestamp(), "reauthenticated": True}
    ]
    session.save()
    return who
