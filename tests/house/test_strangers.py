"""Every page for people, and who opens it: a row a page, and a test that fails for a page without a row."""

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import product
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import resolve

from marketplace.core import rights
from marketplace.web.page import Page
from tests import sampling
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import untouched
from tests.factories.members import given_member
from tests.house.strangers import CALLERS, MARK, Row, given_market
from tests.house.test_pages import pages
from tests.visitor import HTML, Seen, Visitor

pytestmark = pytest.mark.django_db
# Pages that no class of ours answers: sign-in, payment, the shell of the app. What they let in holds for them, too.
OTHERS = (
    "/join", "/account/login", "/account/login/code", "/account/password/reset", "/offline", "/no-such-page",
    "/checkout/dep_nothing", "/payouts/onboarding/nothing", "/pictures/pic_nothing/fund/nothing", "/oauth/authorize",
)  # fmt: skip
REFUSED = ("403", "404", "in")


# So many pages a gate opens as everybody; the refusals of all forms it tries on as many others. `--full` takes every one.
PAGES_DRAWN = 18


def drawn(market: list[Row], purpose: str) -> list[Row]:
    return sampling.some(market, PAGES_DRAWN, purpose)


def caller_of(row: Row, name: str) -> Visitor:
    person = row.people[name]
    return Visitor(person.account if person is not None else None)


def is_shown(row: Row) -> bool:
    """Whether its reader's browser shows it: it is HTML."""
    seen = caller_of(row, row.readers[0]).open(row.path)
    return seen.headers["Content-Type"].startswith("text/html")


def acts_of(page: type[Page]) -> list[str]:
    return sorted(name.removeprefix("act_") for name in dir(page) if name.startswith("act_"))


def post(visitor: Visitor, row: Row, act: str, **fields: str) -> Any:
    """The form, without having seen the page: with a token of another page of ours."""
    visitor.open("/sandbox")
    body = {
        "csrfmiddlewaretoken": visitor.client.cookies["csrftoken"].value,
        "act": act,
        "form": "0123456789abcdef",
        **fields,
    }
    return visitor.client.post(row.path, body, headers=HTML)


class Hostile(HTMLParser):
    """What a browser would run, or follow, of the words that people wrote."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        data = given.get("type") in ("application/json", "application/ld+json")
        if tag == "script" and "src" not in given and not data:
            self.found.append("a script within")
        for name, value in given.items():
            address = value.strip().lower() if name in ("href", "src", "action", "formaction", "content") else ""
            if name.startswith("on") or name == "style" or address.startswith(("javascript:", "data:text")):
                self.found.append(f"<{tag} {name}={value[:40]}>")


def faults_of(seen: Seen) -> Iterator[str]:
    """What this answer would let in: words that run, foreign scripts and styles, a frame around it."""
    policy = seen.headers.get("Content-Security-Policy", "")
    sources = re.findall(r"(?:script|style|default)-src ([^;]*)", policy)
    if "default-src 'none'" not in policy or any("unsafe" in source or "*" in source for source in sources):
        yield f"lets in {policy!r}"
    if "frame-ancestors 'none'" not in policy or seen.headers.get("X-Frame-Options") != "DENY":
        yield "may stand in a frame"
    if seen.headers.get("X-Content-Type-Options") != "nosniff":
        yield "its kind may be guessed"
    if seen.headers["Content-Type"].startswith("text/html"):
        reader = Hostile()
        reader.feed(seen.html)
        yield from reader.found


@pytest.fixture
def uncounted(request: pytest.FixtureRequest) -> Callable[[], None]:
    """Forgets what was counted towards rate limits: one address opens more pages here than a person does in a minute."""
    store = request.getfixturevalue("_limits_store")

    def forget() -> None:
        for key in store.scan_iter("rl:*"):
            store.delete(key)

    return forget


@pytest.fixture
def market(support: Api) -> list[Row]:
    return given_market(support)


@pytest.mark.main
def test_every_page_opens_for_whom_the_table_says_and_what_people_wrote_is_harmless(
    market: list[Row], uncounted: Callable[[], None]
) -> None:
    assert {row.route for row in market} == set(pages()), "each page has a row"
    # tests/browser/test_every_page.py opens each of them but for these, which a browser saves.
    files = [row for row in market if row.is_file]
    wrong = [f"{row.path} is a page" for row in files if is_shown(row)]
    marked = 0
    opened = drawn(market, "opened")
    for row in opened:
        uncounted()
        for name in CALLERS:
            seen = caller_of(row, name).open(row.path)
            found = "in" if seen.path.startswith("/account/login") else str(seen.status)
            if found != row.status(name):
                wrong.append(f"{row.path} {name}: {found}, not {row.status(name)}")
            wrong += [f"{row.path} {name}: {fault}" for fault in faults_of(seen)]
            marked += MARK in seen.html
    for path in OTHERS:
        wrong += [f"{path}: {fault}" for fault in faults_of(Visitor().open(path))]
    assert not wrong, "\n".join(wrong)
    assert marked > len(opened) // 4, "the hostile words are there, as words"


@pytest.mark.main
def test_no_stranger_carries_out_any_form_of_a_page(market: list[Row], uncounted: Callable[[], None]) -> None:
    known, wrong = pages(), []
    with untouched():
        for row in drawn(market, "strangers"):
            if row.path == "/sandbox":
                continue  # it is there for nobody in particular
            uncounted()
            refused = [name for name in CALLERS if row.status(name) in REFUSED and not row.anybody]
            for act, name in product(acts_of(known[row.route]), {"nobody", *refused}):
                answer = post(caller_of(row, name), row, act)
                asked_in = answer.status_code == 302 and answer["Location"].startswith("/account/login")
                if not (asked_in if name == "nobody" else answer.status_code in (403, 404)):
                    wrong.append(f"{row.path} {act} {name}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)


def test_no_form_is_carried_out_without_our_token(market: list[Row], uncounted: Callable[[], None]) -> None:
    known, wrong = pages(), []
    with untouched():
        for row in drawn(market, "tokens"):
            uncounted()
            for act, token in product(acts_of(known[row.route]), ("", "x" * 64)):
                answer = post(caller_of(row, "party"), row, act, csrfmiddlewaretoken=token)
                if answer.status_code != 403:
                    wrong.append(f"{row.path} {act}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)


def test_a_member_is_offered_what_their_role_may_do_and_nothing_else(
    market: list[Row], uncounted: Callable[[], None]
) -> None:
    known, wrong, offered = pages(), [], {rights.VIEWER: 0, rights.MANAGER: 0}
    owner = next(row.people["owner"] for row in market if row.route == "/owner")
    assert owner is not None
    ours = [row for row in market if row.route.startswith("/owner") and not known[row.route].for_oneself]
    for role in offered:
        visitor = Visitor(given_member(owner, role).account)
        visitor.send(visitor.open("/owner/members"), "switch", account=owner.account.public_id)
        for row in drawn(ours, role):
            uncounted()
            page, seen = known[row.route](), visitor.open(row.path)
            if seen.status != (int(row.status("owner")) if rights.covers(role, page.least) else 403):
                wrong.append(f"{row.path} {role}: {seen.status}")
            for form in (form for form in seen.forms if form.method == "post" and form.act and seen.status == 200):
                sent_to: Any = resolve(urlsplit(urljoin(row.path, form.action)).path)
                view = sent_to.func.view_class
                offered[role] += 1
                if not view.for_oneself and not rights.covers(role, view().least_of(form.act)):
                    wrong.append(f"{row.path} {role}: the form {form.act} would be refused")
            with untouched():
                for act in acts_of(known[row.route]):
                    if not rights.covers(role, page.least_of(act)):
                        answer = post(visitor, row, act, acting_for=owner.account.public_id)
                        if answer.status_code != 403:
                            wrong.append(f"{row.path} {act} {role}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)
    assert offered[rights.MANAGER] > offered[rights.VIEWER] or sampling.is_on()


def linked(visitor: Visitor, rows: list[str], uncounted: Callable[[], None]) -> Iterator[str]:
    """Each link of these pages that this reader is refused."""
    known: dict[str, int] = {}
    for path in rows:
        uncounted()
        seen = visitor.open(path)
        for link in seen.links if seen.status == 200 else ():
            address = urljoin(path, link.partition("#")[0])
            if not address.startswith("/owner"):
                continue
            if address not in known:
                uncounted()
                known[address] = visitor.open(address).status
            if known[address] in (403, 404):
                yield f"{path} -> {address}: {known[address]}"


@pytest.mark.parametrize("role", [rights.VIEWER, rights.MANAGER])
def test_no_page_of_an_owner_leads_a_member_to_where_they_are_refused(
    market: list[Row], uncounted: Callable[[], None], role: str
) -> None:
    owner = next(row.people["owner"] for row in market if row.route == "/owner")
    assert owner is not None
    rows = [
        row.path
        for row in drawn(market, f"links of {role}")
        if row.route.startswith("/owner") and row.people["owner"] is owner
    ]
    visitor = Visitor(given_member(owner, role).account)
    visitor.send(visitor.open("/owner/members"), "switch", account=owner.account.public_id)
    assert list(linked(visitor, rows, uncounted)) == []


@pytest.mark.parametrize("role", [rights.VIEWER, rights.MANAGER])
def test_an_account_without_anything_offers_a_member_only_what_they_may_do(
    uncounted: Callable[[], None], role: str
) -> None:
    owner = given_worker()
    rows = [path for path in pages() if path.startswith("/owner") and "<" not in path]
    visitor = Visitor(given_member(owner, role).account)
    visitor.send(visitor.open("/owner/members"), "switch", account=owner.account.public_id)
    assert list(linked(visitor, rows, uncounted)) == []
    empty = visitor.open("/owner/jobs")
    assert ("/owner/jobs/new" in empty.links) == (role == rights.MANAGER)
