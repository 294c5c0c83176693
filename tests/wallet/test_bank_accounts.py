"""What is kept of the bank account that money is paid out to, and what of a change its owner is told."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.scopes import FOR_HIRING
from marketplace.models import Account, Call, Mail
from marketplace.selectors import accounts as account_reads
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import untouched
from wallet import providers
from wallet.errors import ProviderUnavailable
from wallet.models import ProviderAccount
from wallet.providers.cards import Recipient
from wallet.selectors import bank_accounts as reads
from wallet.services import bank_accounts, payouts
from wallet.tasks import look_at_bank_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
Says = Callable[..., None]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def provider_says(monkeypatch: pytest.MonkeyPatch) -> Says:
    """The provider is not the sandbox; what it answers about everybody."""
    monkeypatch.setattr(providers.SandboxCards, "name", "real")

    def says(*answers: Recipient) -> None:
        left = list(answers)
        monkeypatch.setattr(
            providers.SandboxCards, "recipient", lambda *_: left.pop(0) if len(left) > 1 else next(iter(left))
        )

    return says


def given_row(*, was_paid: bool = False, api: Api | None = None) -> ProviderAccount:
    agent = api or given_agent()
    if was_paid:
        Account.objects.filter(pk=agent.account.pk).update(payouts_onboarded_at=clock.now())
    row: ProviderAccount = ProviderAccount.objects.create(
        account=agent.account, provider="real", payout_ref=f"acct_{agent.account.pk.hex[-9:]}"
    )
    return row


def told(row: ProviderAccount) -> list[str]:
    return list(
        Mail.objects.filter(to=row.account.email, text__contains="- Bank account: ")
        .order_by("created_at")
        .values_list("subject", flat=True)
    )


def lines(row: ProviderAccount) -> list[str]:
    rows = Call.objects.filter(account=row.account, operation="giveBankAccount").order_by("created_at")
    return list(rows.values_list("note", flat=True))


FIRST, SECOND = Recipient(True, "ba_1", "4242"), Recipient(True, "ba_2", "6789")


# ------------------------------------------------------------------ of before it was kept


def test_the_first_look_at_a_bank_account_of_before_is_no_change(provider_says: Says) -> None:
    agent = given_agent()
    row = given_row(was_paid=True, api=agent)
    bank_accounts.note_asker(Actor(agent.account, "key", key=agent.account.keys.get()), row)
    provider_says(FIRST)

    payouts.poll(row)

    row.refresh_from_db()
    assert (row.bank_ref, row.bank_last4, row.bank_given_at, row.bank_given_by) == ("ba_1", "4242", None, "")
    assert (told(row), lines(row)) == ([], [])
    shown = reads.shown(agent.account.pk)
    assert shown is not None and (shown.last4, shown.given_at, shown.asked_by) == ("4242", None, "")


def test_after_the_first_look_each_other_one_is_told_also_when_one_was_taken_away_between(provider_says: Says) -> None:
    row = given_row(was_paid=True)
    for answer in (FIRST, Recipient(True), SECOND):
        provider_says(answer)
        payouts.poll(row)

    row.refresh_from_db()
    assert (row.bank_ref, row.bank_given_at is not None) == ("ba_2", True)
    (mail,) = told(row)
    assert "you are paid to the bank account ending 6789 now" in mail
    assert lines(row) == ["Bank account: ending 6789; its page was last asked for by nobody that is known here"]


def test_somebody_whose_bank_account_was_taken_away_is_shown_none(provider_says: Says) -> None:
    row = given_row()
    for answer in (FIRST, Recipient(True)):
        provider_says(answer)
        payouts.poll(row)

    assert reads.shown(row.account_id) is None


def test_after_an_upgrade_each_person_of_before_is_looked_at_once(provider_says: Says) -> None:
    rows = [given_row(was_paid=True) for _ in range(3)]
    gone = given_row(was_paid=True)
    Account.objects.filter(pk=gone.account_id).update(closed_at=clock.now(), is_active=False)
    nobody = ProviderAccount.objects.create(account=given_agent().account, provider="real")
    provider_says(FIRST)

    assert (look_at_bank_accounts(), look_at_bank_accounts()) == (3, 0)

    seen = set(ProviderAccount.objects.exclude(bank_looked_at=None).values_list("pk", "bank_ref"))
    assert seen == {(row.pk, "ba_1") for row in rows}
    assert all(told(row) == [] for row in [*rows, gone, nobody])
    provider_says(SECOND)
    payouts.on_webhook(rows[0].payout_ref)
    assert len(told(rows[0])) == 1


def test_one_who_cant_be_asked_keeps_the_others_from_nothing(
    provider_says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    away, row = given_row(was_paid=True), given_row(was_paid=True)

    def answer(_: object, reference: str) -> Recipient:
        if reference == away.payout_ref:
            raise ProviderUnavailable()
        return FIRST

    monkeypatch.setattr(providers.SandboxCards, "recipient", answer)

    assert look_at_bank_accounts() == 1
    assert ProviderAccount.objects.get(bank_ref="ba_1") == row


def test_somebody_new_at_this_provider_is_told_of_the_first_one_whoever_paid_them_before(
    monkeypatch: pytest.MonkeyPatch, provider_says: Says
) -> None:
    agent = given_agent()
    Account.objects.filter(pk=agent.account.pk).update(payouts_onboarded_at=clock.now())  # by the provider before
    monkeypatch.setattr(providers.SandboxCards, "recipient", _away)
    assert agent.post("/api/payouts/onboarding").status == 502
    row = ProviderAccount.objects.get()
    provider_says(FIRST)

    payouts.on_webhook(row.payout_ref)

    assert len(told(row)) == 1


def test_a_bank_account_typed_in_the_sandbox_after_an_upgrade_is_told() -> None:
    agent = given_agent()
    Account.objects.filter(pk=agent.account.pk).update(payouts_onboarded_at=clock.now())
    row = ProviderAccount.objects.create(account=agent.account, provider="sandbox", payout_ref="sbx_acct_x:ok")

    given = Api().call("POST", f"/payouts/onboarding/{row.public_id}", raw=b"account-number=000111111116", **FORM)

    assert (given.status, len(told(row))) == (302, 1)


def test_payouts_that_the_sandbox_s_route_switches_on_are_told_to_nobody_and_the_next_change_is() -> None:
    agent = given_agent()
    here = Api()
    here.address = "127.0.0.1"
    here.post(f"/api/sandbox/humans/{agent.account.public_profile_id}/verify", {"payouts": True})
    row = ProviderAccount.objects.get()
    assert (row.bank_ref, row.bank_last4, told(row)) == ("ok", "6789", [])

    Api().call("POST", f"/payouts/onboarding/{row.public_id}", raw=b"account-number=000111111116", **FORM)

    assert len(told(row)) == 1
    assert "Until now: ending 6789" in Mail.objects.get(subject__contains="1116").text


# ------------------------------------------------------------------ who had asked


def test_of_a_person_who_asked_for_the_page_no_name_is_kept(provider_says: Says) -> None:
    agent, member = given_agent(), given_agent(name="Mara Member")
    row = given_row(api=agent)
    bank_accounts.note_asker(Actor(agent.account, "session", member=member.account), row)
    provider_says(FIRST)

    payouts.poll(row)

    row.refresh_from_db()
    assert row.bank_asked_by == row.bank_given_by == member.account.public_id
    assert lines(row) == ["Bank account: ending 4242; its page was last asked for by somebody who was signed in"]
    shown = reads.shown(agent.account.pk)
    assert shown is not None and shown.asked_by == "Mara Member, signed in"
    Account.objects.filter(pk=member.account.pk).update(name="")
    shown = reads.shown(agent.account.pk)
    assert shown is not None and "Mara" not in shown.asked_by


def test_whoever_opens_the_address_of_return_first_is_not_named_as_the_giver(provider_says: Says) -> None:
    row = given_row()
    provider_says(FIRST)

    assert b"You can be paid" in Api().get(f"/payouts/onboarding/{row.public_id}").body

    assert len(told(row)) == 1
    text = Mail.objects.get(subject=told(row)[0]).text
    assert "- From: " not in text
    assert "- Who gave it: whoever has the address of that page can" in text


def test_while_nobody_can_be_paid_yet_the_mail_does_not_say_so(provider_says: Says) -> None:
    row = given_row()
    provider_says(Recipient(False, "ba_1", "4242"))

    payouts.poll(row)

    (mail,) = told(row)
    assert "the bank account ending 4242 was given" in mail
    text = " ".join(Mail.objects.get(subject=mail).text.split())
    assert "The payment provider does not pay out to you yet" in text


# ------------------------------------------------------------------ closed accounts, stale answers


def test_of_a_closed_account_no_bank_account_is_kept(provider_says: Says) -> None:
    row = given_row()
    Account.objects.filter(pk=row.account_id).update(closed_at=clock.now(), is_active=False)
    provider_says(FIRST)

    with untouched():
        payouts.on_webhook(row.payout_ref)
        payouts.poll(row)
        assert Api().get(f"/payouts/onboarding/{row.public_id}").status == 404
    row.refresh_from_db()
    assert (row.bank_ref, row.bank_last4, row.account.payouts_onboarded_at) == ("", "", None)


def test_an_account_that_closes_while_its_form_is_filled_in_keeps_nothing() -> None:
    agent = given_agent()
    row = ProviderAccount.objects.create(account=agent.account, provider="sandbox")
    Account.objects.filter(pk=agent.account.pk).update(closed_at=clock.now(), is_active=False)

    with untouched(), pytest.raises(payouts.NotFound):
        payouts.set_sandbox_bank_account(row, "000123456789")


def test_an_answer_that_another_one_has_overtaken_is_not_stored(
    provider_says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = given_row(was_paid=True)
    provider_says(FIRST)
    payouts.poll(row)
    asked: list[str] = []

    def overtaken(*_: object) -> Recipient:
        asked.append("")
        if (
            len(asked) == 1
        ):  # the old answer is under way; the bank account changes, and somebody else is told of it first
            ProviderAccount.objects.filter(pk=row.pk).update(bank_ref="ba_2", bank_last4="6789")
            return FIRST
        return SECOND

    monkeypatch.setattr(providers.SandboxCards, "recipient", overtaken)
    payouts.poll(row)

    row.refresh_from_db()
    assert (len(asked), row.bank_ref, told(row)) == (2, "ba_2", [])


def test_answers_that_are_always_overtaken_are_given_up(provider_says: Says, monkeypatch: pytest.MonkeyPatch) -> None:
    row = given_row(was_paid=True)
    asked: list[str] = []

    def overtaken(*_: object) -> Recipient:
        asked.append("")
        ProviderAccount.objects.filter(pk=row.pk).update(bank_ref=f"ba_{len(asked)}")
        return FIRST

    monkeypatch.setattr(providers.SandboxCards, "recipient", overtaken)
    with pytest.raises(ProviderUnavailable):
        payouts.poll(row)

    assert (len(asked), told(row)) == (3, [])


# ------------------------------------------------------------------ who is shown it


def test_which_bank_account_it_is_is_shown_to_whoever_may_take_money_out(provider_says: Says) -> None:
    agent = given_agent()
    row = given_row(api=agent)
    provider_says(FIRST)
    payouts.poll(row)
    key = agent.account.keys.get()

    def shown(scopes: Any) -> tuple[bool, str | None, bool]:
        agent.account.keys.update(scopes=scopes)
        found = agent.get("/api/account")["account"]["payouts"]
        return found["onboarded"], found["bankLast4"], found["bankGivenAt"] is not None

    assert shown(None) == shown(["wallet"]) == (True, "4242", True)
    assert shown(list(FOR_HIRING)) == shown([]) == (True, None, False)
    me = Account.objects.get(pk=agent.account.pk)
    assert account_reads.describe(Actor(me, "session")).payouts.bank_last4 == "4242"
    key.refresh_from_db()
    assert account_reads.describe(Actor(me, "key", key=key)).payouts.bank_given_at is None


def test_the_settings_say_who_asked_last_for_the_page(client: Client) -> None:
    agent = given_agent()
    url = agent.post("/api/payouts/onboarding")["onboardingUrl"]
    Api().call("POST", "/" + url.split("/", 3)[3], raw=b"account-number=000123456789", **FORM)
    client.force_login(agent.account)

    page = client.get("/settings").content.decode()

    assert "Its page was last asked for by" in page
    assert agent.account.keys.get().name in page


def _away(*_: object) -> Any:
    raise ProviderUnavailable()
