"""No page, list, file or history of the back office shows anybody's mail address whole, but the page on which it was uncovered."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.db import models
from django.db.models import F, Value
from django.db.models.functions import Cast, Concat, Replace
from django.test import Client
from django.urls import reverse

from marketplace.core import clock
from marketplace.models import Account, Invitation, Mail, SupportReport
from marketplace.services import keys, mails
from tests.api import Api
from tests.contract.scenario import World
from tests.contract.test_admin_pages import every_page, given_row, url
from tests.factories.accounts import given_agent, given_worker
from tests.factories.conversations import given_talk
from tests.factories.market import given_funded_agent
from tests.factories.office import office

HOST = "@private.example"
MASK = "s•••@p•••.example"


def addresses() -> Iterator[tuple[type[models.Model], str]]:
    """Each column of a registered model that holds mail addresses."""
    for model in admin.site._registry:
        for field in model._meta.concrete_fields:
            if isinstance(field, models.EmailField) or field.name in ("to", "email", "payer_email", "receipt_email"):
                yield model, field.name


@pytest.fixture
def private(world: World) -> World:
    """Everybody has an address that can be found on a page, and so has whatever has one of its own."""
    for model, name in addresses():
        text = Replace(Cast(F("pk"), models.CharField()), Value("-"), Value(""))
        secret = Concat(Value("secret."), text, Value(HOST), output_field=models.CharField())
        model._default_manager.exclude(**{name: None}).exclude(**{name: ""}).update(**{name: secret})
    reader = Account.objects.filter(pk=world["operator"].account.pk)
    reader.update(email="reader@example.com")  # one's own address stands in the head of each page
    return world


def test_the_columns_with_addresses_are_these() -> None:
    """A new one is masked: name it in its page's `masked`, or leave it out of the page."""
    shown = {}
    for model, name in addresses():
        page: Any = admin.site._registry[model]
        shown[f"{model._meta.model_name}.{name}"] = (
            "masked" if name in page.masked else "left out" if _is_left_out(page, name) else "whole"
        )
    assert shown == {
        "account.email": "masked",
        "account.billing_email": "left out",
        "invitation.email": "masked",
        "mail.to": "masked",
        "receipt.billing_email": "masked",
        "checkout.payer_email": "left out",
        "checkout.receipt_email": "left out",
        "paymentlink.payer_email": "masked",
        "paymentlink.receipt_email": "left out",
    }


def _is_left_out(page: Any, name: str) -> bool:
    named = page.fields or [field for _, options in page.fieldsets or () for field in options["fields"]]
    return name in (page.exclude or ()) or (bool(named) and name not in str(named))


@every_page
def test_a_list_its_file_a_row_and_its_history_show_no_address(private: World, model: type[models.Model]) -> None:
    row = given_row(model)
    reader = private.browser("operator")

    pages = {
        "list": reader.get(url(model, "changelist")),
        "row": reader.get(url(model, "change", row.pk), follow=True),
        "history": reader.get(url(model, "history", row.pk), follow=True),
    }
    shown = {name: answer.content.decode() for name, answer in pages.items()}
    file: Any = reader.get(url(model, "csv"))
    shown["file"] = b"".join(file.streaming_content).decode()

    assert {name: answer.status_code for name, answer in pages.items()} == dict.fromkeys(pages, 200)
    assert [name for name, text in shown.items() if HOST in text or "secret." in text] == []


# ------------------------------------------------------------------ pages about one person


def of_profile(person: Api, agent: Api) -> str:
    return reverse("admin:humans_profile_change", args=[person.account.pk])


def of_conversation(person: Api, agent: Api) -> str:
    talk = given_talk(agent, person)
    talk.by_agent("Hello")
    return reverse("admin:humans_conversation_change", args=[talk.row.pk])


def of_report(person: Api, agent: Api) -> str:
    _, raw = keys.issue(person.account, "reports")
    told = {"summary": "It stops", "description": "At the second step."}
    made = Api(person.account, {"X-API-Key": raw}).post("/api/support/reports", told)
    assert made.status == 200, made.body
    return reverse("admin:marketplace_supportreport_change", args=[SupportReport.objects.get().pk])


def of_key(person: Api, agent: Api) -> str:
    key, _ = keys.issue(person.account, "mine")
    return reverse("admin:marketplace_apikey_change", args=[key.pk])


def of_invitation(person: Api, agent: Api) -> str:
    row = Invitation.objects.create(
        account=agent.account,
        email=str(person.account.email),
        role="viewer",
        invited_by=agent.account,
        digest=b"d" * 32,
        expires_at=clock.now() + timedelta(days=7),
    )
    return reverse("admin:marketplace_invitation_change", args=[row.pk])


PAGES: dict[str, Callable[[Api, Api], str]] = {
    "profile": of_profile,
    "conversation": of_conversation,
    "report": of_report,
    "key": of_key,
    "invitation": of_invitation,
}
# Presses whose confirmation names to whom it goes.
VERBS = {"report": ("answer", {"answer-words": "We look."}), "invitation": ("revoke", {"revoke-reason": "Gone."})}


@pytest.mark.django_db
@pytest.mark.parametrize("what", PAGES)
def test_pages_about_a_person_show_no_address_also_after_it_was_uncovered_elsewhere(support: Api, what: str) -> None:
    person, agent = given_worker(email=f"secret.person{HOST}"), given_funded_agent()
    path = PAGES[what](person, agent)
    reader = office(support)
    reveal = reverse("admin:marketplace_account_reveal", args=[person.account.pk])

    assert HOST not in read(reader, path)
    uncovered = reader.post(reveal, {"reveal-reason": "They called."}, follow=True).content.decode()
    assert f"secret.person{HOST}" in uncovered, "there, with a reason, for ten minutes"
    assert HOST not in read(reader, path)

    if what in VERBS:
        verb, sent = VERBS[what]
        shown = reader.post(path.replace("/change/", f"/decide/{verb}/"), sent).content.decode()
        assert MASK in shown and HOST not in shown


def read(reader: Client, path: str) -> str:
    answer = reader.get(path)
    assert answer.status_code == 200, answer
    text: str = answer.content.decode()
    return text


@pytest.mark.django_db
def test_a_row_is_found_by_its_whole_address_all_the_same(support: Api) -> None:
    person, agent = given_worker(email=f"secret.person{HOST}"), given_agent()
    of_invitation(person, agent)
    mails.write(to=f"secret.person{HOST}", subject="Hello", text="Hello.")

    for model in (Account, Invitation, Mail):
        listed = office(support).get(url(model, "changelist"), {"q": f"secret.person{HOST}"})
        assert len(listed.context["cl"].result_list) == 1, model
        assert MASK in listed.content.decode()
