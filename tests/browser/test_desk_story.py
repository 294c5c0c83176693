"""The whole way of a dispute in Chromium: our staff by keyboard alone on a desk, both parties by thumb on a phone of 360 pixels."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from escrow.models import Case, CaseRequest, Dispute, DisputeDecision
from marketplace.models import File, StaffLimit
from tests.browser.test_back_office import Enter, enter, fits, is_clean, staff
from tests.browser.test_worker_site import phone, photo
from tests.factories.cases import hours_later
from tests.factories.desks import given_case
from tests.factories.market import Seat, given_delivered, given_funded_agent, violations
from wallet import ledger

__all__ = ("enter", "phone")  # fixtures
pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("house_accounts"),
]
DESK = {"width": 1440, "height": 900}
AGREED = {
    "title": "Photograph the bakery",
    "price_cents": 4_500,
    "evidence_types": ["text"],
    "completion_criteria": "- The shop's sign is readable.\n- Taken by daylight.",
}
# What a press of Enter would act on: its words, or those of its label.
FOCUS = """() => {
  const it = document.activeElement;
  if (!it || it === document.body) return "";
  const label = it.getAttribute("aria-label") || (it.labels && it.labels[0] ? it.labels[0].innerText : it.innerText) || "";
  return (label || it.name || "").trim().replace(/\\s+/g, " ");
}"""


def reach(page: Page, words: str, *, within: int = 160) -> None:
    """Press Tab until what begins with these words has the focus."""
    seen = []
    for _ in range(within):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(FOCUS))
        if seen[-1].startswith(words):
            return
    raise AssertionError(f"{page.url}: the keyboard never comes to {words!r}: {seen}")


def press(page: Page, words: str) -> None:
    """Reach it, and press Enter: another page follows."""
    reach(page, words)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_load_state("networkidle")


def key(page: Page, letter: str, shown: str) -> None:
    """One of the page's own keys, and what it brings."""
    page.keyboard.press(letter)
    page.wait_for_selector(shown)


def told(page: Page) -> str:
    text: str = page.inner_text("#decision")
    return text


class Party:
    """Somebody with a phone, at the page of the dispute."""

    def __init__(self, page: Page, dispute: Dispute) -> None:
        self.page, self.path = page, f"/disputes/{dispute.public_id}"

    def look(self, query: str = "") -> Page:
        self.page.goto(f"{self.path}{query}")
        assert fits(self.page), self.page.url
        return self.page

    def send(self, form: str, button: str, said: str, *, words: str = "", files: tuple[str, ...] = ()) -> None:
        """Fill the form with this id, or in the part with it, and send it."""
        part = self.look().locator(form)
        if part.evaluate("it => it.matches('details:not([open])')"):
            part.locator("summary").first.tap()
        if files:
            part.get_by_label("Photos and files").set_input_files(list(files))
        part.locator("textarea").first.fill(words)
        part.get_by_role("button", name=button).tap()
        expect(self.page.get_by_text(said).first).to_be_visible()

    def offer(self, dollars: str, words: str) -> None:
        """The sums are seen before it is made."""
        page = self.look(f"?gets={dollars}")
        page.locator("#offer textarea").fill(words)
        page.get_by_role("button", name="Make this offer").tap()
        expect(page.get_by_text("Your offer is made.").first).to_be_visible()


@pytest.fixture
def seat(db: None) -> Seat:
    return given_delivered(agent=given_funded_agent(10_000), **AGREED)


def test_a_dispute_from_the_queue_to_the_bundle_after_its_appeal(
    enter: Enter, phone: Callable[..., Page], seat: Seat, tmp_path: Path
) -> None:
    _, case = given_case(seat)
    assert case.dispute is not None
    dispute: Dispute = case.dispute
    sam, kim, ana = (staff(name) for name in ("sam", "kim", "ana"))
    StaffLimit.objects.create(person=sam.account, case_cents=2_000)  # above it Sam needs a second person
    worker, funder = (Party(phone(api.account), dispute) for api in (seat.worker, seat.agent))
    worker.send("#asked", "Send the answer", "Your answer is there.", words="The sign can be read.")

    page = enter("sam")
    page.set_viewport_size(DESK)
    reads_the_case_and_asks_for_a_photo(page, case)
    sent = photo(tmp_path)
    worker.send("#asked", "Send the answer", "Your answer is there.", words="At noon.", files=(sent,))
    assert CaseRequest.objects.get().state == "answered"
    both_get_an_offer_and_one_declines(worker, funder, case)

    splits_to_the_cent(page)
    kims = enter("kim")
    kims.set_viewport_size(DESK)
    opens_what_waits_for_approval(kims)
    worker.send(
        "form:has-text('Add what shows your side')",
        "Add it",
        "It is added.",
        words="And one more.",
        files=(photo(tmp_path),),
    )
    is_refused_because_a_file_came(kims, case)
    splits_again(page)
    opens_what_waits_for_approval(kims)
    press(kims, "Approve: 21.37 USD")
    assert "Decided: split" in told(kims)
    assert (balances(case), violations()) == ((2_137, 0), [])

    loses_and_appeals(worker)
    anas = enter("ana")
    anas.set_viewport_size(DESK)
    keeps_it(anas)
    assert (balances(case), violations()) == ((2_137, 0), [])
    expect(worker.look().get_by_text("The decision stays after an appeal")).to_be_visible()
    made = DisputeDecision.objects.filter(state="final").order_by("id").values_list("round", "proposer", "second")
    assert list(made) == [(1, sam.account.pk, kim.account.pk), (2, ana.account.pk, None)]
    takes_the_bundle(anas, sent)
    for shown in (page, kims, anas):
        assert is_clean(shown)


def balances(case: Case) -> tuple[int, int]:
    """(earnings of the worker, what is still held)."""
    return ledger.balance(ledger.earnings(case.worker_id)), ledger.balance(ledger.hold(case.escrow_id))


def reads_the_case_and_asks_for_a_photo(page: Page, case: Case) -> None:
    """From the first page: the next case, its contract line by line, and one thing of the worker by a date."""
    press(page, "Take next")
    case.refresh_from_db()
    assert page.url.endswith(f"/admin/escrow/case/{case.pk}/change/")
    assert case.assignee is not None and case.assignee.username == "sam"
    key(page, "1", "[data-line]")
    page.keyboard.press("j")
    page.wait_for_selector("[data-line].at")
    assert "The shop's sign is readable." in page.inner_text("[data-line].at")
    for arrow in ("ArrowRight", "ArrowRight ArrowRight"):  # from none to met, and to not met
        reach(page, "none")
        for one in arrow.split():
            page.keyboard.press(one)
    press(page, "Keep the findings")
    assert list(case.findings.order_by("key").values_list("finding", flat=True)) == ["met", "not_met"]

    key(page, "r", "#w-words:focus")
    reach(page, "What, a line for each thing")
    page.keyboard.type("One photo by daylight")
    reach(page, "Within hours")
    page.keyboard.type("30")
    press(page, "Ask")
    asked = CaseRequest.objects.get()
    assert (asked.items, asked.asked_id) == (["One photo by daylight"], case.worker_id)
    assert "Your own clock stands still until then." in page.inner_text("#main")


def both_get_an_offer_and_one_declines(worker: Party, funder: Party, case: Case) -> None:
    """The worker declines, and makes an offer of their own, whose time passes without an answer."""
    funder.offer("10.00", "So that it ends.")
    page = worker.look()
    expect(page.get_by_text("Your turn: you have an offer.")).to_be_visible()
    page.get_by_role("button", name="Decline it").tap()
    expect(page.get_by_text("Your turn: you have an offer.")).to_have_count(0)
    worker.offer("40.00", "It took me all day.")
    expect(funder.look().get_by_text("Your turn: you have an offer.")).to_be_visible()
    hours_later(73)
    assert list(case.offers.order_by("id").values_list("state", flat=True)) == ["declined", "lapsed"]
    case.refresh_from_db()
    assert case.stage == "decision"


def splits_to_the_cent(page: Page) -> None:
    """Reads what came, and proposes: the case is above what one person like Sam decides alone."""
    page.reload(wait_until="networkidle")
    key(page, "e", "figure[data-piece]")
    assert "from the worker" in page.inner_text("figcaption")
    types_the_split(page)
    press(page, "Preview")
    for words in ("21.37 USD", "3.85 USD", "27.88 USD", "Nothing moves yet"):
        assert words in told(page), words
    press(page, "Propose: 21.37 USD")
    assert "You proposed it" in told(page) and "A colleague approves it" in told(page)


def types_the_split(page: Page) -> None:
    page.keyboard.press("d")
    page.wait_for_function("document.activeElement.name === 'outcome'")
    page.keyboard.press("ArrowDown")
    reach(page, "For the worker, of 45.00 USD")
    page.keyboard.type("21.37")
    reach(page, "Reason")
    page.keyboard.type("partly")


def opens_what_waits_for_approval(page: Page) -> None:
    page.goto(f"{page.url.partition('/admin/')[0]}/admin/", wait_until="networkidle")
    press(page, "To approve 1")
    press(page, "Photograph the bakery")
    assert "proposed it" in told(page) and "You proposed" not in told(page)
    assert "Nothing has changed since it was read." in told(page)


def is_refused_because_a_file_came(page: Page, case: Case) -> None:
    """The button is still there as the page was read before; nothing moves, and the page says what came."""
    press(page, "Approve: 21.37 USD")
    assert "The case has changed since." in told(page) and "the worker added a file" in told(page)
    assert page.get_by_role("button", name="Approve").count() == 0
    assert balances(case) == (0, 5_310)
    reach(page, "Why it goes back")
    page.keyboard.type("Look at the new photo first.")
    press(page, "Send it back")


def splits_again(page: Page) -> None:
    """Sam reads the new file, previews anew, and proposes it again."""
    page.reload(wait_until="networkidle")
    key(page, "e", "figure[data-piece]")
    page.keyboard.press("j")
    page.wait_for_selector('figure[data-piece="2"]')
    types_the_split(page)
    press(page, "Preview")
    press(page, "Propose: 21.37 USD")


def loses_and_appeals(worker: Party) -> None:
    page = worker.look()
    expect(page.get_by_role("heading", name="What our staff decided")).to_be_visible()
    page.locator("#appeal").get_by_label("Why").select_option("error")
    page.get_by_label("What is new, or which error was made").fill("The second photo was not read.")
    page.get_by_role("button", name="Appeal").tap()
    expect(page.get_by_role("heading", name="The decision is appealed")).to_be_visible()


def keeps_it(page: Page) -> None:
    """Another person takes the next case, reads the first findings, and decides the same alone."""
    press(page, "Take next")
    assert page.inner_text("dd.stage") == "decision, appeal"
    assert "First found not met" in page.inner_text("#tab")
    page.keyboard.press("d")
    page.wait_for_function("document.activeElement.name === 'outcome'")
    page.keyboard.press("ArrowDown")
    reach(page, "For the worker, of 45.00 USD")
    page.keyboard.type("21.37")
    reach(page, "What both sides read")
    page.keyboard.type("We read both photos again.")
    press(page, "Preview")
    press(page, "Decide: 21.37 USD")
    assert "Decided: split" in told(page)


def takes_the_bundle(page: Page, sent: str) -> None:
    """One press; the file has the words, the data, each file as it was sent, and a manifest that checks."""
    reach(page, "Evidence bundle (ZIP)")
    with page.expect_download() as waiting:
        page.keyboard.press("Enter")
    found = zipfile.ZipFile(io.BytesIO(Path(waiting.value.path()).read_bytes()))
    names = found.namelist()
    assert found.testzip() is None and names[:2] == ["case.pdf", "case.json"] and names[-1] == "MANIFEST.txt"
    assert found.read("case.pdf").startswith(b"%PDF-")
    sums = dict(reversed(line.split("  ", 1)) for line in found.read("MANIFEST.txt").decode().splitlines())
    assert sums == {name: hashlib.sha256(found.read(name)).hexdigest() for name in names[:-1]}
    files = {sums[name] for name in names if name.startswith("evidence/")}
    assert len(files) == 2 and files <= set(File.objects.values_list("sha256", flat=True))
    told_in_it = json.dumps(json.loads(found.read("case.json")), ensure_ascii=False)
    for words in (
        "One photo by daylight",
        "So that it ends.",
        "The second photo was not read.",
        "21.37 USD",
        Path(sent).name,
    ):
        assert words in told_in_it, words
