"""Every list of the interface with exactly as many rows as a test asks for."""

from collections.abc import Callable
from dataclasses import dataclass

from bounties.rules.simulated_people import PEOPLE
from marketplace.models import Connector
from marketplace.services import keys, mails, members
from tests.api import Answer, Api
from tests.contract import qa
from tests.contract.cells import ARRIVED
from tests.contract.products import CAKE
from tests.contract.scenario import HOOK
from tests.factories.accounts import given_agent, given_worker
from tests.factories.approvals import given_asking_agent, posting
from tests.factories.conversations import given_talk
from tests.factories.hiring import given_hired_by_name
from tests.factories.invoices import given_invoice
from tests.factories.market import (
    acting,
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_money,
    given_payouts,
    given_released,
    given_review,
)
from tests.factories.members import given_invited
from tests.factories.plays import Stage
from tests.factories.services import given_approved, given_service
from tests.factories.taste import RUN
from webhooks.services import endpoints


@dataclass
class Listed:
    """A list of exactly as many rows as were asked for, as somebody sees it."""

    caller: Api
    path: str
    plural: str
    maximum: int = 100

    def get(self, query: str = "") -> Answer:
        return self.caller.get(self.path + (("&" if "?" in self.path else "?") + query if query else ""))

    def ids(self, answer: Answer) -> list[str]:
        assert answer.status == 200, answer.body
        return [
            row.get("id") or row.get("deliveryId") or row.get("paymentLinkId") or row["humanId"]
            for row in answer[self.plural]
        ]


def of_keys(rows: int) -> Listed:
    agent = given_agent()
    for number in range(rows - 1):
        keys.issue(agent.account, f"key {number}")
    return Listed(agent, "/api/keys", "keys")


def of_connectors(rows: int) -> Listed:
    agent = given_agent()
    Connector.objects.bulk_create(Connector(account=agent.account, name=f"Program {number}") for number in range(rows))
    return Listed(agent, "/api/connectors", "connectors")


def of_activity(rows: int) -> Listed:
    agent = given_agent()
    for number in range(rows):
        assert agent.post("/api/payment-links", {"amount": 1 + number, "description": "A"}).status == 200
    return Listed(agent, "/api/activity", "activity", maximum=200)


def of_invitations(rows: int) -> Listed:
    owner = given_worker()
    for number in range(rows):
        members.invite(acting(owner), email=f"person{number}@example.org", role="viewer")
    return Listed(owner, "/api/members/invitations", "invitations")


def of_memberships(rows: int) -> Listed:
    person = given_worker()
    for _ in range(rows):
        members.accept(acting(person), given_invited(given_agent(), person.account.email))
    return Listed(person, "/api/memberships", "memberships")


def of_endpoints(rows: int) -> Listed:
    agent = given_agent()
    for number in range(rows):
        endpoints.create(acting(agent), url=f"{HOOK}/{number}", events=["*"])
    return Listed(agent, "/api/webhooks/endpoints", "endpoints")


def of_deliveries(rows: int) -> Listed:
    agent = given_agent()
    endpoint, _ = endpoints.create(acting(agent), url=HOOK, events=["*"])
    for _ in range(rows):
        endpoints.send_test(acting(agent), endpoint.public_id)
    return Listed(agent, "/api/webhooks/deliveries", "deliveries", maximum=200)


def of_transactions(rows: int) -> Listed:
    agent = given_agent()
    for number in range(rows):
        given_money(agent, 100 + number)
    return Listed(agent, "/api/wallet/transactions", "transactions")


def of_withdrawals(rows: int) -> Listed:
    agent = given_funded_agent()
    given_payouts(agent)
    for number in range(rows):
        assert agent.post("/api/wallet/withdraw", {"amountCents": 100 + number}).status == 200
    return Listed(agent, "/api/wallet/withdrawals", "withdrawals")


def of_invoices(rows: int) -> Listed:
    agent = given_agent()
    for number in range(rows):
        given_invoice(agent.account, number + 1)
    return Listed(agent, "/api/wallet/invoices", "invoices")


def of_payment_links(rows: int) -> Listed:
    agent = given_agent()
    for number in range(rows):
        assert agent.post("/api/payment-links", {"amount": 1 + number, "description": "A"}).status == 200
    return Listed(agent, "/api/payment-links", "paymentLinks")


def of_approvals(rows: int) -> Listed:
    agent = given_asking_agent()
    for number in range(rows):
        assert posting(agent, f"key {number}").status == 202
    return Listed(agent, "/api/approvals", "approvals")


def of_agent_checkouts(rows: int) -> Listed:
    agent = given_agent()
    for number in range(rows):
        order = {"externalOrderId": f"order-{number}", "amount": 1, "description": "A"}
        assert agent.post("/api/agent-checkouts", order).status == 200
    return Listed(agent, "/api/agent-checkouts", "checkouts")


def of_transfers(rows: int) -> Listed:
    seat = given_released(agent=given_funded_agent(), price_cents=5000)
    tip = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": 1}
    for _ in range(rows):
        assert seat.agent.post("/api/transfers/send", tip).status == 200
    return Listed(seat.agent, "/api/transfers/mine", "transfers")


def of_disputes(rows: int) -> Listed:
    agent = given_funded_agent()
    for number in range(rows):
        seat = given_delivered(agent=agent)
        body = {"category": "other", "description": f"No {number}."}
        made = agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", body)
        assert agent.post(f"/api/disputes/{made['dispute']['id']}/evidence", {"text": "Look."}).status == 200
    return Listed(agent, "/api/disputes", "disputes")


def of_escrows(rows: int) -> Listed:
    agent = given_funded_agent()
    for _ in range(rows):
        given_bounty(agent)
    return Listed(agent, "/api/escrow", "escrows")


def of_rentals(rows: int) -> Listed:
    agent, worker = given_funded_agent(), given_worker()
    for _ in range(rows):
        given_hired_by_name(agent, worker)
    return Listed(agent, "/api/escrow/agent-rentals", "rentals")


def of_humans(rows: int) -> Listed:
    for _ in range(rows):
        given_worker()
    return Listed(Api(), "/api/humans", "humans", maximum=24)


def of_taste_humans(rows: int) -> Listed:
    for _ in range(rows):
        given_worker()
    return Listed(Api(), "/api/humans/taste", "humans", maximum=24)


def of_blocks(rows: int) -> Listed:
    return _related(rows, "/api/humans/blocks", "blocks")


def of_preferred(rows: int) -> Listed:
    return _related(rows, "/api/humans/preferred", "preferred")


def _related(rows: int, path: str, plural: str) -> Listed:
    agent = given_agent()
    for _ in range(rows):
        assert agent.post(path, {"humanId": given_worker().account.public_profile_id}).status == 200
    return Listed(agent, path, plural)


def of_reviews(rows: int) -> Listed:
    worker, agent = given_worker(), given_agent()
    for _ in range(rows):
        given_review(human=worker.account, author=agent.account)
    return Listed(Api(), f"/api/reviews?humanId={worker.account.public_profile_id}", "reviews")


def of_own_services(rows: int) -> Listed:
    worker = given_worker()
    for number in range(rows):
        given_service(worker, title=f"No. {number}")
    return Listed(worker, "/api/services", "services")


def of_subscriptions(rows: int) -> Listed:
    return _booked(rows, "subscriptions", "subscriptions")


def of_service_bookings(rows: int) -> Listed:
    return _booked(rows, "agent-bookings", "bookings")


def _booked(rows: int, path: str, plural: str) -> Listed:
    agent = given_funded_agent()
    for _ in range(rows):
        given_approved(agent)
    return Listed(agent, f"/api/services/{path}", plural)


def of_bounties(rows: int) -> Listed:
    agent = given_funded_agent()
    for _ in range(rows):
        given_bounty(agent)
    return Listed(Api(), "/api/bounties", "bounties")


def of_own_bounties(rows: int) -> Listed:
    return Listed(given_owner_of(rows), "/api/bounties?mine=true", "bounties")


def given_owner_of(rows: int) -> Api:
    agent = given_funded_agent()
    for _ in range(rows):
        given_bounty(agent)
    return agent


def of_applications(rows: int) -> Listed:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    for _ in range(rows):
        given_application(bounty)
    return Listed(agent, f"/api/bounties/{bounty.public_id}/applications", "applications")


def of_work(rows: int) -> Listed:
    agent, worker = given_funded_agent(), given_worker()
    for number in range(rows):
        bounty = given_bounty(agent)
        _, application = given_application(bounty, worker)
        if number % 2 == 0:
            accepted = agent.patch(
                f"/api/bounties/{bounty.public_id}/applications/{application.public_id}", {"action": "accept"}
            )
            assert accepted.status == 200
    return Listed(worker, "/api/work", "applications")


def of_submissions(rows: int) -> Listed:
    seat = given_confirmed()
    path, sent = f"/api/bounties/{seat.bounty.public_id}/submissions", ""
    for number in range(rows):
        if number:
            seat.agent.patch(f"{path}/{sent}", {"action": "request_redo", "response": "Sharper."})
        sent = seat.worker.post(path, {"textEvidence": f"Try {number}"})["submission"]["id"]
    return Listed(seat.agent, path, "submissions")


def of_attendance(rows: int) -> Listed:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=max(rows, 1))
    for _ in range(rows):
        seat = given_confirmed(agent=agent, bounty=bounty)
        path = f"/api/bounties/{bounty.public_id}/attendance"
        assert seat.worker.post(path, ARRIVED).status == 200
    return Listed(agent, f"/api/bounties/{bounty.public_id}/attendance", "sessions")


def of_conversations(rows: int) -> Listed:
    agent = given_funded_agent()
    for _ in range(rows):
        given_talk(agent)
    return Listed(agent, "/api/conversations", "conversations")


def of_messages(rows: int) -> Listed:
    talk = given_talk()
    for number in range(rows - 1):  # the cover letter is one
        talk.by_agent(f"Message {number}")
    return Listed(talk.worker, f"{talk.path}/messages", "messages")


def of_mails(rows: int) -> Listed:
    reader = Api()
    reader.address = "127.0.0.1"
    for number in range(rows):
        mails.write(to="someone@example.com", subject=f"Mail {number}", text="Hello.")
    return Listed(reader, "/api/sandbox/mail?to=someone@example.com", "mails")


def of_plays(rows: int) -> Listed:
    stage = Stage()
    for person in list(PEOPLE)[:rows]:
        stage.play(person)
    return Listed(stage.agent, "/api/sandbox/plays", "plays")


def of_cakes(rows: int) -> Listed:
    agent = given_agent()
    for _ in range(rows):
        assert agent.post("/api/cake-orders/quote", CAKE).status == 200
    return Listed(agent, "/api/cake-orders", "orders")


def of_taste_runs(rows: int) -> Listed:
    agent = given_funded_agent()
    for number in range(rows):
        answer = agent.post("/api/v1/taste/runs", RUN, **{"Idempotency-Key": f"taste-run-{number}"})
        assert answer.status == 200, answer.body
    return Listed(agent, "/api/v1/taste/runs", "runs")


LISTS: dict[str, Callable[[int], Listed]] = {
    "listKeys": of_keys,
    "listConnectors": of_connectors,
    "listActivity": of_activity,
    "listInvitations": of_invitations,
    "listMemberships": of_memberships,
    "listWebhookEndpoints": of_endpoints,
    "listWebhookDeliveries": of_deliveries,
    "listWalletTransactions": of_transactions,
    "listWithdrawals": of_withdrawals,
    "listInvoices": of_invoices,
    "listPaymentLinks": of_payment_links,
    "listAgentCheckouts": of_agent_checkouts,
    "listTransfers": of_transfers,
    "listApprovals": of_approvals,
    "listDisputes": of_disputes,
    "listEscrows": of_escrows,
    "listRentals": of_rentals,
    "searchHumans": of_humans,
    "browseTasteHumans": of_taste_humans,
    "listBlocked": of_blocks,
    "listPreferred": of_preferred,
    "listReviews": of_reviews,
    "listOwnServices": of_own_services,
    "listSubscriptions": of_subscriptions,
    "listServiceBookings": of_service_bookings,
    "listBounties": of_bounties,
    "listBounties (mine)": of_own_bounties,
    "listApplications": of_applications,
    "listWork": of_work,
    "listSubmissions": of_submissions,
    "listAttendance": of_attendance,
    "listConversations": of_conversations,
    "listMessages": of_messages,
    "listCakeOrders": of_cakes,
    "listTasteRuns": of_taste_runs,
    "sandboxMail": of_mails,
    "sandboxPlays": of_plays,
    "listQaTemplates": lambda rows: Listed(*qa.templates_of(rows)),
    "listQaRuns": lambda rows: Listed(*qa.runs_of(rows)),
}
