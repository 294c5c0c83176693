"""The back office: members, invitations and programs that staff may end, and the timeline of calls."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from oauth2_provider.models import AccessToken, Application, RefreshToken

from marketplace.core import clock
from marketplace.models import Call, Connector, Invitation, Mail, Membership
from tests.api import Api
from tests.digest import unchanged
from tests.factories.accounts import given_agent, given_worker, oauth_token
from tests.factories.approvals import posting
from tests.factories.market import given_funded_agent
from tests.factories.members import given_invited, given_member, membership

pytestmark = pytest.mark.django_db


def office(who: Api) -> Client:
    client = Client()
    client.force_login(who.account, "django.contrib.auth.backends.ModelBackend")
    return client


def address(model: type[models.Model], page: str, *args: object) -> str:
    return reverse(f"admin:marketplace_{model._meta.model_name}_{page}", args=args)


def press(client: Client, row: models.Model, verb: str, reason: str = "They asked for it.") -> str:
    sent = {f"{verb}-reason": reason, "confirmed": "1"}
    answer = client.post(address(type(row), "decide", row.pk, verb), sent, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def found(client: Client, model: type[models.Model], **query: str) -> set[Any]:
    return {row.pk for row in client.get(address(model, "changelist"), query).context["cl"].result_list}


@pytest.fixture
def owner(db: None) -> Api:
    return given_worker(name="Acme")


def given_program(account: Any) -> tuple[str, Connector]:
    """A connected program, with what it sends and the token by which it stays connected."""
    raw = oauth_token(account)
    client = Application.objects.get(client_id="connector")
    RefreshToken.objects.create(
        user=account, application=client, token="r", access_token=AccessToken.objects.filter(user=account).latest("pk")
    )
    return raw, Connector.objects.get(account=account)


# ------------------------------------------------------------------ members


def test_staff_end_a_membership_and_both_sides_read_why(owner: Api, support: Api) -> None:
    sam = given_member(owner, "manager", name="Sam")
    row = membership(owner, sam)
    assert sam.get("/api/wallet/balance").status == 200

    press(office(support), row, "end", "The account says that it was never asked.")

    row.refresh_from_db()
    assert row.ended_at is not None
    assert sam.get("/api/wallet/balance").status == 404, "from the next request on"
    told = Mail.objects.filter(text__contains="The account says that it was never asked.")
    assert sorted(told.values_list("to", flat=True)) == sorted([owner.account.email, sam.account.email])
    assert "was ended." in LogEntry.objects.get(object_id=str(row.pk)).get_change_message()


def test_a_membership_that_has_ended_is_not_ended_again(owner: Api, support: Api) -> None:
    row = membership(owner, given_member(owner, "viewer"))
    client = office(support)
    press(client, row, "end")

    with unchanged():
        shown = press(client, row, "end")

    assert "This membership has ended already." in shown


def test_an_owner_by_membership_reads_it_too(owner: Api, support: Api) -> None:
    partner, sam = given_member(owner, "owner"), given_member(owner, "viewer")

    press(office(support), membership(owner, sam), "end", "A reason of ours.")

    told = Mail.objects.filter(text__contains="A reason of ours.").values_list("to", flat=True)
    assert sorted(told) == sorted(str(person.account.email) for person in (owner, partner, sam))


def test_an_invitation_that_staff_took_back_is_worth_nothing(owner: Api, support: Api) -> None:
    sam = given_worker()
    token = given_invited(owner, str(sam.account.email))
    client, row = office(support), Invitation.objects.get()
    shown = client.get(address(Invitation, "change", row.pk)).content.decode()
    assert token not in shown and bytes(row.digest).hex() not in shown

    press(client, row, "revoke")

    assert sam.post("/api/members/invitations/accept", {"token": token}).status == 404
    assert not Membership.objects.exists()
    with unchanged():
        assert "can&#x27;t be accepted any more" in press(client, row, "revoke")


def test_an_accepted_invitation_is_not_taken_back(owner: Api, support: Api) -> None:
    sam, client = given_member(owner, "viewer"), office(support)

    with unchanged():
        press(client, Invitation.objects.get(), "revoke")

    assert membership(owner, sam).ended_at is None


def test_lists_of_members_and_invitations_are_filtered_by_state(
    owner: Api, support: Api, at: Callable[..., None]
) -> None:
    client = office(support)
    open_, ended = (membership(owner, given_member(owner, "viewer")).pk for _ in range(2))
    Membership.objects.filter(pk=ended).update(ended_at=clock.now())
    accepted = set(Invitation.objects.values_list("pk", flat=True))
    for email in ("a@x.org", "b@x.org", "c@x.org"):
        given_invited(owner, email)
    revoked, expired, pending = Invitation.objects.filter(accepted_at=None).order_by("pk")
    Invitation.objects.filter(pk=revoked.pk).update(revoked_at=clock.now())
    Invitation.objects.filter(pk=expired.pk).update(expires_at=clock.now() - timedelta(seconds=1))

    assert (found(client, Membership, state="open"), found(client, Membership, state="ended")) == ({open_}, {ended})
    by_state = {
        state: found(client, Invitation, state=state) for state in ("accepted", "revoked", "expired", "pending")
    }
    assert by_state == {
        "accepted": accepted, "revoked": {revoked.pk}, "expired": {expired.pk}, "pending": {pending.pk}
    }  # fmt: skip
    assert found(client, Invitation, q="b@x.org") == {expired.pk}, "by the address that was invited"
    assert found(client, Invitation, q=str(owner.account.email)) == set(Invitation.objects.values_list("pk", flat=True))


# ------------------------------------------------------------------ programs


def test_a_program_that_staff_disconnected_does_nothing_more_and_its_owner_is_mailed(support: Api) -> None:
    agent = given_agent()
    raw, row = given_program(agent.account)
    program = Api(headers={"Authorization": f"Bearer {raw}"})
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert program.post("/api/mcp", ping).status == 200
    client = office(support)
    assert found(client, Connector, connected="yes") == {row.pk}

    press(client, row, "disconnect")

    assert program.post("/api/mcp", ping).status == 401
    assert (
        found(client, Connector, connected="no") == {row.pk} and not RefreshToken.objects.filter(revoked=None).exists()
    )
    mail = Mail.objects.get(to=agent.account.email, subject__contains="a program was disconnected")
    assert "our staff" in mail.text and "Connector" in mail.text
    with unchanged():
        assert "is not connected (any more)" in press(client, row, "disconnect")


# ------------------------------------------------------------------ the timeline, and links both ways


def given_calls(agent: Api) -> Call:
    assert posting(agent).status == 200
    assert agent.post("/api/bounties", {"title": "x"}, X_Request_Id="req-of-the-refusal").status == 400
    return Call.objects.get(account=agent.account, request_id="req-of-the-refusal")


def test_a_call_is_found_by_the_request_that_a_report_names(support: Api) -> None:
    agent, client = given_funded_agent(), office(support)
    refused = given_calls(agent)

    assert found(client, Call, q="req-of-the-refusal") == {refused.pk}
    assert found(client, Call, outcome="refused") == {refused.pk}
    cost = found(client, Call, outcome="cost")
    assert cost and cost <= found(client, Call, outcome="done")
    assert found(client, Call, outcome="waits") == set()


def test_what_happened_to_a_row_leads_there_and_back(support: Api) -> None:
    agent, client = given_funded_agent(), office(support)
    given_calls(agent)
    call = Call.objects.filter(object_id__startswith="bty_").latest("pk")
    key = call.key
    assert key is not None

    of_call = client.get(address(Call, "change", call.pk)).content.decode()
    for page in ("marketplace_apikey", "marketplace_account"):
        row = key if page.endswith("key") else agent.account
        own = reverse(f"admin:{page}_change", args=[row.pk])
        assert f'href="{own}"' in of_call
        back = f"{address(Call, 'changelist')}?q={row.public_id}"
        assert f'href="{back}"' in client.get(own).content.decode()
        assert call.pk in {one.pk for one in client.get(back).context["cl"].result_list}
    bounty = reverse("admin:bounties_bounty_changelist") + f"?q={call.object_id}"
    [row] = client.get(bounty).context["cl"].result_list
    own = reverse("admin:bounties_bounty_change", args=[row.pk])
    assert f'href="{own}"' in of_call
    shown = client.get(own).content.decode()
    for listed in ("marketplace_call", "wallet_approval", "wallet_ledgermove"):
        assert f'href="{reverse(f"admin:{listed}_changelist")}?q={call.object_id}"' in shown
    assert call.pk in found(client, Call, q=call.object_id)


def test_a_call_is_found_by_indexes_only() -> None:
    with connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off")
        for column, index in (("request_id", "call_of_request"), ("object_id", "call_about")):
            cursor.execute(f"explain select id from {Call._meta.db_table} where {column} = 'bty_1'")
            assert index in "\n".join(line for (line,) in cursor.fetchall())


def test_a_key_that_is_not_restricted_says_so(support: Api) -> None:
    agent = given_agent()
    assert agent.key is not None
    agent.key.countries = []
    agent.key.save(update_fields=["countries"])

    shown = office(support).get(address(type(agent.key), "change", agent.key.pk)).content.decode()

    assert shown.count("everything") == 2, "scopes and categories; no country at all is not the same"


def test_five_rows_take_no_more_statements_than_one(owner: Api, operator: Api) -> None:
    client, counts = office(operator), []
    for rows in (1, 4):
        for _ in range(rows):
            given_member(owner, "viewer")
            given_calls(given_funded_agent())
            given_program(given_agent().account)
        for measured in (False, True):  # content types are read once
            with CaptureQueriesContext(connection) as seen:
                for model in (Membership, Invitation, Connector, Call):
                    assert len(client.get(address(model, "changelist")).context["cl"].result_list) >= rows
            counts += [len(seen)] if measured else []

    assert counts[0] == counts[1]
