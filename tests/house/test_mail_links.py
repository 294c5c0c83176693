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


@pytest.mark.parametrize("name", ["service_booking", "service_ended"])
def test_what_goes_to_both_sides_leads_the_provider_to_a_page(name: str) -> None:
    assert "@ {{ base_url }}/profile/services" in (MAILS / f"{name}.txt").read_text()


@pytest.mark.parametrize(("is_theirs", "path"), [(True, "/settings"), (False, "/owner/members")])
def test_of_an_ended_membership_each_side_has_its_page(is_theirs: bool, path: str) -> None:
    assert f"{path}\n" in compose("member_ended", is_theirs=is_theirs).text
