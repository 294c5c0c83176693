"""Pages whose address is the key: whoever has it sees the page, whoever they are; without it nobody does, its owner neither. Beside
them the receipt, which takes a key of its owner or their session."""

from collections.abc import Callable

import pytest

from tests.api import Api
from tests.bounties.test_pictures import ask
from tests.factories.accounts import given_worker
from tests.factories.market import given_funded_agent, given_payouts, given_released, untouched
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db


def checkout(owner: Api) -> str:
    return str(owner.post("/api/wallet/deposit", {"amount": 25})["checkoutUrl"])


def paid_out(owner: Api) -> str:
    given_payouts(owner)
    return str(owner.post("/api/payouts/onboarding")["onboardingUrl"])


def picture(owner: Api) -> str:
    return str(ask(owner, tier="express", idempotencyKey="pic-1")["fundingUrl"])


@pytest.mark.main
@pytest.mark.parametrize(
    ("made", "words"), [(checkout, "$25.00"), (paid_out, "You can be paid"), (picture, "The clock tower")]
)
def test_a_page_whose_address_is_the_key_is_the_same_for_everybody_who_has_it(
    made: Callable[[Api], str], words: str
) -> None:
    owner, other = given_funded_agent(100), given_worker()
    path = "/" + made(owner).split("/", 3)[3]
    another = path[:-4] + ("aaaa" if path[-4:] != "aaaa" else "bbbb")

    for who in (None, other.account, owner.account):
        seen = Visitor(who).open(path)
        assert seen.status == 200 and words in seen.text, (who, seen.text)
        assert str(owner.account.email) not in seen.html, "the address names no account"
        with untouched():
            assert Visitor(who).open(another).status == 404


def test_a_receipt_is_read_with_a_key_or_the_session_of_its_owner_and_by_nobody_else() -> None:
    seat = given_released()
    api, page = f"/api/bounties/{seat.bounty.public_id}/receipt", f"/owner/jobs/{seat.bounty.public_id}/receipt"
    assert seat.agent.get(api).status == 200 and Visitor(seat.agent.account).open(page).status == 200

    other = given_funded_agent()

    with untouched():
        assert Api().get(api).status == 401
        assert Visitor().open(page).path.startswith("/account/login")
        for stranger in (other, seat.worker):
            assert stranger.get(api).status == 403
            assert Visitor(stranger.account).open(page).status == 403
