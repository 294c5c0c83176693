"""Members of an account: their routes, and a walk through them."""

from typing import Any

from tests.api import Api
from tests.contract.cells import PERSON, SIGNED, Route
from tests.factories.accounts import given_worker
from tests.factories.members import given_invited

INVITED = {"email": "new@example.com", "role": "viewer"}
# fmt: off
ROUTES = [
    Route("GET", "/api/members", "listMembers", SIGNED),
    Route("PATCH", "/api/members/{member}", "changeMember", PERSON.format("404", "200"), {"role": "manager"}),
    Route("DELETE", "/api/members/{member}", "removeMember", PERSON.format("404", "200")),
    Route("GET", "/api/members/invitations", "listInvitations", PERSON.format("200", "200")),
    Route("POST", "/api/members/invitations", "inviteMember", PERSON.format("200", "200"), INVITED),
    Route("DELETE", "/api/members/invitations/{invitation}", "revokeInvitation", PERSON.format("404", "200")),
    Route("POST", "/api/members/invitations/accept", "acceptInvitation",
          PERSON.format("403:invitation_for_another_address", "200"), {"token": "{invitation_token}"}),
    Route("GET", "/api/memberships", "listMemberships", PERSON.format("200", "200")),
]
# fmt: on


def walk(call: Any, owner: Api) -> None:
    """An account with a member, from the invitation to the end."""
    sam = given_worker(name="Sam Example", email="sam@example.com")
    made = call(owner, "POST", "/api/members/invitations", {"email": "sam@example.com", "role": "manager"})
    call(owner, "GET", "/api/members/invitations")
    call(owner, "DELETE", f"/api/members/invitations/{made['invitation']['id']}")
    token = {"token": given_invited(owner, "sam@example.com")}
    member = call(sam, "POST", "/api/members/invitations/accept", token)["membership"]["id"]
    call(sam, "GET", "/api/memberships")
    call(owner, "GET", "/api/members")
    call(owner, "PATCH", f"/api/members/{member}", {"role": "viewer"})
    call(owner, "DELETE", f"/api/members/{member}")
