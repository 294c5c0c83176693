"""No page of the owner's console is an orphan: each is found by links. (Files are where their table is.)"""

import pytest

from tests.factories.accounts import given_agent
from tests.house.test_pages import pages
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
# Reached otherwise.
ELSEWHERE = {
    "/owner/members/join": "by the link of an invitation",
    "/owner/acting": "takes a form that stands on the other pages",
}


def test_every_owners_page_is_at_most_two_links_away_from_the_overview() -> None:
    visitor = Visitor(given_agent().account)
    wanted = {
        path for path in pages() if path.startswith("/owner") and "<" not in path and not path.endswith(".csv")
    } - set(ELSEWHERE)

    reached, edge = {"/owner"}, {"/owner"}
    for _ in range(2):
        found = {
            link.partition("?")[0].partition("#")[0]
            for path in edge
            if not path.endswith(".csv")
            for link in visitor.open(path).links
        }
        edge = {path for path in found if path.startswith("/owner")} - reached
        reached |= edge

    assert wanted - reached == set()
