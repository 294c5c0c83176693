"""The managed products' part of the prepared market and of the journey, and the bodies that are sent."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bounties.models import Humanization
from bounties.services import pictures
from marketplace.core import clock
from qa.services import taste_panels
from tests.api import Api
from tests.factories.humanizations import ASKED, PATH, deliver, docx, look, mp4
from tests.factories.market import given_funded_agent, given_money
from tests.factories.taste import RUN
from tests.factories.voices import send_mic, send_speech, wav

if TYPE_CHECKING:
    from tests.contract.journey import Recorder

PHOTO = {"location": "Ferry Building, Embarcadero", "subject": "The clock tower", "tier": "standard"}
CAKE = {
    "recipientName": "Ana Silva", "address": "Rua Augusta 100", "city": "Vigo", "country": "ES",
    "deliverAt": (clock.wall() + timedelta(days=9)).isoformat(), "size": "small",
}  # fmt: skip


def given(owner: Api) -> dict[str, str]:
    """A picture that is being taken, a quote, and an order that was paid: the names of their ids."""
    given_money(owner, 20_000)
    photo = owner.post("/api/picture-of-sf", PHOTO, Idempotency_Key="the picture of the market")
    pictures.reconcile_dirty()  # as its timer does; else the owner's first read would
    assert photo.status == 202, photo.body
    quotes = [_ok(owner.post("/api/cake-orders/quote", CAKE))["quoteId"] for _ in range(2)]
    order = _ok(owner.post("/api/cake-orders", {"quoteId": quotes[1]}))["order"]["id"]
    return {
        "picture": photo.headers["Content-Location"].rpartition("/")[2],
        "cake_quote": quotes[0],
        "cake_order": order,
    }


def _ok(answer: Any) -> Any:
    assert answer.status == 200, answer.body
    return answer


def walk(call: "Recorder") -> None:
    """Every operation of the products, as an agent calls them."""
    agent = given_funded_agent(20_000)
    quote = call(agent, "POST", "/api/cake-orders/quote", CAKE)["quoteId"]
    order = call(agent, "POST", "/api/cake-orders", {"quoteId": quote})["order"]["id"]
    call(agent, "GET", "/api/cake-orders")
    call(agent, "GET", f"/api/cake-orders/{order}")


def checks(call: "Recorder", agent: Api, worker: Api) -> None:
    """What a bounty asks to hear."""
    task = {"title": "Call ten shops", "description": "Ask when they open.", "price": 3, "estimatedHours": 0.5}
    asked = {"micCheckRequired": True, "languageProficiencyRequirement": {"language": "en", "minimumCefr": "B2"}}
    bounty = agent.post("/api/bounties", task | asked)["bountyId"]
    call.keep("recordMicSample", send_mic(worker, bounty))
    call.keep("recordLanguageProficiency", send_speech(worker, bounty, wav(30)))
    call(worker, "GET", f"/api/bounties/{bounty}/mic-check")
    call(worker, "GET", f"/api/bounties/{bounty}/language-proficiency")
    agent.delete(f"/api/bounties/{bounty}", {"reason": "task_no_longer_needed"})


def humanize(call: "Recorder", worker: Api) -> None:
    """A text is ordered, a sample of it sent and scored, and the whole handed in."""
    owner = given_funded_agent()
    source = (
        "Our bakery leverages three generations of artisanal excellence. Since 1961 we have been synergizing flour and time. "
        "Every loaf is crafted with passion, and passion drives our approach. Visit us to discover a journey of taste."
    )
    order = ASKED | {"sourceText": source, "subject": "About page of a family bakery", "instructions": "No big words."}
    made = call(owner, "POST", PATH, order, **{"Idempotency-Key": "commission-66"})["humanization"]
    path = f"{PATH}/{made['id']}"
    call(worker, "GET", f"{path}/screening")
    sample = {"document": docx(), "recording": mp4(), "attestation": "true", "resume": docx()}
    call.answers["applyForHumanization"] = worker.upload(f"{path}/applications", sample).body
    look()
    call(worker, "GET", f"{path}/assignment")
    call.answers["submitHumanization"] = deliver(worker, Humanization.objects.latest("id")).body
    look()
    call(owner, "GET", path)


def ask_a_panel(call: "Recorder", agent: Api, worker: Api) -> None:
    """A taste run of one respondent, to its report."""
    asked = RUN | {"respondentCount": 1, "payPerRespondentCents": 50}
    run = call(agent, "POST", "/api/v1/taste/runs", asked, **{"Idempotency-Key": "taste-run-1"})["run"]
    path, bounty = f"/api/v1/taste/runs/{run['id']}", f"/api/bounties/{run['bountyId']}"
    assert worker.post(f"{bounty}/applications", {"coverLetter": "I read a lot."}).status == 200
    taste_panels.reconcile_dirty()
    call(worker, "GET", f"{path}/ballot")
    vote = {"vote": "Blue", "reason": "Its calm colours made me curious about the story."}
    assert worker.post(f"{bounty}/submissions", vote).status == 200
    taste_panels.reconcile_dirty()
    call(agent, "GET", path)
    call(agent, "GET", "/api/v1/taste/runs?limit=1")
    call(agent, "GET", f"{path}/report?format=json")
