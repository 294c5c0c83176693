"""Every mail to a worker leads to the page of its matter, and names no route of the API."""

import re
from pathlib import Path

import pytest

MAILS = Path(__file__).parents[2] / "templates" / "mail"
ROUTE = re.compile(r"(?m)^(?:\{%[^%]*%\})*(?:GET|POST|PATCH|PUT|DELETE) |/api/")
# A program that signs up by the API asked for these: whoever reads them hands the code, or what to do instead, to that program,
# which goes on with the routes that it began with. No page knows its unfinished sign-up.
TO_OWNERS = {"agent_code", "agent_known"}
WITH_ROUTES = {path.stem for path in MAILS.glob("*.txt") if ROUTE.search(path.read_text())}


def test_only_mails_to_owners_name_routes() -> None:
    assert WITH_ROUTES == TO_OWNERS


@pytest.mark.parametrize("name", ["service_booking", "service_ended"])
def test_what_goes_to_both_sides_leads_the_provider_to_a_page(name: str) -> None:
    text = (MAILS / f"{name}.txt").read_text()
    assert "@ {{ base_url }}/profile/services" in text
    assert ROUTE.search(text.rpartition("{% else %}")[2]) is None


@pytest.mark.parametrize("path", sorted((MAILS / "account").glob("*code*.txt")), ids=lambda path: path.stem)
def test_a_code_that_is_typed_on_a_page_names_no_route(path: Path) -> None:
    assert "{% if by_page %}" in path.read_text()
