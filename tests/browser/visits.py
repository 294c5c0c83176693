"""What there is to open in a browser, and as whom: pages of the market, those that no class of ours answers, and other states."""

from typing import NamedTuple

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.test import Client

from marketplace.core import clock
from marketplace.models import Account
from marketplace.selectors import guides
from tests import oauth_client
from tests.api import Api
from tests.factories.accounts import PASSWORD, given_agent, given_worker
from tests.factories.market import (
    given_application,
    given_bounty,
    given_charged,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_payouts,
    given_released,
)
from tests.house.strangers import EVIL, Row
from tests.house.test_strangers import OTHERS
from wallet.services import checkouts

# A long word, Arabic, and pictures: what people write.
ODD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen مرحبا بالعالم 🥐🥖"
WALLET = "/owner/wallet"


class Visit(NamedTuple):
    """A page, and the session of who opens it; without one it is a stranger."""

    path: str
    session: str = ""


def session_of(client: Client) -> str:
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def signed_in(account: Account) -> str:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return session_of(client)


def of_the_market(market: list[Row]) -> list[Visit]:
    """Each of its pages, but for what a browser saves."""
    sessions, made = {"": ""}, []
    for row in market:
        for name in () if row.is_file else row.readers:
            person = row.people[name]
            who = person.account.public_id if person is not None else ""
            if person is not None and who not in sessions:
                sessions[who] = signed_in(person.account)
            made.append(Visit(row.path, sessions[who]))
    return made


def given_others() -> list[Visit]:
    """What the market has no row for."""
    without_data = [*OTHERS, "/jobs?q=nothing-like-it", "/people?skill=nothing-like-it"]
    guide = [f"/docs/{one.name}" for one in guides.GUIDES]
    return [
        *(Visit(path) for path in (*without_data, *guide)),
        *given_payments(),
        *given_sign_ins(),
        *given_states(),
        *given_money(),
    ]


def given_payments() -> list[Visit]:
    """A checkout in each of its states, a link that somebody's customer pays, a picture to fund, where a bank account is given."""
    agent, paid_out = given_agent(name=EVIL[:60]), given_agent()
    made = []
    for action in ("", "pay", "cancel"):
        row = checkouts.open_checkout(account_id=agent.account.pk, purpose="deposit", cents=2550, description=EVIL)
        made.append(Visit(f"/checkout/{row.public_id}"))
        if action:
            payer = oauth_client.Browser()
            payer.open(made[-1].path)
            card = {"cc-number": "4242 4242 4242 4242", "cc-exp": "12/40", "cc-csc": "123", "cc-name": "A. Payer"}
            payer.send(action=action, **card)
            row.refresh_from_db()
            assert row.status == {"pay": "paid", "cancel": "cancelled"}[action]
    link = agent.post("/api/payment-links", {"amount": 40.5, "description": EVIL})["checkoutUrl"]
    wanted = {"location": "Ferry Building", "subject": EVIL[:100], "tier": "standard"}
    picture = given_funded_agent(500).post("/api/picture-of-sf", wanted, Idempotency_Key="picture-of-a-page")
    given_payouts(paid_out)
    onboarding = [person.post("/api/payouts/onboarding")["onboardingUrl"] for person in (agent, paid_out)]
    return made + [Visit("/" + address.split("/", 3)[3]) for address in (link, picture["fundingUrl"], *onboarding)]


def given_sign_ins() -> list[Visit]:
    """Halfway into an account, and what asks for a password or a second factor."""
    known = given_worker(email="ada@example.com").account.email
    made = []
    for start, fields, after in (
        ("/account/login/code", {"email": known}, "/account/login/code/confirm"),
        ("/account/password/reset", {"email": known}, "/account/password/reset/confirm"),
        ("/join", {"email": "new@example.com", "country": "PT", "password1": PASSWORD}, "/account/verify"),
    ):
        stranger = oauth_client.Browser()
        stranger.open(start)
        stranger.send(**fields)
        made.append(Visit(after, session_of(stranger.client)))
    plain, careful = [oauth_client.given_person(name=EVIL[:60]) for _ in range(2)]
    TOTP.activate(careful.account, generate_totp_secret())  # type: ignore[attr-defined]
    RecoveryCodes.activate(careful.account)  # type: ignore[attr-defined]
    halfway = oauth_client.Browser()
    halfway.open("/account/login")
    halfway.send(login=careful.account.email, password=PASSWORD)  # type: ignore[attr-defined]
    asks = oauth_client.Program(EVIL).asks()
    own = ("password/change", "reauthenticate", "second-factor/app", "logout")
    behind = ("second-factor/again", "second-factor/app/remove", "second-factor/codes", "second-factor/codes/new")
    return [
        *made,
        *(Visit(f"/account/{path}", session_of(plain.client)) for path in own),
        Visit(asks, session_of(plain.client)),
        *(Visit(f"/account/{path}", session_of(careful.client)) for path in behind),
        Visit("/account/second-factor", session_of(halfway.client)),
    ]


def given_states() -> list[Visit]:
    """A job's people in each state, as who does it and as who pays, in long words."""
    agent = given_funded_agent(200_000)
    terms = {"completion_criteria": f"- {ODD}\n- The door is shut", "evidence_types": ["photo"], "description": ODD}
    job = given_bounty(agent, title=f"Photograph a shop {ODD}", spots_available=9, **terms)
    waiting = given_worker(name=f"Inês {ODD[:30]}")
    offered = given_application(job, waiting, words=ODD, proposed_price_cents=450)[1]
    made = (given_hired, given_confirmed, given_delivered, given_completed, given_released)
    seats = [make(agent=agent, bounty=job, worker=given_worker(name=f"Rui {ODD[:30]}")) for make in made]
    people = [(waiting, offered), *((seat.worker, seat.application) for seat in seats)]
    owner, base = signed_in(agent.account), f"/owner/jobs/{job.public_id}"
    lists = ("", "/applicants", "/applicants?status=accepted&sort=stars", "/evidence", "/evidence?status=rejected")
    return [
        Visit("/owner/jobs?q=nothing-like-it", owner),
        *(Visit(f"{base}{path}", owner) for path in lists),
        *(Visit(f"{base}/people/{row.public_id}", owner) for _, row in people),
        *(Visit(f"/work/{row.public_id}", signed_in(person.account)) for person, row in people),
    ]


def given_money() -> list[Visit]:
    """A wallet with something of everything, in long words, and one with nothing."""
    agent, empty = given_books(), given_agent()
    link = agent.get("/api/payment-links")["paymentLinks"][0]["paymentLinkId"]
    seat = agent.get("/api/escrow?status=released")["escrows"][0]["id"]
    full = (
        *("", "/add", "/statement", "/statement?from=x", "/spending", "/controls", "/receipts", "/links", "/refunds"),
        *(f"/receipts/{clock.now():%Y-%m}", f"/links/{link}", "/transfers", "/withdraw", "/withdraw?amount=5"),
        f"/transfers/send?seat={seat}&amount=1",
    )
    session, nothing = signed_in(agent.account), signed_in(empty.account)
    return [
        *(Visit(f"{WALLET}{path}", session) for path in full),
        *(Visit(f"{WALLET}{path}", nothing) for path in ("", "/statement", "/spending")),
    ]


def given_books() -> Api:
    agent = given_agent(name=f"Bot {ODD[:30]}")
    given_charged(agent, 50_000)
    for number, category in enumerate(("creative-gigs", "", "creative-gigs")):
        bounty = given_bounty(
            agent, title=f"Photograph {number} {ODD}", price_cents=700 * (number + 1), category=category
        )
        seat = given_released(agent=agent, bounty=bounty, worker=given_worker(name=f"Inês {number} {ODD[:40]}"))
    given_delivered(agent=agent)
    given_payouts(agent)
    who = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id}
    agent.post("/api/transfers/send", who | {"amount": 1, "description": ODD})
    agent.post("/api/payment-links", {"amount": 40, "description": ODD})
    agent.post("/api/wallet/withdraw", {"amountCents": 500})
    limits = {"spendingCapRolling24hCents": 6000, "spendingCapRolling7dCents": 5000, "spendingCapPerBountyCents": 9000}
    agent.patch("/api/wallet/controls", limits)
    return agent
