"""/owner/approvals: the owner sees the exact plan, approves once or declines, and sets the amount."""

import html
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.core import clock
from marketplace.models import ApiKey, Call
from tests.factories.accounts import given_agent, given_worker
from tests.factories.approvals import asks_above, given_asking_agent, owner_of, posting
from tests.factories.hiring import RENT, rental
from tests.factories.market import untouched
from tests.factories.members import given_member
from tests.factories.qa import TEMPLATE, TEMPLATES
from tests.house.strangers import EVIL
from tests.visitor import Visitor
from wallet.models import Approval, Controls, SpenderLimits
from wallet.web import asked_words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def in_days(days: int) -> str:
    return (clock.now() + timedelta(days=days)).isoformat()


def test_an_owner_reads_the_plan_and_approves_it_once() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    owner = Visitor(agent.account)

    listed = owner.open("/owner/approvals")
    page = owner.open(f"/owner/approvals/{asked['approvalId']}")
    assert f"/owner/approvals/{asked['approvalId']}" in listed.links
    for words in ("5.90", "Your wallet", "Set aside for the job", "One errand.", "Can it be undone?"):
        assert words in page.text, words

    done = owner.send(page, "approve", note="Go ahead.")
    again = owner.send(page, "approve", note="Go ahead.")

    assert "Approved. Your agent can do exactly this once" in done.text
    assert again.status == 200
    row = Approval.objects.get()
    assert (row.status, row.note, row.decided_by_id) == ("approved", "Go ahead.", agent.account.pk)
    made = posting(agent)
    used = owner.open(f"/owner/approvals/{asked['approvalId']}")
    assert f"/owner/jobs/{made['bounty']['id']}" in used.links
    assert not [form.act for form in used.forms if form.act in ("approve", "decline")]


def test_a_schedule_of_tests_is_approved_for_the_sum_of_all_its_runs() -> None:
    agent = given_asking_agent(100_000, above=100)
    asked = agent.post(TEMPLATES, TEMPLATE | {"maxRuns": 3}, Idempotency_Key="all-runs-1")
    owner = Visitor(agent.account)

    page = owner.open(f"/owner/approvals/{asked['approvalId']}")

    for words in ("Each time, at most", "All 3 times, at most", "3 times at most", "23.60", "70.80"):
        assert words in page.text, words
    assert "one time, for at most" not in page.text, "which would be untrue"
    listed = owner.open("/owner/approvals").text
    assert "70.80" in listed and "each time, 3 times at most" in listed


def test_a_schedule_without_an_end_says_so_beside_the_button() -> None:
    agent = given_asking_agent(100_000, above=100)
    asked = agent.post(TEMPLATES, TEMPLATE, Idempotency_Key="endless-1")

    text = Visitor(agent.account).open(f"/owner/approvals/{asked['approvalId']}").text

    for words in ("Until somebody ends it", "In a calendar month", "until somebody ends it.", "each time"):
        assert words in text, words


def test_a_direct_hire_names_the_person_to_the_owner() -> None:
    agent, worker = given_asking_agent(100_000, above=100), given_worker()
    asked = agent.post(RENT, rental(worker), Idempotency_Key="by-name-1")

    page = Visitor(agent.account).open(f"/owner/approvals/{asked['approvalId']}")

    assert f"Set aside for the job: {worker.account.display_name}" in page.text


def test_the_plan_is_read_as_on_the_form_on_which_a_job_is_posted() -> None:
    agent = given_asking_agent()
    place = {"city": "Porto", "country": "PT", "isRemoteAllowed": True}
    asked = posting(agent, evidenceTypes=["photo"], location=place, deadline=in_days(5), completionCriteria="Sharp.")
    owner = Visitor(agent.account)

    page = owner.open(f"/owner/approvals/{asked['approvalId']}")

    for words in (
        "Post a job: Errand",
        "Hours that one person needs 0.5",
        "What they send as evidence Photos",
        "City Porto",
    ):
        assert words in page.text, words
    assert "Country Portugal" in page.text and "How it is judged Sharp." in page.text
    shown = page.html.partition("<main")[2]
    assert shown.index("What your agent asks for") < shown.index("<details") < shown.index("createBounty")
    assert "Post a job: Errand" in owner.open("/owner/approvals").text
    assert "Post a job: Errand" in owner.open("/owner").text


def test_labels_and_choices_are_those_of_the_form() -> None:
    form = Visitor(given_agent().account).open("/owner/jobs/new").html
    labels = dict(re.findall(r'<label for="post-([\w.]+)">(.*?)(?: <span class="optional">.*?</span>)?</label>', form))
    labels |= dict(re.findall(r'<fieldset id="post-([\w.]+)"[^>]*><legend>(.*?)</legend>', form))
    labels |= dict(re.findall(r'<input type="checkbox" id="post-([\w.]+)"[^>]*><span>(.*?)</span>', form))
    assert len(labels) > 40
    ours = {name: html.escape(str(label)) for name, label in asked_words.LABELS.items()}

    assert {name: ours.get(name) for name in labels} == labels
    for name in (
        "evidenceTypes",
        "location.isRemoteAllowed",
        "priceType",
        "submissionMode",
        "liveCaptureRequirement",
        "signage",
    ):
        options = re.findall(rf'name="{re.escape(name)}" value="(\w+)"[^>]*><span>(.*?)</span>', form)
        options += re.findall(r'<option value="(\w+)"[^>]*>(.*?)</option>', _select(form, name))
        known = {str(key).lower(): html.escape(str(text)) for key, text in asked_words.CHOICES[name].items()}
        assert options and {key: known.get(key) for key, _ in options} == dict(options), name


def _select(form: str, name: str) -> str:
    found = re.search(rf'<select id="post-{re.escape(name)}".*?</select>', form, re.DOTALL)
    return found[0] if found else ""


def test_an_owner_declines_with_words_for_the_agent() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    owner = Visitor(agent.account)

    done = owner.send(owner.open(f"/owner/approvals/{asked['approvalId']}"), "decline", note="Too dear.")

    assert "It was declined" in done.text and "Too dear." in done.text
    assert posting(agent)["note"] == "Too dear."


def test_members_read_who_decides_and_that_the_mail_is_not_theirs() -> None:
    agent = given_asking_agent()
    viewer = Visitor(given_member(agent, "viewer").account)
    viewer.send(viewer.open("/owner/members"), "switch", account=agent.account.public_id)

    empty = viewer.open("/owner/approvals").text
    asked = posting(agent)
    page = viewer.open(f"/owner/approvals/{asked['approvalId']}")

    assert "You get a mail" not in empty and "The mail about it goes to the person whose account this is." in empty
    assert "Waiting for an owner's yes" in empty and "waits for an owner's yes" in empty
    assert "An owner of this account approves or declines it." in page.text
    assert "at most one in five minutes" in Visitor(given_asking_agent().account).open("/owner/approvals").text


def test_what_was_decided_elsewhere_meanwhile_is_said_and_the_note_is_kept() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    owner = Visitor(agent.account)
    page = owner.open(f"/owner/approvals/{asked['approvalId']}")
    owner.send(owner.open(f"/owner/approvals/{asked['approvalId']}"), "decline")

    with untouched():
        refused = owner.send(page, "approve", note="Go ahead.")

    assert refused.status == 409


def test_the_amount_is_told_and_changed_on_the_page_of_limits() -> None:
    agent = given_agent()
    owner = Visitor(agent.account)
    assert "Your agents spend without asking" in owner.open("/owner/approvals").text

    limits = owner.open("/owner/wallet/controls")
    assert "/owner/approvals" in limits.links
    saved = owner.send(limits, "caps", askAboveCents="12.50")
    assert Controls.objects.get().ask_above_cents == 1250
    assert dict(saved.form("caps").fields)["askAboveCents"] == "12.50"
    page = owner.open("/owner/approvals")
    assert "above $12.50" in page.text and "/owner/wallet/controls" in page.links
    with untouched():
        refused = owner.send(saved, "caps", askAboveCents="a lot")
    assert refused.status == 400 and dict(refused.form("caps").fields)["askAboveCents"] == "a lot"
    owner.send(owner.open("/owner/wallet/controls"), "caps", askAboveCents="")

    assert Controls.objects.get().ask_above_cents is None


def test_strangers_and_hostile_words_do_no_harm() -> None:
    agent = given_asking_agent()
    asked = posting(agent, title=EVIL, description=EVIL)
    path = f"/owner/approvals/{asked['approvalId']}"

    assert Visitor(given_agent().account).open(path).status == 404
    assert "<script>alert" not in Visitor(agent.account).open(path).html
    assert "<script>alert" not in Visitor(agent.account).open("/owner/approvals").html


def test_a_list_takes_as_many_statements_with_five_rows_as_with_one() -> None:
    one, five = given_asking_agent(100_000), given_asking_agent(100_000)
    posting(one)
    for number in range(5):
        posting(five, f"k{number}")
    asks_above(one, 100)
    counts = []
    for agent in (one, five):
        visitor = Visitor(agent.account)
        visitor.open("/owner/approvals")
        with CaptureQueriesContext(connection) as seen:
            visitor.open("/owner/approvals")
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 15


def test_a_plan_that_the_limits_do_not_allow_says_so_before_the_yes() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    owner = Visitor(agent.account)
    path = f"/owner/approvals/{asked['approvalId']}"
    assert "refused after your yes" not in owner.open(path).text

    owner.send(owner.open("/owner/wallet/controls"), "caps", spendingCapRolling24hCents="4")

    page = owner.open(path)
    assert "leave $4.00 now" in page.text and "/owner/wallet/controls" in page.links


def test_a_wallet_that_is_stopped_is_named_as_the_reason_and_not_its_limits() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    owner = Visitor(agent.account)
    path = f"/owner/approvals/{asked['approvalId']}"
    assert "stopped" not in owner.open(path).text
    assert owner_of(agent).post("/api/wallet/freeze", {}).status == 200

    page, listed = owner.open(path), owner.open("/owner/approvals")

    assert "All spending is stopped. As long as it is, your agent is refused after your yes, too." in page.text
    assert "/owner/wallet#stop" in page.links and "The limits of your wallet leave" not in page.text
    assert "All spending is stopped." in listed.text


def test_an_amount_of_a_single_key_is_no_spending_without_asking() -> None:
    agent = given_agent()
    owner = Visitor(agent.account)
    key = ApiKey.objects.get(account=agent.account)
    limits = SpenderLimits.objects.create(account=agent.account, key=key, ask_above_cents=1000)
    Controls.objects.update_or_create(pk=agent.account.pk, defaults={"has_spender_limits": True})

    asks = owner.open("/owner/approvals").text
    assert "Some keys or programs ask above an amount of their own" in asks and "without asking." in asks
    assert "Your agents spend without asking" not in asks
    limits.ask_above_cents = None
    limits.save()

    assert "Your agents spend without asking" in owner.open("/owner/approvals").text


def test_whoever_stopped_spending_is_named_to_the_others_and_is_you_for_themselves() -> None:
    agent = given_asking_agent()
    member = given_member(agent, "owner", name="Bea Alves")
    assert member.post("/api/wallet/freeze", {}).status == 200
    member.post("/api/wallet/freeze", {})  # it is stopped already
    owner_of(agent).post("/api/wallet/freeze", {})

    for page in ("/owner", "/owner/wallet", "/owner/approvals"):
        assert "Stopped by: Bea Alves" in Visitor(agent.account).open(page).text

    owner_of(agent).post("/api/wallet/unfreeze", {})
    assert "Stopped by" not in Visitor(agent.account).open("/owner/approvals").text
    owner_of(agent).post("/api/wallet/freeze", {})
    assert "Stopped by: You, signed in" in Visitor(agent.account).open("/owner/approvals").text


def test_who_found_it_stopped_already_has_not_stopped_it_and_is_no_line() -> None:
    agent = given_asking_agent()
    member = given_member(agent, "owner", name="Bea Alves")
    member.post("/api/wallet/freeze", {})
    owner = Visitor(agent.account)
    owner_of(agent).post("/api/wallet/freeze", {})
    frozen = Call.objects.filter(account=agent.account, operation="freezeWallet")
    assert [line.person_id for line in frozen] == [member.account.pk]

    frozen.update(created_at=clock.now() + timedelta(minutes=2))  # of a later call: the first one's line is gone
    assert "Stopped by" not in owner.open("/owner/approvals").text

    owner_of(agent).post("/api/wallet/unfreeze", {})
    lines = Call.objects.filter(account=agent.account, operation__endswith="reezeWallet").count()
    owner_of(agent).post("/api/wallet/unfreeze", {})
    assert Call.objects.filter(account=agent.account, operation__endswith="reezeWallet").count() == lines == 2
