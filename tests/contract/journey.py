"""One whole hire through every operation of the document, in process. Gives the first answer of each operation."""

import io
import re
from datetime import timedelta
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from bounties.models import PayMinimum
from marketplace.core import clock, ids
from marketplace.models import Account
from marketplace.services import exports
from tests.api import Answer, Api
from tests.contract import disputes, members, products, qa, sandbox, services
from tests.contract.cells import ARRIVED, REPORT
from tests.contract.limited import ask, limit
from tests.contract.paid_in import pay_with_a_card_token, pay_with_stablecoins
from tests.factories.accounts import given_worker, session_token
from tests.factories.files import picture
from tests.factories.identities import Signer
from tests.factories.invoices import given_invoice
from tests.factories.market import given_confirmed, given_funded_agent, given_released
from tests.factories.proofs import proved
from wallet.services import outflows

CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"
FORM = "application/x-www-form-urlencoded"


class Recorder:
    """Calls as somebody, checks that it worked, and keeps the first answer of each operation."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.answers: dict[str, Any] = {}
        self._routes = [
            (method.upper(), re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path) + r"\Z"), operation["operationId"])
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        ]

    def __call__(self, who: Api, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        answer = who.call(method, path, body, **headers)
        assert answer.status == 200, (method, path, answer.body)
        self.answers.setdefault(self.operation(method, path), answer.body)
        return answer

    def keep(self, operation: str, answer: Answer) -> None:
        """Of a call whose body is no JSON."""
        assert answer.status == 200, (operation, answer.body)
        self.answers.setdefault(operation, answer.body)

    def operation(self, method: str, path: str) -> str:
        """The literal path wins over one with a parameter."""
        bare = path.partition("?")[0]
        fitting = [
            (pattern.pattern.count("[^/]+"), name)
            for verb, pattern, name in self._routes
            if verb == method and pattern.match(bare)
        ]
        assert fitting, f"{method} {bare} is not in the document"
        return min(fitting)[1]


def walk(document: dict[str, Any]) -> dict[str, Any]:
    """operationId -> the body of a 200."""
    call, anonymous = Recorder(document), Api()
    anonymous.address = "127.0.0.1"  # the sandbox's own routes answer loopback peers only
    agent, worker = sign_up(call, anonymous), given_worker(name="Ada Example", username="ada-example")
    call(agent, "GET", "/api/account")
    key = call(agent, "POST", "/api/keys", {"name": "second agent"})["key"]["id"]
    call(agent, "GET", "/api/keys")
    call(agent, "PATCH", f"/api/keys/{key}", {"webhookUrl": "http://127.0.0.1:9/hook"})
    call(agent, "DELETE", f"/api/keys/{key}")

    call(worker, "GET", "/api/humans/me")
    call(worker, "PATCH", "/api/humans/me", {"headline": "Careful errands and sharp photos"})
    call(anonymous, "GET", "/api/humans?limit=1")
    call(anonymous, "GET", "/api/humans/ada-example")
    people(call, agent, worker)
    members.walk(call, worker)
    pay_with_stablecoins(call, anonymous, agent)
    pay_with_a_card_token(call, anonymous, agent)

    endpoint = call(agent, "POST", "/api/webhooks/endpoints", {"url": "http://127.0.0.1:9/hook", "events": ["*"]})
    endpoint_id = endpoint["endpoint"]["id"]
    call(agent, "GET", "/api/webhooks/endpoints")
    delivery = call(agent, "POST", f"/api/webhooks/endpoints/{endpoint_id}/test")["deliveryId"]
    call(agent, "GET", "/api/webhooks/deliveries?limit=1")
    call(agent, "GET", f"/api/webhooks/deliveries/{delivery}")
    call(agent, "POST", f"/api/webhooks/deliveries/{delivery}/redeliver")
    call(agent, "POST", f"/api/webhooks/endpoints/{endpoint_id}/replay", {"from": "2026-01-01T00:00:00Z"})

    call(agent, "PATCH", f"/api/webhooks/endpoints/{endpoint_id}", {"description": "our receiver"})
    call(agent, "POST", f"/api/webhooks/endpoints/{endpoint_id}/rotate-secret")
    line = call(agent, "GET", "/api/activity?limit=1")["activity"][0]["id"]
    call(agent, "GET", f"/api/activity/{line}")
    call(agent, "GET", f"/api/requests/{call(agent, 'GET', '/api/activity?limit=1')['activity'][0]['requestId']}")

    hire(call, agent, worker)
    products.checks(call, agent, worker)
    hire_by_name(call, agent, worker)
    change_terms(call)
    products.walk(call)
    qa.walk(call)
    products.ask_a_panel(call, agent, worker)
    products.humanize(call, worker)
    call(agent, "DELETE", f"/api/webhooks/endpoints/{endpoint_id}")
    call(agent, "GET", "/api/events?types=bounty.completed&limit=1")
    leaving = proved(given_worker())
    call(leaving, "POST", "/api/account/export")
    exports.make_due()
    call(leaving, "GET", "/api/account/export")
    call(leaving, "DELETE", "/api/account", {"sure": True})
    call(anonymous, "GET", "/api/bounties?limit=1")
    PayMinimum.objects.create(country="PT", city="Lisbon", hourly_cents=950)
    call(anonymous, "GET", "/api/bounties/location-minimum?city=Lisbon&country=PT")
    sandbox.walk(call, anonymous, worker)
    services.walk(call, anonymous, agent, worker)
    return call.answers


def people(call: Recorder, agent: Api, worker: Api) -> None:
    """Photos of one's own; two lists and a panel of others."""
    sent = worker.upload("/api/humans/me/photos", {"photos": [picture()]})
    assert sent.status == 200, sent.body
    call.answers["addPhotos"] = sent.body
    call(worker, "DELETE", f"/api/humans/me/photos/{sent['photos'][0]['id']}")
    who = worker.account.public_profile_id
    call(agent, "POST", "/api/humans/blocks", {"humanId": who, "reason": "Never came."})
    call(agent, "GET", "/api/humans/blocks")
    call(agent, "DELETE", f"/api/humans/blocks?humanId={who}")
    call(agent, "POST", "/api/humans/preferred", {"humanId": who, "note": "Sharp photos."})
    call(agent, "GET", "/api/humans/preferred")
    call(agent, "DELETE", f"/api/humans/preferred?humanId={who}")
    call(agent, "GET", "/api/humans/taste?category=photo-video&limit=1")


def sign_up(call: Recorder, anonymous: Api) -> Api:
    who = {"email": "agent@example.com", "acceptTerms": True, "country": "US", "city": "Boston", "agentName": "Scout"}
    call(anonymous, "POST", "/api/agents/signup", who)
    mails = anonymous.get("/api/sandbox/mail?to=agent@example.com")["mails"]
    code = re.search(r"\b\d{6}\b", mails[0]["text"])
    assert code
    signer = Signer(b"the agent of the recorded answer")
    brings = {"callbackUrl": "http://127.0.0.1:9/callback", **signer.registration()}
    spent = {"email": "agent@example.com", "code": code[0], **brings}
    agent = Api(None, {"X-API-Key": call(anonymous, "POST", "/api/agents/signup/verify", spent)["apiKey"]})
    call(agent, "POST", "/api/keys/register-identity", signer.registration())
    call(agent, "POST", "/api/support/reports", REPORT)
    return agent


def change_terms(call: Recorder) -> None:
    """Somebody hired, who is there already, accepts one change of the terms and leaves because of the next."""
    seat = given_confirmed()
    bounty = f"/api/bounties/{seat.bounty.public_id}"
    call(seat.worker, "POST", f"{bounty}/attendance", ARRIVED)
    terms = f"/api/work/{seat.application.public_id}/terms"
    for text in ("Two sharp photos.", "Two sharp photos, at night."):
        call(seat.agent, "PATCH", bounty, {"description": text})
        (row,) = call(seat.worker, "GET", "/api/work")["applications"]
        accepts = {"accept": True, "changedAt": row["termsChanged"]["changedAt"]}
        call(seat.worker, "POST", terms, accepts if text == "Two sharp photos." else {"accept": False})
    paid = {"workerCents": 250, "response": "Thank you for coming."}
    call(seat.agent, "POST", f"{bounty}/applications/{seat.application.public_id}/attendance-pay", paid)


def hire(call: Recorder, agent: Api, worker: Api) -> None:
    task = {
        "title": "Photograph a shop front in Lisbon",
        "description": "One sharp photo of the shop front at Rua Augusta 100, with the opening hours readable.",
        "price": 5,
        "estimatedHours": 0.5,
        "evidenceTypes": ["text", "link"],
    }
    call(
        agent,
        "GET",
        "/api/bounties/reach?skillsNeeded=photography&city=Lisbon&country=PT&isRemoteAllowed=false&price=5",
    )
    posted = call(agent, "POST", "/api/bounties", task)
    bounty = posted["bountyId"]
    call(agent, "GET", f"/api/bounties/{bounty}/funding-quote")
    deposit = call(agent, "POST", "/api/wallet/deposit", {"amount": 25})
    page = re.sub(r"^https?://[^/]+", "", deposit["checkoutUrl"])
    assert Api().call("POST", page, raw=CARD, **{"Content-Type": FORM}).status == 302
    charge(call, agent)
    call(agent, "POST", "/api/bounties/deposit", {"bountyId": bounty})
    call(agent, "GET", "/api/wallet/balance")
    call(agent, "PATCH", "/api/wallet/controls", {"lowBalanceThresholdCents": 500})
    call(agent, "GET", "/api/wallet/controls")
    call(agent, "GET", "/api/wallet/headroom")
    owner = Api(Account.objects.get(email="agent@example.com"))
    owner.headers = {"X-Session-Token": session_token(owner.account)}
    call(owner, "POST", "/api/wallet/freeze", {"reason": "A key may have leaked."})
    call(owner, "POST", "/api/wallet/unfreeze")
    limit(call, agent, owner)
    ask(call, agent, owner)
    call(agent, "GET", "/api/wallet/transactions?limit=2")
    call(agent, "GET", f"/api/bounties/{bounty}")
    call(agent, "PATCH", f"/api/bounties/{bounty}", {"completionWindowHours": 24, "responseWindowHours": 12})

    call(agent, "POST", f"/api/bounties/{bounty}/outreach/boost")
    call(agent, "GET", f"/api/bounties/{bounty}/outreach")
    applied = call(worker, "POST", f"/api/bounties/{bounty}/applications", {"coverLetter": "I live around the corner."})
    application = applied["application"]["id"]
    call(agent, "GET", f"/api/bounties/{bounty}/applications")
    accepted = call(agent, "PATCH", f"/api/bounties/{bounty}/applications/{application}", {"action": "accept"})
    escrow = accepted["escrowId"]
    call(agent, "POST", "/api/escrow/checkout", {"bountyId": bounty, "applicationId": application, "amount": 5})
    seat = f"/api/bounties/{bounty}/applications/{application}"
    call(worker, "POST", f"{seat}/confirm")
    call(worker, "POST", f"{seat}/start")
    call(worker, "POST", f"{seat}/extension", {"hours": 12, "reason": "The shop opens at nine only."})
    call(agent, "POST", f"{seat}/extension/decision", {"action": "approve"})
    call(worker, "POST", f"/api/bounties/{bounty}/attendance", ARRIVED)
    call(agent, "GET", f"/api/bounties/{bounty}/attendance")
    talk(call, agent, worker, applied["application"]["conversationId"])
    evidence = {"textEvidence": "Open 9 to 18, closed on Sundays.", "links": ["https://example.com/photo"]}
    submission = call(worker, "POST", f"/api/bounties/{bounty}/submissions", evidence)["submission"]["id"]
    call(agent, "GET", f"/api/bounties/{bounty}/applications/{application}")
    call(worker, "GET", "/api/work")
    call(agent, "GET", f"/api/bounties/{bounty}/submissions")
    call(agent, "GET", f"/api/bounties/{bounty}/submissions/{submission}")
    call(agent, "POST", f"/api/escrow/{escrow}/complete")
    call(agent, "POST", f"/api/escrow/{escrow}/release", {"acknowledgeRelease": True})
    who = worker.account.public_profile_id
    said = {"bountyId": bounty, "humanId": who, "rating": 5, "comment": "Sharp photos, before the agreed hour."}
    review = call(agent, "POST", "/api/reviews", said)["review"]["id"]
    thanks = {"answer": "Thank you! The light was kind that morning."}
    call(worker, "POST", f"/api/reviews/{review}/answer", thanks)
    call(agent, "GET", f"/api/reviews?humanId={who}")
    call(agent, "GET", f"/api/escrow/{escrow}")
    call(agent, "GET", f"/api/escrow?bountyId={bounty}")
    call(worker, "GET", "/api/earnings/balance")
    person = worker.get("/api/account")["account"]["profileId"]
    tip = {"recipientId": person, "bountyId": bounty, "amount": 1, "description": "For the bus."}
    sent = call(agent, "POST", "/api/transfers/send", tip)
    call(agent, "GET", f"/api/transfers/{sent['transfer']['id']}")
    call(agent, "GET", "/api/transfers/mine")
    call(agent, "GET", "/api/wallet/report")
    call(agent, "POST", "/api/transfers/bulk-send", {"recipients": [{"recipientId": person, "amount": 1}]})
    take_out(call, agent, worker)
    call(agent, "GET", f"/api/bounties/{bounty}/receipt?format=json")
    call(agent, "POST", f"/api/bounties/{bounty}/receipt", **{"Idempotency-Key": "receipt-1"})
    collect(call, agent, worker)
    again(call, agent)


def take_out(call: Recorder, agent: Api, worker: Api) -> None:
    """Both give a bank account on the sandbox's page; money leaves the earnings, the wallet, and a deposit goes back."""
    for person in (worker, agent):
        page = call(person, "POST", "/api/payouts/onboarding")["onboardingUrl"]
        path = re.sub(r"^https?://[^/]+", "", page)
        answer = Api().call("POST", path, raw=b"account-number=000123456789", **{"Content-Type": FORM})
        assert answer.status == 302
    call(worker, "POST", "/api/earnings/withdraw", {"amountCents": 500})
    withdrawal = call(agent, "POST", "/api/wallet/withdraw", {"amountCents": 200})["withdrawal"]["id"]
    outflows.send(ids.decode("wdr", withdrawal))
    call(agent, "GET", f"/api/wallet/withdrawals/{withdrawal}")
    call(agent, "GET", "/api/wallet/withdrawals")
    owner = Account.objects.get(email="agent@example.com")
    call(agent, "GET", f"/api/wallet/invoices/{given_invoice(owner).public_id}")
    call(agent, "GET", "/api/wallet/invoices")
    page = re.sub(r"^https?://[^/]+", "", agent.post("/api/wallet/deposit", {"amount": 10})["checkoutUrl"])
    assert Api().call("POST", page, raw=CARD, **{"Content-Type": FORM}).status == 302
    quote = agent.get("/api/wallet/funding-refunds")["refundable"][0]
    asked = {
        "fundingTransactionId": quote["fundingTransactionId"],
        "requestId": "refund-2026-1",
        "expectedPrincipalCents": quote["principalCents"],
        "expectedRefundAmountCents": quote["refundAmountCents"],
        "confirm": True,
    }
    call(agent, "POST", "/api/wallet/funding-refunds", asked)
    call(agent, "GET", "/api/wallet/funding-refunds")


def charge(call: Recorder, agent: Api) -> None:
    """Customers of the agent's own: a link, and an order that is paid and given back."""
    asked = {"amount": 40, "description": "Two hours of proofreading", "payerEmail": "payer@example.com"}
    link = call(agent, "POST", "/api/payment-links", asked)
    call(agent, "GET", f"/api/payment-links/{link['paymentLinkId']}")
    call(agent, "GET", "/api/payment-links")
    order = {"externalOrderId": "order-1042", "amount": 18.5, "description": "Flowers, delivered tomorrow"}
    order |= {"successUrl": "https://shop.example.com/thanks", "metadata": {"basket": ["roses"]}}
    made = call(agent, "POST", "/api/agent-checkouts", order)["checkout"]
    page = re.sub(r"^https?://[^/]+", "", made["checkoutUrl"])
    assert Api().call("POST", page, raw=CARD, **{"Content-Type": FORM}).status == 302
    call(agent, "GET", f"/api/agent-checkouts/{made['id']}")
    call(agent, "GET", "/api/agent-checkouts?externalOrderId=order-1042")
    call(agent, "POST", f"/api/agent-checkouts/{made['id']}/refund")


def collect(call: Recorder, agent: Api, worker: Api) -> None:
    """A photo collection with one accepted picture."""
    words = {"consentText": "You agree that we use the photo.", "confirmationMessage": "Thank you for the photo."}
    task = {"title": "Photos of door handles", "description": "Any door.", "price": 1, "estimatedHours": 0.1}
    task |= {"submissionMode": "photo_upload", "photoSubmission": words | {"maxImages": 1}}
    bounty = agent.post("/api/bounties", task)["bountyId"]
    out = io.BytesIO()
    Image.effect_noise((64, 64), 50).save(out, "JPEG")
    photo = SimpleUploadedFile("handle.jpg", out.getvalue(), content_type="image/jpeg")
    path = f"/api/bounties/{bounty}/applications"
    sent = worker.upload(path, {"consent": "true", "files": [photo], "kinds": ["upload"]})
    assert sent.status == 200, sent.body
    assert agent.patch(f"{path}/{sent['application']['id']}", {"action": "accept"}).status == 200
    call(agent, "GET", f"{path}/dataset?format=json")


def hire_by_name(call: Recorder, agent: Api, worker: Api) -> None:
    """A rental and a personal bounty of one person; the second is paid in a second step."""
    who = worker.account.public_profile_id
    errand = {"humanId": who, "taskTitle": "Queue for an hour", "taskDescription": "At Rua Augusta 100.", "price": 2}
    call(agent, "POST", "/api/escrow/agent-checkout", errand | {"fundingMethod": "wallet"})
    task = {
        "humanId": who,
        "title": "Translate a menu",
        "description": "Two pages, Portuguese to English.",
        "completionCriteria": "Every dish has an English name.",
        "price": 3,
        "deadline": (clock.now() + timedelta(days=3)).isoformat(),
        "fundingMethod": "checkout",
    }
    bounty = call(agent, "POST", "/api/escrow/personal-bounty", task)["bountyId"]
    call(agent, "POST", f"/api/bounties/{bounty}/enterprise-payment")
    call(agent, "GET", "/api/escrow/agent-rentals?limit=1")


def talk(call: Recorder, agent: Api, worker: Api, conversation: str) -> None:
    path = f"/api/conversations/{conversation}"
    call(agent, "POST", f"{path}/messages", {"content": "Could you be there before nine?"})
    call(worker, "GET", f"{path}/messages")
    worker.post(f"{path}/messages", {"content": "Yes, at half past eight."})
    call(agent, "GET", path)
    call(agent, "GET", "/api/conversations?unreadByAgent=false&limit=1")
    call(worker, "POST", f"{path}/completion-claim")
    call(agent, "PATCH", path, {"status": "archived"})


def again(call: Recorder, agent: Api) -> None:
    """What the straight way does not pass: a review by hand, a cancelled seat, a cancelled bounty."""
    task = {"title": "Call a shop", "description": "Ask when it opens.", "price": 3, "estimatedHours": 0.25}
    reviewed, bounty, seat = _seat(agent, task)
    sent = reviewed.post(f"/api/bounties/{bounty}/submissions", {"textEvidence": "At nine."})
    path = f"/api/bounties/{bounty}/submissions/{sent['submission']['id']}"
    call(agent, "PATCH", path, {"action": "approve"})
    _, _, seat = _seat(agent, task)
    call(agent, "POST", f"/api/escrow/{seat}/cancel")
    _, bounty, seat = _seat(agent, task)
    seat_of = agent.get(f"/api/bounties/{bounty}/applications")["applications"][0]["id"]
    call(agent, "POST", f"/api/bounties/{bounty}/applications/{seat_of}/expire", {"reason": "No answer."})
    disputes.walk(call, agent, task, _seat)
    cancel_tip(call)
    unwanted = agent.post("/api/bounties", task)["bountyId"]
    call(agent, "DELETE", f"/api/bounties/{unwanted}", {"reason": "task_no_longer_needed"})


def cancel_tip(call: Recorder) -> None:
    """A tip for which the wallet is short waits for its page; its sender thinks better of it."""
    seat = given_released(agent=given_funded_agent(690))
    tip = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": 4}
    sent = seat.agent.post("/api/transfers/send", tip)["transfer"]["id"]
    call(seat.agent, "POST", f"/api/transfers/{sent}/cancel")


def _seat(agent: Api, task: dict[str, Any]) -> tuple[Api, str, str]:
    """A confirmed seat of a new bounty: the worker, the bounty, the escrow."""
    worker, bounty = given_worker(), agent.post("/api/bounties", task)["bountyId"]
    application = worker.post(f"/api/bounties/{bounty}/applications", {})["application"]["id"]
    escrow = agent.patch(f"/api/bounties/{bounty}/applications/{application}", {"action": "accept"})["escrowId"]
    assert worker.post(f"/api/bounties/{bounty}/applications/{application}/confirm").status == 200
    return worker, bounty, escrow
