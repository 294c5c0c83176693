"""Every button of the back office, whatever it does: it asks why, it is pressed by who may, and it stands in the history."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from django import forms
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import models
from django.test import Client

from marketplace.api.backoffice import Deciding, Verb
from marketplace.core.actor import Actor
from tests.contract.scenario import World
from tests.contract.test_admin_pages import given_row, url
from wallet.models import Outflow

BUTTONS = [
    (model, verb) for model, page in admin.site._registry.items() if isinstance(page, Deciding) for verb in page.verbs
]
FOR_OPERATORS = {
    *("account.hire", "account.dismiss", "account.unlock", "account.close", "account.reopen"),
    *("apikey.tier", "bounty.intake", "escrow.warranty"),
    *("profile.feature", "profile.unfeature"),
    *("account.restrict", "account.lift", "account.propose-closing", "account.erase", "account.propose-erasing"),
    "account.copy",
    *("proposal.approve", "proposal.decline", "proposal.withdraw"),
}
WORDS = "reason", "words"  # an answer to a report is its own reason
every_button = pytest.mark.parametrize(
    ("model", "verb"), BUTTONS, ids=[f"{model._meta.model_name}.{verb.name}" for model, verb in BUTTONS]
)


def name(model: type[models.Model], verb: Verb) -> str:
    return f"{model._meta.model_name}.{verb.name}"


def filled(verb: Verb) -> dict[str, str]:
    """A value that each field of the form takes."""
    values = {}
    for field_name, field in verb.form().fields.items():
        if isinstance(field, forms.ModelChoiceField):
            value = ""
        elif isinstance(field, forms.ChoiceField):
            value = next(value for value in (str(key) for key, _ in field.choices) if value)
        elif isinstance(field, forms.IntegerField | forms.DecimalField):
            value = "1"
        else:
            value = {"countries": "PT", "tx_hash": "0x" + "a" * 64}.get(field_name, "Because we looked.")
        values[f"{verb.name}-{field_name}"] = value
    return values


@dataclass
class Pressed:
    """What the button's service was called with, in place of the service."""

    calls: list[tuple[Actor, dict[str, Any]]]

    def perform(self, actor: Actor, row: Any, values: dict[str, Any]) -> None:
        self.calls.append((actor, values))


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch, model: type[models.Model], verb: Verb) -> Pressed:
    made = Pressed([])
    stand_in = replace(verb, perform=made.perform, ask=None, preview=None)
    page = admin.site._registry[model]
    monkeypatch.setattr(page, "verbs", (stand_in,))
    monkeypatch.setattr(page, "open_verbs", lambda row: (stand_in,))
    return made


def press(client: Client, model: type[models.Model], verb: Verb, values: dict[str, str]) -> int:
    page = url(model, "decide", given_row(model).pk, verb.name)
    return client.post(page, values | {"confirmed": "1"}).status_code


@every_button
def test_a_button_asks_why_and_leaves_a_row_in_the_history(
    world: World, model: type[models.Model], verb: Verb, pressed: Pressed
) -> None:
    operator, sent = world.browser("operator"), filled(verb)
    why = {key: text for key, text in sent.items() if key.rpartition("-")[2] in WORDS}
    assert why, "there is nowhere to say why"

    for silent in ("", "   "):
        assert press(operator, model, verb, sent | dict.fromkeys(why, silent)) == 200, "the form again, with its fault"
    assert pressed.calls == [] and not LogEntry.objects.exists()

    assert press(operator, model, verb, sent) == 302
    [(actor, values)] = pressed.calls
    assert (actor.via, actor.id) == ("staff", world["operator"].account.pk)
    assert "Because we looked." in values.values()
    entry = LogEntry.objects.get()
    assert (entry.user_id, entry.object_id) == (world["operator"].account.pk, str(given_row(model).pk))
    assert "Because we looked." in entry.get_change_message() and verb.done in entry.get_change_message()


@every_button
def test_an_auditor_presses_no_button_and_support_none_of_the_operators(
    world: World, model: type[models.Model], verb: Verb, pressed: Pressed
) -> None:
    reader, sent = world.browser("auditor"), filled(verb)
    shown = reader.get(url(model, "change", given_row(model).pk))

    assert (shown.status_code, b'class="choices"' in shown.content) == (200, False)
    assert press(reader, model, verb, sent) == 403
    allowed = name(model, verb) not in FOR_OPERATORS
    if model is not Outflow:  # whose own tests say who records what
        assert press(world.browser("support"), model, verb, sent) == (302 if allowed else 403)
        assert len(pressed.calls) == allowed
    assert LogEntry.objects.count() == len(pressed.calls)


def test_the_office_has_the_buttons_that_staff_needs() -> None:
    assert {name(model, verb) for model, verb in BUTTONS} >= {
        *("account.hire", "account.dismiss", "account.close", "account.reopen", "apikey.tier", "apikey.revoke"),
        *("bounty.approve", "bounty.refuse"),
        *("bounty.intake",),
        *("supportreport.answer", "profile.feature", "escrow.warranty"),
        *("account.restrict", "account.lift", "proposal.approve", "proposal.decline", "proposal.withdraw"),
    }
