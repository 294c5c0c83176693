"""Every column of every model is classified: personal or not, whose, and what becomes of it (marketplace/core/personal.py)."""

from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db import models

from marketplace.core.personal import REMOVED, Person, people
from marketplace.models import Account
from marketplace.ports import account_data
from marketplace.selectors import personal
from marketplace.services import erasing

MODELS = {model._meta.label: model for model in apps.get_models() if model._meta.managed and not model._meta.proxy}


def test_each_model_is_classified_by_its_own_app() -> None:
    assert set(MODELS) - set(personal.tables()) == set()
    assert set(personal.tables()) - set(MODELS) - {"wallet.LedgerLine", "wallet.PaymentLink"} == set()
    for name in account_data.names():
        assert {label.split(".")[0] for label in account_data.get(name).tables} == {name}


@pytest.mark.parametrize("label", sorted(MODELS))
def test_each_column_is_classified_once(label: str) -> None:
    """A new column fails here: write it into `plain`, or say whose it is and what becomes of it."""
    table = personal.tables()[label]
    named, there = table.columns(), [field.name for field in MODELS[label]._meta.concrete_fields]

    assert sorted(set(there) - set(named)) == [], "not classified"
    assert sorted(set(named) - set(there)) == [], "no such column"
    assert len(named) == len(set(named)), "classified twice"
    for field in MODELS[label]._meta.concrete_fields:
        is_key = field.related_model is Account and not field.primary_key
        assert not is_key or field.name in [*table.links.split(), *table.personal(), *table.plain.split()]
        assert not (is_key and field.name in table.plain.split()), f"{field.name} leads to an account"


@pytest.mark.parametrize(
    ("label", "person"), list(people(personal.tables())), ids=lambda one: getattr(one, "whose", one)
)
def test_each_person_is_reached_and_each_fate_can_be_carried_out(label: str, person: Person) -> None:
    model = MODELS[label]
    rows = personal.rows_of(label, person, Account(), ["x@example.org"])
    for lookup in person.seats.split():
        rows = rows.exclude(**{f"{lookup}__in": []})
    assert str(rows.query)
    assert set(person.hidden.split()) <= set(person.columns())
    assert not (person.gone and person.cleared), "a row that goes needs no emptied columns"
    assert not (person.goes and person.held)
    emptied = set(f"{person.cleared} {person.held}".split())
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint):
            assert not emptied & set(constraint.fields), f"{constraint.name}: two rows would be the same"
    for name in emptied:
        field: Any = model._meta.get_field(name)
        value = erasing.empty(field)
        assert value is not None or field.null
        assert not isinstance(value, str) or not field.max_length or len(value) <= field.max_length
        assert not field.unique or value is None, name


# Of the database's checks on columns that an erasure empties: why an emptied row fulfils each.
FULFILLED = {
    "bounty_raise_waits_while_pending": "a bounty that waits for money is open, and keeps its owner's account open",
    "controls_reason_of_a_freeze": "a freeze needs no reason, only a reason a freeze",
    "review_answer_has_its_moment": "an answer that was there is replaced",
    "review_hidden_comment_is_there": "why it was hidden goes, too",
    "service_hidden_says_why": "a reason that was there is replaced",
    "taste_run_closed_with_its_report": "a report that was there is replaced",
}


def test_no_check_of_the_database_refuses_what_an_erasure_empties() -> None:
    """One of them did: whoever had answered a review could not be erased. The test over all tables has no checks in force."""
    found = set()
    for label, person in people(personal.tables()):
        emptied = set(f"{person.cleared} {person.held}".split())
        checks = [one for one in MODELS[label]._meta.constraints if isinstance(one, models.CheckConstraint)]
        found |= {one.name for one in checks if emptied & {name.split("__")[0] for name, *_ in names_of(one.condition)}}
        assert set(person.replaced.split()) <= emptied

    assert found == set(FULFILLED), "does a row that was emptied fulfil it?"


def names_of(condition: Any) -> list[tuple[str, Any]]:
    if isinstance(condition, models.Q):
        return [pair for child in condition.children for pair in names_of(child)]
    return [condition] if isinstance(condition, tuple) else [(one, None) for one in named(condition)]


def named(expression: Any) -> list[str]:
    """The columns in an expression."""
    own = [expression.name] if isinstance(expression, models.F) else []
    parts = expression.get_source_expressions() if hasattr(expression, "get_source_expressions") else []
    return own + [name for part in parts if part is not None for name in named(part)]


# Columns that would take anybody's words and are called plain all the same: what stands in them.
WRITTEN_BY_OPERATORS = """
    bounties.NoticeRule.city bounties.PayMinimum.city bounties.PayMinimum.state bounties.ScreeningRule.phrase
    bounties.ScreeningRule.reason escrow.DeskClocks.why escrow.EvidenceWanted.label escrow.FeeRate.reason escrow.Macro.steps
    escrow.Macro.text escrow.Macro.why escrow.EvidenceWanted.why escrow.ReasonCode.text escrow.ReasonCode.why
    escrow.SavedView.query
    humans.MessageRule.phrase humans.MessageRule.reason marketplace.BlockedCountry.note marketplace.RateTier.note
    marketplace.Switch.message wallet.Discrepancy.explanation webhooks.Restoration.note auth.Group.name
"""
OF_SETTINGS_WITHOUT_PEOPLE = """
    marketplace.SettingChange.name marketplace.SettingChange.old marketplace.SettingChange.new marketplace.Proposal.name
    marketplace.Proposal.old marketplace.Proposal.new marketplace.Proposal.was marketplace.Proposal.form
"""
OF_THE_SANDBOX = """
    bounties.SimulationSwitch.scripts bounties.Play.done bounties.Play.words wallet.SandboxRecord.key wallet.SandboxRecord.of
    wallet.SandboxRecord.saved
"""
OF_PROGRAMS = """
    oauth2_provider.Application.redirect_uris oauth2_provider.Application.post_logout_redirect_uris
    oauth2_provider.Application.allowed_origins oauth2_provider.Application.client_id oauth2_provider.Application.client_secret
    oauth2_provider.Application.name oauth2_provider.Grant.redirect_uri oauth2_provider.Grant.scope oauth2_provider.Grant.resource
    oauth2_provider.Grant.code_challenge oauth2_provider.Grant.nonce oauth2_provider.AccessToken.scope
    oauth2_provider.AccessToken.resource oauth2_provider.RefreshToken.resource oauth2_provider.IDToken.scope
    oauth2_provider.DeviceGrant.scope oauth2_provider.DeviceGrant.client_id auth.Permission.name auth.Permission.codename
    contenttypes.ContentType.app_label contenttypes.ContentType.model sessions.Session.session_data
"""
# Numbers, choices and ids that the service writes, or that an owner chooses from a list.
CODES_AND_IDS = """
    bounties.Application.file_kinds bounties.Bounty.check_ins bounties.Bounty.language_requirement
    bounties.Bounty.upload_settings escrow.Case.tags escrow.CaseFinding.asked escrow.CaseReview.scores
    escrow.DecisionPreview.facts escrow.DecisionPreview.moves escrow.StaffDigest.told marketplace.Erasure.waits_for
    marketplace.File.content_type
    marketplace.OrphanedFile.storage_key marketplace.StaffEntry.object_name marketplace.Thumbnail.storage_key
    admin.LogEntry.object_id admin.LogEntry.object_repr
    wallet.Approval.path wallet.Approval.sent_cut wallet.Approval.spend_key wallet.Checkout.provider_ref
    wallet.Checkout.idempotency_key wallet.Discrepancy.detail wallet.Discrepancy.fault wallet.Discrepancy.subject
    wallet.LedgerAccount.code wallet.LedgerAccount.kind wallet.LedgerMove.spender wallet.LedgerTransaction.key
    wallet.LedgerTransaction.kind wallet.MppCharge.provider_ref wallet.MppCharge.reason wallet.Outflow.provider_ref
    wallet.Outflow.request_id wallet.ProviderWebhook.event_id wallet.ProviderWebhook.reference wallet.TopUp.provider_ref
    wallet.X402Payment.reason webhooks.Event.key webhooks.Event.request_id
"""
LISTED = " ".join(
    (WRITTEN_BY_OPERATORS, OF_SETTINGS_WITHOUT_PEOPLE, OF_THE_SANDBOX, OF_PROGRAMS, CODES_AND_IDS)
).split()


def test_a_column_that_takes_anybody_s_words_is_not_called_plain_unseen() -> None:
    """The terms that a worker had agreed to were the owner's words in another table, and outlived the owner's erasure."""
    free = {
        f"{label}.{name}"
        for label, table in personal.tables().items()
        for name in table.plain.split()
        if label in MODELS and is_free(MODELS[label]._meta.get_field(name))
    }

    assert sorted(free - set(LISTED)) == [], "whose words are these? Say it in the table, or name them above"
    assert sorted(set(LISTED) - free) == [], "not there, or no longer plain"


def is_free(field: Any) -> bool:
    """JSON, or a text of a hundred characters or more that is not chosen from a list; ids of requests have 128."""
    if isinstance(field, models.JSONField | models.TextField):
        return True
    is_text = isinstance(field, models.CharField) and not field.choices
    return is_text and field.name != "caused_by" and (field.max_length or 0) >= 100


def test_a_new_column_would_be_noticed() -> None:
    label = "humans.Review"
    table = personal.tables()[label]
    names = {field.name for field in MODELS[label]._meta.concrete_fields}

    assert names == set(table.columns()) and names | {"nickname"} != set(table.columns())
    with pytest.raises(FieldDoesNotExist):
        erasing.emptied(MODELS[label], "nickname")
    assert REMOVED
