"""The history of settings: every change leaves who, when, old, new and why, whoever makes it and however."""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection, models, transaction
from django.db.utils import IntegrityError
from django.urls import reverse
from django.utils.html import escape

from bounties.models import Category, PayMinimum
from escrow.models import DeskClocks, DisputePolicy, FeeRate, LadderBand
from marketplace.api.backoffice import DatedForm, Settings, SettingsForm
from marketplace.core import clock
from marketplace.models import Account, RateTier, SettingChange, StaffEntry, StaffLimit, Switch
from marketplace.selectors import personal
from marketplace.services import setting_history
from tests.api import Api
from tests.factories.office import WHY, office

pytestmark = pytest.mark.django_db
PAGES = [(model, page) for model, page in admin.site._registry.items() if isinstance(page, Settings)]
every_setting = pytest.mark.parametrize(("model", "page"), PAGES, ids=[model.__name__ for model, _ in PAGES])


def address(model: type[models.Model], page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def rows_of(page: str) -> str:
    """The words of a list's rows, without what is for programs."""
    return re.sub(r"<[^>]*>", "", page)


def latest() -> SettingChange:
    return SettingChange.objects.latest("pk")


@every_setting
def test_every_page_of_settings_asks_why_and_its_table_writes_its_history(model: Any, page: Any) -> None:
    assert issubclass(page.form, SettingsForm)
    assert page.form.base_fields[page.form.WHY].required
    assert issubclass(page.form, DatedForm) or page.form.WHY == "why"
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_get_triggerdef(oid) from pg_trigger where tgname = 'setting_history' and tgrelid = %s::regclass",
            [model._meta.db_table],
        )
        (found,) = cursor.fetchone()
    assert "AFTER INSERT OR DELETE OR UPDATE" in found and "FOR EACH ROW" in found
    hidden = [
        field.column
        for field in model._meta.concrete_fields
        if field.name in personal.tables()[model._meta.label].personal()
    ]
    words = [model._meta.label_lower, model._meta.pk.column, *([" ".join(hidden)] if hidden else [])]
    arguments = ", ".join(repr(word) for word in words)
    assert f"setting_changed({arguments})" in found, "what is personal stays out of it"
    assert not (hidden and page.is_guarded), "a proposal would hold what is personal"


@every_setting
def test_without_a_reason_nothing_is_added(operator: Api, model: Any, page: Any) -> None:
    if not page.has_add_permission(_request(operator)):
        return
    before = list(model._default_manager.order_by("pk").values())

    answer = office(operator).post(address(model, "add"), {"why": " ", "reason": " "})

    assert page.form.WHY in answer.context["adminform"].form.errors
    assert list(model._default_manager.order_by("pk").values()) == before


def _request(who: Api) -> Any:
    from django.test import RequestFactory

    request = RequestFactory().get("/")
    request.user = who.account
    return request


def test_a_row_s_life_is_kept_with_who_old_new_and_why(operator: Api) -> None:
    client = office(operator)
    client.post(address(RateTier, "add"), {"name": "partner", "multiplier": "2", "why": "A partner."})
    client.post(address(RateTier, "change", "partner"), {"multiplier": "3", "note": "", "why": "They grew."})
    client.post(address(RateTier, "delete", "partner"), {"why": "They left."})

    rows = SettingChange.objects.filter(model="marketplace.ratetier", row="partner").order_by("pk")

    told = [(row.kind, row.old, row.new, row.why, row.who) for row in rows]
    who = operator.account
    assert told == [
        ("added", {}, {"name": "partner", "multiplier": 2.0, "note": ""}, "A partner.", who),
        ("changed", {"multiplier": 2.0}, {"multiplier": 3.0}, "They grew.", who),
        ("deleted", {"name": "partner", "multiplier": 3.0, "note": ""}, {}, "They left.", who),
    ]
    acts = StaffEntry.objects.exclude(act="signed_in").order_by("pk").values_list("act", "actor", "object_id")
    assert list(acts) == [(f"setting_{act}", who.pk, "partner") for act in ("added", "changed", "deleted")]


def test_what_is_written_past_the_pages_is_kept_too_without_a_person() -> None:
    Switch.objects.filter(pk="cakes").update(is_on=False)

    change = latest()
    assert (change.model, change.row, change.old, change.new) == (
        *("marketplace.switch", "cakes"),
        *({"is_on": True}, {"is_on": False}),
    )
    assert (change.who, change.why) == (None, "")


def test_writing_the_same_again_is_no_change() -> None:
    Switch.objects.filter(pk="cakes").update(is_on=True)

    assert not SettingChange.objects.filter(model="marketplace.switch").exists()


def test_who_and_why_end_with_the_block(operator: Api) -> None:
    with setting_history.told(who=operator.account, why="On purpose."):
        Switch.objects.filter(pk="cakes").update(is_on=False)
    Switch.objects.filter(pk="cakes").update(is_on=True)

    told = list(SettingChange.objects.filter(model="marketplace.switch").order_by("pk").values_list("who", "why"))
    assert told == [(operator.account.pk, "On purpose."), (None, "")]


def test_a_change_without_a_reason_is_an_error_of_the_program(operator: Api) -> None:
    with pytest.raises(ValueError), setting_history.told(who=operator.account, why=" "):
        pass


@pytest.mark.parametrize("statement", ["update {} set why = 'x'", "delete from {}"])
def test_the_history_is_neither_changed_nor_deleted(statement: str) -> None:
    Switch.objects.filter(pk="cakes").update(is_on=False)

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format("marketplace_settingchange"))


def test_the_row_s_page_shows_its_history(operator: Api, support: Api) -> None:
    office(operator).post(address(Category, "change", "event-gigs"), {"name": "Events!", "why": "Louder."})

    shown = office(support).get(address(Category, "change", "event-gigs")).content.decode()

    assert "Louder." in shown and operator.account.display_name in shown
    assert "name: Events → Events!" in shown or "Events!" in shown


def test_the_list_of_all_changes_is_filtered_searched_and_exported(operator: Api, support: Api) -> None:
    boss = office(operator)
    boss.post(address(Category, "change", "event-gigs"), {"name": "Events!", "why": "=Louder."})
    Switch.objects.filter(pk="cakes").update(is_on=False)
    client, page = office(support), address(SettingChange, "changelist")

    everything = client.get(page).content.decode()
    filtered = client.get(page, {"model__exact": "bounties.category"}).content.decode()
    found = client.get(page, {"q": "Louder"}).content.decode()
    file = client.get(f"{page}export.csv", {"model__exact": "bounties.category"})

    assert "cakes" in everything and "Events!" in everything
    assert "cakes" not in filtered and "Events!" in filtered
    assert "cakes" not in found and "Events!" in found
    assert file.headers["Content-Type"].startswith("text/csv")
    lines = b"".join(file.streaming_content).decode().strip().splitlines()
    assert len(lines) == 2 and "'=Louder." in lines[1], "no formula"
    assert StaffEntry.objects.latest("pk").act == "exported"


def test_amounts_are_shown_in_dollars(support: Api) -> None:
    LadderBand.objects.filter(max_cents=999).update(max_cents=1099)

    shown = office(support).get(address(SettingChange, "change", latest().pk)).content.decode()

    assert "9.99 USD" in shown and "10.99 USD" in shown


def test_a_row_of_an_earlier_version_is_still_shown(support: Api) -> None:
    SettingChange.objects.create(
        model="escrow.nothing", row="1", kind="changed", old={"a": 1}, new={"a": 2}, created_at=clock.now()
    )

    assert office(support).get(address(SettingChange, "change", latest().pk)).status_code == 200


def test_what_came_past_the_pages_is_called_by_what_was_written(support: Api) -> None:
    """Its name is no number, its setting no table, its columns are those that say something."""
    row = StaffLimit.objects.create(role="support", case_cents=2_500)
    FeeRate.objects.create(kind="qa", bps=1_250, holds_from=clock.now(), reason="Cheaper.")
    fee, limit = SettingChange.objects.order_by("-pk")[:2]

    listed = office(support).get(address(SettingChange, "changelist")).content.decode()
    page = office(support).get(address(SettingChange, "change", limit.pk)).content.decode()

    assert limit.name == str(row.pk), "the database knows no other"
    for words in ("limit of staff", "fee rate", "rate: 12.5 %", "case: 25.00 USD", "role: support"):
        assert words in listed, words
    assert "marketplace.stafflimit<" not in listed and f"{fee.created_at:%Y-%m-%dT%H}" not in rows_of(listed)
    assert f"qa: 12.5 % from {fee.created_at:%Y-%m-%d}" in listed
    assert 'title="limit of staff support, added"' in page, "so does the head of its page"


def test_the_head_of_a_page_says_what_the_row_is(operator: Api, support: Api) -> None:
    limit = StaffLimit.objects.create(person=support.account, case_cents=2_500)
    clocks = DeskClocks.objects.create(holds_from=clock.now(), why="x")
    office(operator).post(address(Category, "change", "event-gigs"), {"name": "Events!", "why": "Louder."})
    name = support.account.display_name
    heads = {
        address(StaffLimit, "change", limit.pk): name,
        address(Account, "change", support.account.pk): f"{name} {support.account.public_id}",
        address(DeskClocks, "change", clocks.pk): str(clocks),
        address(Category, "change", "event-gigs"): "event-gigs",
    }
    for page, head in heads.items():
        shown = office(support).get(page).content.decode()
        assert f'class="crumb" title="{escape(head)}"' in shown, (page, head)
        title = shown[shown.index("<title>") : shown.index("</title>")]
        assert f"{escape(head)} |" in title, (page, title)


def test_an_empty_list_says_what_holds_without_a_row(operator: Api) -> None:
    empty = office(operator).get(address(DeskClocks, "changelist")).content.decode()
    searched = office(operator).get(address(DeskClocks, "changelist"), {"q": "nothing like it"}).content.decode()

    assert "answer 48 hours" in empty and "appeal 14 days" in empty and "Add desk clocks" in empty
    assert "No row is as you search" in searched and "answer 48 hours" not in searched


def test_support_reads_the_form_without_a_field_for_why(support: Api) -> None:
    shown = office(support).get(address(PayMinimum, "changelist"))
    policy = office(support).get(address(DisputePolicy, "change", DisputePolicy.objects.get().pk))

    assert (shown.status_code, policy.status_code) == (200, 200)
    assert b'name="why"' not in policy.content and WHY["why"] not in policy.content.decode()
