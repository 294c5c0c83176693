"""The hosted page in every state, as HTML: what a payer reads, what a screen reader finds, what never comes back."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.test import override_settings

from marketplace.core import ids
from tests.api import Answer, Api
from tests.wallet.conftest import Payer, given_checkout, wallet_of
from wallet.models import Checkout, Payment
from wallet.services import checkouts

pytestmark = pytest.mark.django_db


class Page(HTMLParser):
    """The little of a document that the promises below are about."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.status, self.headers = answer.status, answer.headers
        self.source: str = answer.body.decode()
        self.inputs: dict[str, dict[str, str | None]] = {}
        self.labels: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []  # of the page itself, without the house's header and footer
        self.is_within = False
        self.buttons: list[str] = []
        self.alerts = 0
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = dict(attrs)
        if "id" in have:
            self.ids.append(have["id"] or "")
        if tag == "input":
            self.inputs[have["name"] or ""] = have
        elif tag == "label":
            self.labels.add(have["for"] or "")
        elif tag == "main":
            self.is_within = True
        elif tag == "footer":
            self.is_within = False
        elif tag == "a" and self.is_within:
            self.links.append(have["href"] or "")
        elif tag == "button":
            self.buttons.append(have["value"] or "")
        self.alerts += have.get("role") == "alert"

    @property
    def text(self) -> str:
        return " ".join(re.sub(r"<[^>]+>", " ", self.source).split())


@pytest.fixture
def checkout(agent: Api) -> Checkout:
    return given_checkout(agent, 2550, description="Bounty: <b>Count</b> the chairs")


def test_an_open_page_says_what_is_paid_to_whom_and_takes_a_card(payer: Payer, checkout: Checkout) -> None:
    page = Page(payer.look(checkout))

    assert page.status == 200
    assert "$25.50" in page.text
    assert "Bounty: &lt;b&gt;Count&lt;/b&gt; the chairs" in page.source, "what callers write is text, never markup"
    assert checkout.account.display_name in page.text
    assert {name: field.get("autocomplete") for name, field in page.inputs.items()} == {
        name: name for name in ("cc-number", "cc-exp", "cc-csc", "cc-name")
    } | {"save-card": None}
    assert set(page.inputs) == page.labels, "every field has its label"
    assert page.buttons == ["pay", "cancel"], "Enter presses the first: Pay"
    assert "4242 4242 4242 4242" in page.text, "a sandbox names its test cards"


def test_without_the_sandbox_no_test_card_is_named(payer: Payer, checkout: Checkout) -> None:
    Checkout.objects.update(provider="other")

    assert "4242" not in payer.look(checkout).body.decode()


def test_the_page_brings_everything_itself_and_nothing_may_be_added(payer: Payer, checkout: Checkout) -> None:
    page = Page(payer.look(checkout))

    policy = page.headers["Content-Security-Policy"]
    for rule in ("default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
        assert rule in policy
    assert "unsafe" not in policy
    assert page.headers["Cache-Control"] == "private, no-store"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert "style=" not in page.source
    assert "<script" not in page.source
    assert not re.search(r"(src|href)=\"(https?:)?//", page.source), "no foreign address"
    assert "Set-Cookie" not in page.headers


def test_a_mistyped_card_is_explained_beside_each_field_and_kept_without_its_secrets(
    payer: Payer, checkout: Checkout, ledger: Callable[[], object]
) -> None:
    before = ledger()

    page = Page(payer.pay(checkout, cc_number="4242 4242 4242 4241", cc_exp="02/31", cc_csc="12"))

    assert page.status == 400
    assert page.alerts == 1
    assert page.links == ["#cc-number", "#cc-csc"]
    for name in ("cc-number", "cc-csc"):
        assert page.inputs[name]["aria-invalid"] == "true"
        assert page.inputs[name]["aria-describedby"] in page.ids
        assert "value" not in page.inputs[name]
    assert page.inputs["cc-exp"]["value"] == "02/31"
    assert page.inputs["cc-name"]["value"] == "A. Payer"
    assert len(page.ids) == len(set(page.ids))
    assert ledger() == before


def test_after_a_decline_another_card_pays(agent: Api, payer: Payer, checkout: Checkout) -> None:
    declined = Page(payer.pay(checkout, cc_number="4000 0000 0000 9995"))
    assert declined.status == 402
    assert "not enough money on this card. Nothing was charged" in declined.text
    assert "0000 9995" not in declined.source.split('<aside class="hint"')[0], "the number does not come back"
    assert wallet_of(agent) == 0

    assert payer.pay(checkout).status == 302

    assert wallet_of(agent) == 2550


def test_the_receipt_says_what_when_how_and_how_to_ask(agent: Api, payer: Payer, at: Callable[[str], object]) -> None:
    at("2026-11-21T10:05Z")
    checkout = given_checkout(
        agent, 2550, description="Bounty: chairs", return_url="https://agent.example/thanks?a=1&b=2"
    )
    payer.pay(checkout)

    page = Page(payer.look(checkout))

    for part in (
        "Paid",
        "$25.50",
        "Bounty: chairs",
        "21 November 2026, 10:05 UTC",
        "card •••• 4242",
        checkout.public_id,
    ):
        assert part in page.text
    assert page.links == ["/owner/wallet", "https://agent.example/thanks?a=1&b=2"]
    assert page.inputs == {}


def test_cancelling_charges_nothing_leads_back_and_can_be_repeated(
    agent: Api, payer: Payer, ledger: Callable[[], object], new_events: Callable[[], list[str]]
) -> None:
    checkout, before = given_checkout(agent, return_url="https://agent.example/back"), ledger()

    answers = [payer.cancel(checkout), payer.cancel(checkout)]

    assert [(answer.status, answer.headers["Location"]) for answer in answers] == [
        (302, f"/checkout/{checkout.public_id}")
    ] * 2
    page = Page(payer.look(checkout))
    assert "Payment cancelled" in page.text
    assert page.links == ["https://agent.example/back"]
    assert (ledger(), new_events()) == (before, [])


def test_cancelling_a_paid_page_changes_nothing(agent: Api, payer: Payer, checkout: Checkout) -> None:
    payer.pay(checkout)

    assert payer.cancel(checkout).status == 302

    checkout.refresh_from_db()
    assert (checkout.status, wallet_of(agent)) == ("paid", 2550)


@pytest.mark.parametrize(("state", "words"), [("cancelled", "Payment cancelled"), ("expired", "This page has expired")])
def test_a_card_on_a_page_that_is_over_is_not_charged(
    payer: Payer, checkout: Checkout, ledger: Callable[[], object], state: str, words: str
) -> None:
    Checkout.objects.update(status=state)
    before = ledger()

    page = Page(payer.pay(checkout))

    assert page.status == 409
    assert words in page.text
    assert "Nothing was charged" in page.text
    assert not Payment.objects.exists()
    assert ledger() == before


@pytest.mark.parametrize("form", [{}, {"action": "refund"}, {"cc-number": "4242424242424242"}])
def test_a_form_without_a_known_action_changes_nothing(
    payer: Payer, checkout: Checkout, ledger: Callable[[], object], form: dict[str, str]
) -> None:
    before = ledger()

    page = Page(payer.send(checkout, form))

    assert page.status == 400
    assert page.alerts == 1
    checkout.refresh_from_db()
    assert (checkout.status, ledger()) == ("open", before)


@pytest.mark.parametrize(
    "name",
    [
        "nope",
        "dep_",
        "dep_00000000000000000000000000",
        "usr_01m7y8rzpfe8krxa4qs5bzyqna",
        "%00",
        "DEP_X",
        "dep_" + "z" * 26,
    ],
)
def test_an_address_that_names_no_page_is_a_friendly_404(name: str) -> None:
    for answer in (Api().get(f"/checkout/{name}"), Api().post(f"/checkout/{name}")):
        page = Page(answer)
        assert page.status == 404
        assert "There is no such payment page" in page.text
        assert "Content-Security-Policy" in page.headers


def test_an_id_of_an_unknown_page_is_the_same_404() -> None:
    assert Api().get(f"/checkout/{ids.encode('dep', ids.new())}").status == 404


def test_when_cards_are_switched_off_meanwhile_the_page_says_so_and_charges_nothing(
    payer: Payer, checkout: Checkout, ledger: Callable[[], object]
) -> None:
    before = ledger()

    with override_settings(CARD_PROVIDER="none"):
        page = Page(payer.pay(checkout))

    assert page.status == 503
    assert "takes no card payments right now" in page.text
    assert page.inputs["cc-name"]["value"] == "A. Payer"
    assert ledger() == before


def test_other_methods_are_refused(checkout: Checkout) -> None:
    assert Api().call("DELETE", f"/checkout/{checkout.public_id}").status == 405


def test_money_that_stayed_in_the_wallet_is_said_so(payer: Payer, checkout: Checkout) -> None:
    checkouts.book(checkout.pk, rail="card", reference="x", cents=2550)
    Checkout.objects.update(purpose="bounty", subject_id=ids.new(), outcome="left_in_wallet")

    assert "The money is in the wallet. It could not be used for this any more" in Page(payer.look(checkout)).text
