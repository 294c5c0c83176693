"""Rows that hold from a moment on: the base of their pages, shown by the fee rates, which stand on it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.urls import reverse

from escrow.models import FeeRate
from marketplace.api.backoffice import Dated, DatedForm
from marketplace.core import clock
from tests.api import Api
from tests.factories.fees import given_rate
from tests.factories.office import office

pytestmark = pytest.mark.django_db
PAGES = [(model, page) for model, page in admin.site._registry.items() if isinstance(page, Dated)]


@pytest.mark.parametrize(("model", "page"), PAGES, ids=[model.__name__ for model, _ in PAGES])
def test_every_page_of_dated_rows_has_the_form_and_the_columns_of_the_base(model: Any, page: Any) -> None:
    columns = {field.name for field in model._meta.concrete_fields}
    assert issubclass(page.form, DatedForm) and columns >= {"holds_from", page.form.WHY, *page.form.SUBJECT}
    assert "state" in page.list_display
    assert type(page).has_change_permission is Dated.has_change_permission
    assert type(page).has_delete_permission is Dated.has_delete_permission


def test_the_fee_rates_are_dated() -> None:
    assert FeeRate in [model for model, _ in PAGES]


def test_the_list_says_which_row_of_each_subject_holds_now(
    support: Api, at: Callable[[str], datetime], django_assert_num_queries: Any
) -> None:
    at("2026-03-01T12:00:00+00:00")
    first = given_rate(900, "taste", at=clock.now() - timedelta(days=2))
    now = given_rate(800, "taste", at=clock.now())
    later = given_rate(700, "taste", at=clock.now() + timedelta(seconds=1))
    client = office(support)

    rows = client.get(reverse("admin:escrow_feerate_changelist")).context["cl"].result_list

    page = admin.site._registry[FeeRate]
    told = {row.pk: page.state(row) for row in rows}
    of_all = FeeRate.objects.get(kind="").pk
    assert told == {first.pk: "replaced", now.pk: "now", later.pk: "to come", of_all: "now"}
    at("2026-03-01T12:00:01+00:00")
    rows = client.get(reverse("admin:escrow_feerate_changelist")).context["cl"].result_list
    told = {row.pk: page.state(row) for row in rows}
    assert (told[now.pk], told[later.pk]) == ("replaced", "now")


def test_one_that_begins_this_very_moment_is_not_deleted_any_more(operator: Api, at: Callable[[str], datetime]) -> None:
    at("2026-03-01T12:00:00+00:00")
    row = given_rate(2000, at=clock.now() + timedelta(seconds=1))
    client, page = office(operator), reverse("admin:escrow_feerate_delete", args=[row.pk])
    assert client.get(page).status_code == 200

    at("2026-03-01T12:00:01+00:00")

    assert client.get(page).status_code == 403
    assert client.post(page, {"why": "x"}).status_code == 403
    assert FeeRate.objects.filter(pk=row.pk).exists()
