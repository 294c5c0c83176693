"""Every list: one query count whatever its length, pages that visit each row once, cursors that fit one list only."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from marketplace.api import pagination
from marketplace.services import keys
from tests.api import Answer, Api
from tests.contract.document import document, operations
from tests.contract.lists import LISTS, Listed, of_humans, of_keys
from tests.contract.scenario import check_failure
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_funded_agent

pytestmark = pytest.mark.django_db


every_list = pytest.mark.parametrize("given", LISTS.values(), ids=LISTS)


@pytest.mark.main
def test_every_list_of_the_document_is_walked_here() -> None:
    lists = set()
    for name, operation in operations().items():
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        shape = document()["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        if "nextCursor" in shape["properties"]:
            lists.add(name)

    lists.remove("listEvents")  # an inbox has no end: tests/webhooks/test_inbox.py
    assert lists == {name.partition(" ")[0] for name in LISTS}


@every_list
def test_a_list_is_walked_in_pages_and_its_length_costs_no_queries(given: Callable[[int], Listed]) -> None:
    with transaction.atomic():
        of_one, _ = queries_of(given(1))
        transaction.set_rollback(True)
    listed = given(5)
    queries, whole = queries_of(listed)
    assert len(queries) == len(of_one), queries

    everything = listed.ids(whole)
    assert (len(everything), whole["count"], whole["hasMore"], whole["nextCursor"]) == (5, 5, False, None)
    for limits in ([1], [2], [4], [2, 1, 3]):
        assert walked(listed, limits) == everything, limits
    assert len(set(everything)) == 5

    assert listed.ids(listed.get("surprise=1&limit=20&Status=nonsense")) == everything, "unknown parameters are ignored"
    assert listed.get(f"limit={listed.maximum}").status == 200
    for limit in ("0", str(listed.maximum + 1), "abc"):
        answer = listed.get(f"limit={limit}")
        check_failure(answer, 400, "invalid_limit")
        assert answer["maximum"] == listed.maximum
    cursor = listed.get("limit=2")["nextCursor"]
    for wrong in (f"{cursor}a", f"{'A' if cursor[0] != 'A' else 'B'}{cursor[1:]}", "x"):
        check_failure(listed.get(f"limit=2&cursor={wrong}"), 400, "invalid_cursor")


def queries_of(listed: Listed) -> tuple[list[str], Answer]:
    listed.get()  # the first use of a key is written down
    with CaptureQueriesContext(connection) as seen:
        whole = listed.get("limit=20")
    assert whole["count"] > 0
    return [query["sql"][:200] for query in seen.captured_queries], whole


def walked(listed: Listed, limits: list[int]) -> list[str]:
    """The rows page by page, each with the next of these limits, the last of them for all that follow."""
    seen: list[str] = []
    cursor, step = "", 0
    while True:
        limit = limits[min(step, len(limits) - 1)]
        page = listed.get(f"limit={limit}" + (f"&cursor={cursor}" if cursor else ""))
        ids = listed.ids(page)
        assert page["count"] == len(ids) <= limit
        assert page["hasMore"] is (page["nextCursor"] is not None)
        seen, step = seen + ids, step + 1
        if not page["hasMore"]:
            return seen
        assert page["count"] == limit, "only the last page is shorter"
        cursor = page["nextCursor"]


# A list of one table, one that is merged of two, and the two kinds of ranked ones.
SOME = pytest.mark.parametrize("name", ["listKeys", "listConversations", "searchHumans", "browseTasteHumans"])


@SOME
def test_a_limit_outside_its_range_is_refused(name: str) -> None:
    listed = LISTS[name](1)
    for limit in ("0", "-1", "abc", "1.5", "1e2", "٣", "+5", " 5", "%00", "999999", "9" * 5000, "0x10"):
        answer = listed.get(f"limit={limit}")
        check_failure(answer, 400, "invalid_limit")
        assert answer["maximum"] == listed.maximum, limit


@SOME
def test_a_tampered_cursor_is_refused(name: str) -> None:
    listed = LISTS[name](5)
    cursor = listed.get("limit=2")["nextCursor"]
    body, _, tag = cursor.partition(".")
    wrong = [
        "x", ".", "..", body, tag, f".{tag}", f"{body}.", cursor[:-1], cursor + "a", f"{body}a.{tag}", f"{body[:-4]}.{tag}",
        f"{'A' if body[0] != 'A' else 'B'}{body[1:]}.{tag}", f"{body}.{'A' if tag[0] != 'A' else 'B'}{tag[1:]}", "%00", "%E2%98%83",
        "W10.AAAAAAAAAAAAAAAA", "a" * 4000, cursor.upper() if cursor != cursor.upper() else "y",
    ]  # fmt: skip

    for text in wrong:
        check_failure(listed.get(f"limit=2&cursor={text}"), 400, "invalid_cursor")
    assert listed.get(f"limit=2&cursor={cursor}").status == 200


def test_a_cursor_is_good_for_the_list_that_gave_it_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cursor is signed together with the scope of its list, so it is enough that no two lists have the same."""
    label, asked = pagination._label, list[str]()

    def noted(scope: str, *how: Any) -> str:
        asked.append(re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "", f"{scope} {how}"))
        return label(scope, *how)

    monkeypatch.setattr(pagination, "_label", noted)
    scopes: dict[str, set[str]] = {}
    for name, given in LISTS.items():
        listed = given(1)
        asked.clear()
        check_failure(listed.get("limit=1&cursor=x.y"), 400, "invalid_cursor")
        scopes[name] = set(asked)
    assert all(scopes.values())
    every = sorted(scope for found in scopes.values() for scope in found)
    assert len(every) == len(set(every)), str(every)


def test_a_cursor_of_another_list_is_refused() -> None:
    keys_, deliveries = LISTS["listKeys"](3), LISTS["listWebhookDeliveries"](3)

    answer = keys_.get(f"limit=1&cursor={deliveries.get('limit=1')['nextCursor']}")

    check_failure(answer, 400, "invalid_cursor")


@pytest.mark.parametrize(
    "name",
    [
        "listKeys",
        "listWalletTransactions",
        "listWithdrawals",
        "listEscrows",
        "listInvoices",
        "listBounties (mine)",
        "listApplications",
        "listBlocked",
        "listPreferred",
        "listReviews",
        "listOwnServices",
        "listSubscriptions",
        "listServiceBookings",
        "listConversations",
        "listMessages",
    ],
)
def test_a_cursor_of_somebody_else_is_refused(name: str) -> None:
    mine, theirs = LISTS[name](3), LISTS[name](3)

    answer = mine.get(f"limit=1&cursor={theirs.get('limit=1')['nextCursor']}")

    check_failure(answer, 400, "invalid_cursor")


FILTERS = {
    "listBounties": ["sort=value", "status=open", "q=photo", "minPrice=1", "isRemoteOnly=true"],
    "listBounties (mine)": ["sort=top", "status=open"],
    "listApplications": ["sort=oldest", "status=pending"],
    "listSubmissions": ["status=redo_requested"],
    "listEscrows": ["status=funded", "kind=pool"],
    "listSubscriptions": ["status=active", "role=booker"],
    "listServiceBookings": ["status=confirmed"],
    "listConversations": ["status=active", "hasReplies=false", "unreadByAgent=true", "scope=identity"],
    "listWebhookDeliveries": ["status=pending", "eventType=webhook.test"],
    "browseTasteHumans": ["category=photo-video", "country=PT", "identityVerified=false"],
    "searchHumans": ["skill=delivery", "fields=slim", "featured=false"],
}


@pytest.mark.parametrize("name", FILTERS)
def test_a_cursor_fits_its_filters_only(name: str) -> None:
    listed = LISTS[name](4)
    plain = listed.get("limit=1")["nextCursor"]
    for query in FILTERS[name]:
        filtered = listed.get(f"limit=1&{query}")["nextCursor"]

        check_failure(listed.get(f"limit=1&{query}&cursor={plain}"), 400, "invalid_cursor")
        check_failure(listed.get(f"limit=1&cursor={filtered}"), 400, "invalid_cursor")
        assert listed.get(f"limit=2&{query}&cursor={filtered}").status == 200, query


def test_a_new_row_between_two_pages_disturbs_nothing() -> None:
    listed = of_keys(4)
    everything, first = listed.ids(listed.get()), listed.get("limit=2")

    keys.issue(listed.caller.account, "made meanwhile")

    assert listed.ids(first) + listed.ids(listed.get(f"limit=9&cursor={first['nextCursor']}")) == everything


ENUMS = [
    ("listBounties", "status"), ("listBounties", "sort"), ("listBounties", "category"), ("listApplications", "status"),
    ("listApplications", "sort"), ("listSubmissions", "status"), ("listEscrows", "status"), ("listEscrows", "kind"),
    ("listWebhookDeliveries", "status"), ("listWebhookDeliveries", "eventType"), ("searchHumans", "fields"),
    ("browseTasteHumans", "category"), ("browseTasteHumans", "gender"),
    ("listSubscriptions", "status"), ("listSubscriptions", "role"),
    ("listServiceBookings", "status"), ("listServiceBookings", "role"),
    ("listConversations", "status"), ("listConversations", "scope"), ("listWork", "status"),
]  # fmt: skip


@pytest.mark.parametrize("name", dict.fromkeys(name for name, _ in ENUMS))
def test_an_unknown_value_of_an_enum_is_refused_and_the_parameter_named(name: str) -> None:
    listed = LISTS[name](1)
    for parameter in (parameter for of, parameter in ENUMS if of == name):
        for value in ("nonsense", "OPEN", "open,", "%00", "1"):
            answer = listed.get(f"{parameter}={value}")
            check_failure(answer, 400, "validation_error")
            assert list(answer["fields"]) == [parameter]


BOOLEANS = [
    ("listBounties", "includePartiallyFilled"),
    ("listBounties", "isRemoteOnly"),
    ("searchHumans", "featured"),
    ("browseTasteHumans", "identityVerified"),
    ("listConversations", "unreadByAgent"),
    ("listConversations", "hasReplies"),
    ("listMessages", "markRead"),
]


@pytest.mark.parametrize(("name", "parameter"), BOOLEANS)
def test_booleans_are_true_false_1_or_0(name: str, parameter: str) -> None:
    listed = LISTS[name](1)
    for value in ("true", "false", "1", "0"):
        assert listed.get(f"{parameter}={value}").status == 200
    for value in ("yes", "2", "t", "null", "-1", "%00"):
        answer = listed.get(f"{parameter}={value}")
        check_failure(answer, 400, "validation_error")
        assert list(answer["fields"]) == [parameter]


@pytest.mark.parametrize(("name", "parameter"), [("listBounties", "minPrice"), ("searchHumans", "maxRate")])
def test_dollars_in_a_query_have_at_most_two_decimals(name: str, parameter: str) -> None:
    listed = LISTS[name](1)
    for value in ("abc", "1.234", "1e3", "--1", "٣", "99999999999", "%00", "1,5"):
        answer = listed.get(f"{parameter}={value}")

        check_failure(answer, 400, "validation_error")
        assert list(answer["fields"]) == [parameter]


@pytest.mark.parametrize("sort", ["new", "value", "top"])
def test_sorted_lists_with_equal_values_are_walked_without_a_gap(sort: str) -> None:
    agent = given_funded_agent()
    for price in (500, 700, 500, 500, 700):
        given_bounty(agent, price_cents=price)
    listed = Listed(Api(), f"/api/bounties?sort={sort}", "bounties")
    everything = listed.ids(listed.get())

    seen, answer = [], listed.get("limit=2")
    seen += listed.ids(answer)
    while answer["hasMore"]:
        answer = listed.get(f"limit=2&cursor={answer['nextCursor']}")
        seen += listed.ids(answer)

    assert seen == everything
    prices = [row["price"] for row in listed.get()["bounties"]]
    assert prices == (sorted(prices, reverse=True) if sort == "value" else [7, 5, 5, 7, 5])


def test_people_are_paged_by_offset_too() -> None:
    listed = of_humans(5)
    everything = listed.ids(listed.get())

    second = listed.get("limit=2&offset=2")

    assert listed.ids(second) == everything[2:4]
    assert (second["offset"], second["limit"], second["totalCount"], second["hasMore"]) == (2, 2, 5, True)
    assert listed.ids(listed.get("offset=5")) == []
    for wrong in ("-1", "abc", "1.5", "9" * 5000):
        check_failure(listed.get(f"offset={wrong}"), 400, "invalid_offset")


def test_a_signed_in_caller_may_ask_for_a_hundred_people() -> None:
    listed: Any = of_humans(1)
    listed.caller = given_agent()

    assert listed.get("limit=100").status == 200
    check_failure(listed.get("limit=101"), 400, "invalid_limit")


@pytest.mark.parametrize("query", ["limit=0000019999", "limit=000001" + "0" * 5000, "offset=000000000" + "9" * 5000])
def test_leading_zeros_pass_no_bound(query: str) -> None:
    refused = Api().get(f"/api/humans?{query}")

    assert (refused.status, refused.code) == (400, "invalid_offset" if query.startswith("offset") else "invalid_limit")
