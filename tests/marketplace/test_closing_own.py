"""Closing one's own account: refused while anything is open, and then for good."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from humans.models import Profile
from marketplace.core.states import InvalidState
from marketplace.errors import AccountInUse
from marketplace.models import Account, ApiKey, File, Mail
from marketplace.services import accounts, closing
from marketplace.web import matters
from tests.api import Api
from tests.factories.accounts import PASSWORD, given_agent, given_worker
from tests.factories.conversations import given_hired_talk
from tests.factories.files import given_file, picture
from tests.factories.market import (
    acting,
    given_application,
    given_bounty,
    given_confirmed,
    given_funded_agent,
    given_released,
    untouched,
)
from tests.factories.services import given_approved
from tests.marketplace.test_staff import decide
from tests.visitor import HTML, Visitor

pytestmark = pytest.mark.django_db


def proved(visitor: Visitor) -> Any:
    """The page, after the password was given once more."""
    asked = visitor.open("/settings/close")
    assert "close" not in [form.act for form in asked.forms], "an open browser is not enough"
    link = next(link for link in asked.links if link.startswith("/account/reauthenticate"))
    page = visitor.open(link)
    form = next(form for form in page.forms if "password" in form.data)
    visitor.client.post(link, form.data | {"password": PASSWORD}, headers=HTML)
    return visitor.open("/settings/close")


def test_an_account_is_closed_for_good() -> None:
    worker = given_worker(name="Ada", username="ada", phone="+351912345678")
    account = worker.account
    given_file(account, picture(name="face.jpg"), purpose="photo")
    visitor, other = Visitor(account), Visitor(account)
    other.open("/settings")
    mail_before = account.email

    page = proved(visitor)
    assert "law asks for them" in page.text
    left = visitor.send(page, "close", sure="true")

    assert left.path == "/" and "Your account is closed" in left.text
    gone = Account.objects.get(pk=account.pk)
    assert (gone.is_active, gone.name, gone.email, gone.username, gone.phone) == (
        *(False, "Deleted account", None, None, None),
    )
    assert gone.closed_at is not None and not gone.has_usable_password()
    assert not EmailAddress.objects.filter(user=account).exists()
    assert not File.objects.filter(owner=account, purpose="photo").exists()
    profile = Profile.objects.get(pk=account.pk)
    assert (profile.bio, profile.headline, profile.skills, profile.is_findable) == ("", "", [], False)
    assert Mail.objects.filter(to=mail_before).latest("id").subject.endswith("your account was closed")
    assert other.open("/settings").path.startswith("/account/login"), "signed out everywhere"
    assert Api(account, worker.headers).get("/api/account").status == 401
    assert Visitor().open(f"/people/{account.public_profile_id}").status == 404


def test_what_others_need_stays_under_another_name() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, application = given_application(bounty)
    path = f"/api/bounties/{bounty.public_id}/applications"
    assert worker.patch(f"{path}/{application.public_id}", {"action": "withdraw"}).status == 200

    closing.close_own(acting(worker))

    (row,) = agent.get(f"{path}?status=withdrawn")["applications"]
    assert row["id"] == application.public_id and worker.account.name not in str(row)


def given_matter(name: str) -> Api:
    match name:
        case "wallet":
            return given_funded_agent(500)
        case "jobs":
            agent = given_funded_agent(590)
            given_bounty(agent)
            return agent
        case "applications":
            return given_application(given_bounty(given_funded_agent()))[0]
        case "work":
            return given_confirmed().worker
        case "earnings":
            return given_released().worker
        case "held_money":
            return given_hired_talk(confirmed=True).agent
        case "subscriptions":
            return given_approved().worker
    raise AssertionError(name)


@pytest.mark.parametrize(
    "matter", ["wallet", "jobs", "applications", "work", "earnings", "held_money", "subscriptions"]
)
def test_what_is_open_stands_in_the_way_and_nothing_is_changed(matter: str) -> None:
    who = given_matter(matter)
    assert matter in closing.open_matters(who.account)

    with untouched(), pytest.raises(AccountInUse) as refused:
        closing.close_own(acting(who))

    assert matter in refused.value.extra["matters"]
    page = Visitor(who.account).open("/settings/close")
    assert str(matters.MATTERS[matter][0]) in page.text
    assert "close" not in [form.act for form in page.forms]
    is_owner = matter in ("wallet", "jobs", "held_money")
    link = matters.MATTERS[matter][2 if is_owner else 1]
    assert link in page.links and Visitor(who.account).open(link).status == 200, "where it is settled"


def test_a_form_from_before_something_opened_is_refused() -> None:
    worker = given_worker()
    visitor = Visitor(worker.account)
    page = proved(visitor)
    given_application(given_bounty(given_funded_agent()), worker)

    refused = visitor.send(page, "close", sure="true")

    assert refused.status == 409 and "Something is open yet" in refused.text
    assert Account.objects.get(pk=worker.account.pk).is_active


def test_without_the_tick_or_the_password_nothing_happens() -> None:
    account = given_worker().account
    visitor = Visitor(account)
    page = proved(visitor)

    unticked = visitor.send(page, "close", sure=None)
    assert unticked.status == 400 and "Tick this first." in unticked.text
    session = visitor.client.session
    session.pop("account_authentication_methods", None)
    session.save()
    asked = visitor.send(page, "close", sure="true", follow=False)
    assert asked.status == 302 and asked.headers["Location"].startswith("/account/reauthenticate")
    assert Account.objects.get(pk=account.pk).is_active


def mailed(account: Account) -> str:
    found = re.search(r"\b\d{6}\b", Mail.objects.filter(to=account.email).latest("id").text)
    assert found
    return found[0]


def given_by_code_only() -> tuple[Account, Visitor]:
    """Somebody without a password, who signed in a while ago."""
    account = given_worker(password=None).account
    account.set_unusable_password()
    account.save(update_fields=["password"])
    return account, Visitor(account)


def test_who_signs_in_by_codes_gives_a_fresh_one_first() -> None:
    account, visitor = given_by_code_only()
    page = visitor.open("/settings/close")
    assert "close" not in [form.act for form in page.forms], "an open browser is not enough"

    asked = visitor.send(page, "code")
    assert f"A code is on its way to {account.email}" in asked.text
    code = mailed(account)
    wrong = visitor.send(asked, "close", sure="true", code="000000" if code != "000000" else "111111")
    assert wrong.status == 400 and 'id="close-code-error"' in wrong.html
    assert "checked" in wrong.html, "the tick stays"
    assert Account.objects.get(pk=account.pk).is_active
    unticked = visitor.send(wrong, "close", sure=None, code=code)
    assert unticked.status == 400 and "Tick this first." in unticked.text, "and the code is not used up"
    left = visitor.send(unticked, "close", sure="true", code=f" {code[:3]} {code[3:]}")

    assert left.path == "/" and "Your account is closed" in left.text
    assert not Account.objects.get(pk=account.pk).is_active


def test_a_code_ends_after_five_wrong_tries_or_fifteen_minutes() -> None:
    account, visitor = given_by_code_only()
    asked = visitor.send(visitor.open("/settings/close"), "code")
    code = mailed(account)
    for _ in range(5):
        assert visitor.send(asked, "close", sure="true", code="none").status == 400
    assert visitor.send(asked, "close", sure="true", code=code).status == 429

    again = visitor.send(visitor.open("/settings/close"), "code")
    session = visitor.client.session
    session["proof"] = session["proof"] | {"at": session["proof"]["at"] - 901}
    session.save()
    late = visitor.send(again, "close", sure="true", code=mailed(account))
    assert late.status == 400 and "older than 15 minutes" in late.text
    assert Account.objects.get(pk=account.pk).is_active


def test_a_sign_in_by_code_counts_for_five_minutes() -> None:
    account, visitor = given_by_code_only()
    session = visitor.client.session
    session["account_authentication_methods_user"] = str(account.pk)
    session["account_authentication_methods"] = [{"method": "code", "at": time.time() - 200}]
    session.save()
    assert "close" in [form.act for form in visitor.open("/settings/close").forms]

    session["account_authentication_methods"] = [{"method": "code", "at": time.time() - 400}]
    session.save()
    assert "close" not in [form.act for form in visitor.open("/settings/close").forms]


def test_the_keys_of_an_agent_end_with_its_account() -> None:
    agent = given_agent()

    closing.close_own(acting(agent))

    assert not ApiKey.objects.filter(account=agent.account, revoked_at=None).exists()
    assert agent.get("/api/account").status == 401
    with pytest.raises(InvalidState):
        closing.close_own(acting(agent))


def test_nobody_opens_it_again_and_its_address_is_free(operator: Api) -> None:
    worker = given_worker()
    email = worker.account.email
    closing.close_own(acting(worker))

    decide(operator, worker.account, "reopen")

    assert not Account.objects.get(pk=worker.account.pk).is_active
    assert given_worker(email=email).account.email == email


def test_staff_is_closed_by_operators_only(operator: Api) -> None:
    with pytest.raises(AccountInUse):
        closing.close_own(acting(operator))


def test_strangers_are_asked_to_sign_in() -> None:
    assert Visitor().open("/settings/close").path.startswith("/account/login")


def test_newer_terms_are_accepted_in_the_settings(settings: Any, at: Callable[[str], Any]) -> None:
    account = given_worker().account
    accounts.update_columns(account.pk, terms_version="2020-01-01", privacy_version="2020-01-01")
    visitor = Visitor(account)
    page = visitor.open("/settings")
    assert "There is a newer version" in page.text or "I have read and accept them" in page.text

    settings.TERMS_VERSION = "2027-01-01"  # once more, while the page was open
    refused = visitor.send(page, "terms")
    assert refused.status == 409
    done = visitor.send(refused, "terms", version="2027-01-01")

    account.refresh_from_db()
    assert (account.terms_version, account.privacy_version) == ("2027-01-01", settings.PRIVACY_VERSION)
    assert "terms" not in [form.act for form in done.forms]


def test_the_settings_take_as_many_queries_whoever_looks(django_assert_max_num_queries: Any) -> None:
    account = given_worker().account
    visitor = Visitor(account)
    for path in ("/settings", "/settings/close"):
        with django_assert_max_num_queries(40 if path.endswith("close") else 15):
            assert visitor.open(path).status == 200
