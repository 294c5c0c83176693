"""One open row of every kind of call to the outside world, whose provider would answer at once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Application, MicSample, Rewrite
from bounties.services import autoreview, checks, detection
from humans.models import SpeechAttempt
from humans.services import proficiency
from marketplace.core import clock, ids, transactions
from marketplace.core.actor import Actor
from marketplace.models import Export, Push
from marketplace.services import exports, mail_templates, mails, pushes
from marketplace.services.followups import Followup
from tests.factories.accounts import given_agent, given_worker
from tests.factories.devices import given_phone
from tests.factories.humanizations import MACHINE, given_humanization, hand_in
from tests.factories.market import acting, given_bounty, given_charged, given_funded_agent, given_payouts
from tests.factories.mpp import DECLINED, GOOD, given_quote, token
from tests.factories.voices import wav
from tests.wallet.conftest import given_checkout
from tests.wallet.rails import Sandbox
from tests.wallet.test_topups import given_low
from wallet.models import Outflow, Payment
from wallet.providers.chain import Authorization
from wallet.rules.x402 import ATOMS_PER_CENT
from wallet.selectors import mpp
from wallet.services import mpp_charges, outflows, pages, signed_payments, topups


@dataclass(frozen=True)
class Kind:
    """`given()` makes the row; `ended` is its column and the value that the answer leaves there."""

    followup: Followup[Any, Any]
    given: Callable[[], Any]
    ended: tuple[str, Any]
    is_money: bool = False

    def due(self) -> Any:
        """A row that is due now."""
        row = self.given()
        type(row).objects.filter(pk=row.pk).update(**{self.followup.due: clock.now()})
        row.refresh_from_db()
        return row

    def has_ended(self, row: Any) -> bool:
        row.refresh_from_db()
        return bool(getattr(row, self.ended[0]) == self.ended[1])


def mail() -> Any:
    return mails.write(to="ada@example.com", subject="Hello", text="Hello Ada.")


def push() -> Any:
    account = given_worker().account
    given_phone(account)
    mail_templates.send(account, "nudge", title="Shop front", work_url="/work/app_1")
    return Push.objects.get(account=account)


def payout(bank: str = "000123456789") -> Outflow:
    agent = given_funded_agent(1000)
    given_payouts(agent, bank)
    assert agent.post("/api/wallet/withdraw", {"amountCents": 400}).status == 200
    return Outflow.objects.get(account=agent.account)


def refund() -> Outflow:
    agent = given_agent()
    payment = given_charged(agent, 2000)
    assert isinstance(payment, Payment)
    return transactions.unit(
        lambda: outflows.begin(
            by=Actor.system(),
            account_id=agent.account.pk,
            kind="funding_refund",
            rail="card",
            cents=400,
            payment=payment,
        )
    )


def top_up(card: str = "4242424242424242") -> Any:
    agent = given_low(card)
    return transactions.unit(lambda: topups._begin(agent.account.pk))


def card_token(card: str = GOOD) -> Any:
    quote = mpp.find_quote(given_quote(given_agent())["quote"])
    return mpp_charges.claim(quote.pk, token(card))[0]


def signed_payment() -> Any:
    """See `chain_says`."""
    nonce = "0x" + ids.new().hex * 2
    signed = Authorization("eip155:84532", "0xa", "0xb", nonce, "0xc", 500 * ATOMS_PER_CENT, 2**40)
    return signed_payments.record_new(
        signed, kind="deposit", cents=500, account_id=given_agent().account.pk, applicant={}
    )


def page() -> Any:
    checkout = given_checkout(given_agent())
    assert Sandbox().pay_unheard(checkout)
    return checkout


def text(words: str | None = None) -> Rewrite:
    _, row = given_humanization()
    assert hand_in(given_worker(), row, *([words] if words else [])).status == 200
    return Rewrite.objects.get(humanization=row)


def application() -> Application:
    bounty = given_bounty(given_funded_agent(), required_links=[{"type": "github"}])
    link = {"type": "github", "url": "https://github.com/me"}
    assert given_worker().post(f"/api/bounties/{bounty.public_id}/applications", {"links": [link]}).status == 200
    return Application.objects.get(bounty=bounty)


def microphone() -> MicSample:
    bounty, worker = given_bounty(given_funded_agent(), mic_check_required=True), given_worker()
    kept = checks.keep_sample(SimpleUploadedFile("voice.wav", wav(1)))
    transactions.unit(lambda: checks.record(acting(worker), bounty.public_id, kept))
    return MicSample.objects.get(bounty=bounty)


def speech() -> SpeechAttempt:
    wanted = {"language": "en", "minimumCefr": "B2"}
    bounty, worker = given_bounty(given_funded_agent(), language_requirement=wanted), given_worker()
    kept = proficiency.keep(acting(worker), SimpleUploadedFile("voice.wav", wav(5, mark="B2")), language="en")
    return transactions.unit(lambda: proficiency.begin(acting(worker), kept, language="en", bounty_id=bounty.pk))


def export() -> Export:
    return exports.request(acting(given_worker()))


KINDS = {
    "export": Kind(exports.MAKING, export, ("next_attempt_at", None)),
    "mail": Kind(mails.SENDING, mail, ("next_attempt_at", None)),
    "push": Kind(pushes.SENDING, push, ("outcome", "sent")),
    "payout": Kind(outflows.SENDING, payout, ("status", "paid"), is_money=True),
    "payout refused": Kind(outflows.SENDING, lambda: payout("000111111116"), ("status", "failed"), is_money=True),
    "refund": Kind(outflows.SENDING, refund, ("status", "paid"), is_money=True),
    "top-up": Kind(topups.CHARGING, top_up, ("status", "succeeded"), is_money=True),
    "top-up declined": Kind(topups.CHARGING, lambda: top_up("4000000000000341"), ("status", "failed"), is_money=True),
    "card token": Kind(mpp_charges.CHARGING, card_token, ("status", "paid"), is_money=True),
    "card token declined": Kind(
        mpp_charges.CHARGING, lambda: card_token(DECLINED), ("status", "failed"), is_money=True
    ),
    "signed payment": Kind(signed_payments.SETTLING, signed_payment, ("status", "settled"), is_money=True),
    "page": Kind(pages.COLLECTING, page, ("status", "paid")),
    "text": Kind(detection.SCORING, text, ("decision", "approved")),
    "text by a machine": Kind(detection.SCORING, lambda: text(MACHINE), ("decision", "rejected")),
    "application": Kind(autoreview.REVIEWING, application, ("status", "accepted")),
    "microphone": Kind(checks.MEASURING, microphone, ("status", "scored")),
    "speech": Kind(proficiency.SCORING, speech, ("status", "scored")),
}
