"""People who act for an account that is not their own."""

import re

from marketplace.core.transactions import unit
from marketplace.models import Mail, Membership
from marketplace.services import members
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import acting


def mailed_token(email: str) -> str:
    """The token of the last invitation that was mailed there."""
    text = Mail.objects.filter(to=email, text__contains="/owner/members/join").latest("pk").text
    found = re.search(r"join\?token=([A-Za-z0-9_-]+)", text)
    assert found
    return found[1]


def given_invited(owner: Api, email: str, role: str = "manager") -> str:
    """The token of an invitation."""
    unit(lambda: members.invite(acting(owner), email=email, role=role))
    return mailed_token(email)


def given_member(owner: Api, role: str, **fields: object) -> Api:
    """Somebody who signs in as themselves and acts for the owner's account, by the header."""
    person = given_worker(**fields)
    token = given_invited(owner, str(person.account.email), role)
    unit(lambda: members.accept(acting(person), token))
    return for_account(person, owner)


def for_account(person: Api, owner: Api) -> Api:
    """The same person, with the header that names the owner's account."""
    return Api(person.account, person.headers | {"X-Account": owner.account.public_id})


def membership(owner: Api, person: Api) -> Membership:
    return Membership.objects.get(account=owner.account, person=person.account, ended_at=None)
