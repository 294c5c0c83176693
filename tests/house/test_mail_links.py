"""Every mail leads to the page of its matter, or stands here with the reason why not; and none names a route of the API."""

import re
from pathlib import Path

import pytest
from django.urls import resolve

from marketplace.services.mail_templates import compose

MAILS = Path(__file__).parents[2] / "templates" / "mail"
NAMES = sorted(str(path.relative_to(MAILS)).removesuffix(".txt") for path in MAILS.rglob("*.txt"))
TAG = re.compile(r"\{%[^%]*%\}")
LINK = re.compile(r"(?m)^@ (\{\{ \w+ \}\}(?:\{\{ \w+ \}\}|[^\s?#])*)")
ROUTE = re.compile(r"\b(?:GET|POST|PATCH|PUT|DELETE) |/api/")
TYPED = "its code is typed where it was asked for: a link would lead to another sign-in"
WITHOUT = {
    "account/email_confirmation": TYPED,
    "account/email_confirmation_signup": TYPED,
    "account/login_code": TYPED,
    "account/password_reset_code": TYPED,
    "account_closed": "the account is gone: it names the address of support",
}


def links(name: str) -> list[str]:
    return LINK.findall(TAG.sub("", (MAILS / f"{name}.txt").read_text()))


def test_every_mail_leads_to_a_page_or_is_named_here() -> None:
    assert {name for name in NAMES if not links(name)} == set(WITHOUT)


@pytest.mark.parametrize("name", NAMES)
def test_no_mail_names_a_route_and_its_links_are_pages(name: str) -> None:
    assert not ROUTE.search((MAILS / f"{name}.txt").read_text())
    for path in [link.removeprefix("{{ base_url }}") for link in links(name) if link.startswith("{{ base_url }}")]:
        resolve(re.sub(r"\{\{ \w+ \}\}", "x", path))


@pytest.mark.parametrize(("is_theirs", "path"), [(True, "/settings"), (False, "/owner/members")])
def test_of_an_ended_membership_each_side_has_its_page(is_theirs: bool, path: str) -> None:
    assert f"{path}\n" in compose("member_ended", is_theirs=is_theirs).text


@pytest.mark.parametrize("name", NAMES)
def test_who_did_the_work_is_not_told_of_it_as_of_somebody_elses(name: str) -> None:
    assert "work of Marta Silva" not in compose(name, is_worker=True, worker="Marta Silva").text


@pytest.mark.parametrize("name", NAMES)
def test_a_number_says_what_it_is_for(name: str) -> None:
    text = (MAILS / f"{name}.txt").read_text()

    assert '{% translate "Reference" %}' not in text and '{% translate "Dispute" %}: ' not in text
    assert text.count("Number, if you write to us") <= 1


@pytest.mark.parametrize("confirm_by", ["", "28 November, 14:00"])
def test_the_mail_to_who_is_hired_leads_to_the_work_once(confirm_by: str) -> None:
    text = compose("hired", work_url="https://x.test/work/app_1", confirm_by=confirm_by).text

    assert text.count("https://x.test/work/app_1") == 1


@pytest.mark.parametrize("name", ["payout_paid", "refund_paid"])
@pytest.mark.parametrize("has_keys", [True, False])
def test_only_who_has_keys_is_told_to_revoke_them(name: str, has_keys: bool) -> None:
    assert ("API keys" in compose(name, has_keys=has_keys).text) is has_keys


def test_a_question_to_an_owner_ends_as_one() -> None:
    for title in ("", "Test our shop"):
        assert "spend $21.24?" in compose("approval_requested", title=title, amount="$21.24").subject
