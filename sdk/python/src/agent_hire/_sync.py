"""Every operation of the API as a method of the blocking client."""

# Written by `.venv/bin/python -m sdk.generator` from the OpenAPI document. Don't edit.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack, cast

from agent_hire.calls import Raw, segment
from agent_hire.pages import Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent_hire import types
    from agent_hire.client import AgentHire


class Accounts:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def create_key(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.KeyInRequest]
    ) -> types.CreateKeyAnswer:
        """Make an API key.
        Undo: revokeKey.
        """
        return cast(
            "types.CreateKeyAnswer",
            self._client.call(
                "POST", "/api/keys", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def erase_account(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.EraseInRequest]
    ) -> types.EraseAccountAnswer:
        """Close and erase the account, for good.
        Can't be undone.
        """
        return cast(
            "types.EraseAccountAnswer",
            self._client.call(
                "DELETE", "/api/account", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def get(self) -> types.GetAccountAnswer:
        """Who am I."""
        return cast("types.GetAccountAnswer", self._client.call("GET", "/api/account"))

    def get_activity(self, call_id: str, /) -> types.GetActivityAnswer:
        """One call of the timeline, and the webhook deliveries that it caused."""
        return cast("types.GetActivityAnswer", self._client.call("GET", f"/api/activity/{segment(call_id)}"))

    def get_connector_limits(self, connector_id: str, /) -> types.GetConnectorLimitsAnswer:
        """What a connected program may spend and do."""
        return cast(
            "types.GetConnectorLimitsAnswer",
            self._client.call("GET", f"/api/connectors/{segment(connector_id)}/limits"),
        )

    def get_export(self) -> types.GetExportAnswer:
        """Your latest copy: is it ready, and where is it."""
        return cast("types.GetExportAnswer", self._client.call("GET", "/api/account/export"))

    def get_key_limits(self, key_id: str, /) -> types.GetKeyLimitsAnswer:
        """What an API key may spend and do."""
        return cast("types.GetKeyLimitsAnswer", self._client.call("GET", f"/api/keys/{segment(key_id)}/limits"))

    def get_request(self, request_id: str, /) -> types.GetRequestAnswer:
        """What became of one request of yours."""
        return cast("types.GetRequestAnswer", self._client.call("GET", f"/api/requests/{segment(request_id)}"))

    def list_activity(
        self,
        *,
        connectorId: str | None = None,
        costOnly: bool | None = None,
        cursor: str | None = None,
        end: str | None = None,
        keyId: str | None = None,
        limit: int | None = None,
        operation: str | None = None,
        outcome: Literal["done", "refused"] | None = None,
        start: str | None = None,
        via: Literal["key", "oauth", "session", "service"] | None = None,
    ) -> Page[types.CallOut]:
        """What was changed in your name, newest first.
        connectorId: Only this connected program.
        costOnly: Only what cost money.
        cursor: nextCursor of the page before; leave it out for the first.
        end: Up to this moment.
        keyId: Only this key (key_…).
        limit: How many, 1 to 200.
        operation: Only this operationId.
        outcome: Only what was done, or only what was refused.
        start: From this moment or date on (UTC).
        via: Only by a key, by connected programs (oauth), by people signed in (session), or by nobody (service).
        """
        query: dict[str, Any] = {
            "connectorId": connectorId,
            "costOnly": costOnly,
            "cursor": cursor,
            "end": end,
            "keyId": keyId,
            "limit": limit,
            "operation": operation,
            "outcome": outcome,
            "start": start,
            "via": via,
        }

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/activity", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/activity", query=query)), "activity", ask)

    def list_connectors(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.ConnectorOut]:
        """Programs that you allowed to use the tools as you, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/connectors", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/connectors", query=query)), "connectors", ask)

    def list_keys(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.KeyOut]:
        """Your API keys, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/keys", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/keys", query=query)), "keys", ask)

    def list_pending(self) -> types.ListPendingAnswer:
        """What waits for you, due first."""
        return cast("types.ListPendingAnswer", self._client.call("GET", "/api/pending"))

    def register_identity(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.IdentityInRequest]
    ) -> types.RegisterIdentityAnswer:
        """Bind an Ed25519 identity to the calling key.
        Can't be undone.
        """
        return cast(
            "types.RegisterIdentityAnswer",
            self._client.call(
                "POST",
                "/api/keys/register-identity",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def request_export(self, *, idempotency_key: str | None = None, dry_run: bool = False) -> types.RequestExportAnswer:
        """Ask for a copy of your data."""
        return cast(
            "types.RequestExportAnswer",
            self._client.call("POST", "/api/account/export", keyed=True, key=idempotency_key, dry_run=dry_run),
        )

    def revoke_key(
        self, key_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.RevokeKeyAnswer:
        """Revoke an API key, at once and for good.
        Can't be undone.
        """
        return cast(
            "types.RevokeKeyAnswer",
            self._client.call(
                "DELETE", f"/api/keys/{segment(key_id)}", keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def set_connector_limits(
        self,
        connector_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.LimitsInRequest],
    ) -> types.SetConnectorLimitsAnswer:
        """Limit a connected program.
        Undo: setConnectorLimits.
        """
        return cast(
            "types.SetConnectorLimitsAnswer",
            self._client.call(
                "PATCH",
                f"/api/connectors/{segment(connector_id)}/limits",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def set_key_limits(
        self,
        key_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.LimitsInRequest],
    ) -> types.SetKeyLimitsAnswer:
        """Limit an API key.
        Undo: setKeyLimits.
        """
        return cast(
            "types.SetKeyLimitsAnswer",
            self._client.call(
                "PATCH",
                f"/api/keys/{segment(key_id)}/limits",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def set_key_webhook(
        self,
        key_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.KeyPatchRequest],
    ) -> types.SetKeyWebhookAnswer:
        """Set or clear the single webhook address of a key.
        Undo: setKeyWebhook.
        """
        return cast(
            "types.SetKeyWebhookAnswer",
            self._client.call(
                "PATCH",
                f"/api/keys/{segment(key_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def signup(self, *, dry_run: bool = False, **body: Unpack[types.SignupInRequest]) -> types.AgentSignupAnswer:
        """Ask for a sign-up code."""
        return cast(
            "types.AgentSignupAnswer",
            self._client.call("POST", "/api/agents/signup", body=cast(Any, body), dry_run=dry_run),
        )

    def signup_verify(self, **body: Unpack[types.VerifyInRequest]) -> types.AgentSignupVerifyAnswer:
        """Spend the code: open the account, get the first API key."""
        return cast(
            "types.AgentSignupVerifyAnswer",
            self._client.call("POST", "/api/agents/signup/verify", body=cast(Any, body)),
        )

    def x402_signup(
        self, *, dry_run: bool = False, **body: Unpack[types.X402SignupInRequest]
    ) -> types.X402SignupAnswer:
        """Open an account by a stablecoin payment.
        Cost: the paying stablecoin wallet to the new wallet.
        Can't be undone.
        """
        return cast(
            "types.X402SignupAnswer",
            self._client.call("POST", "/api/x402/signup", body=cast(Any, body), dry_run=dry_run),
        )


class Applications:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def answer_terms(
        self,
        application_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.TermsInRequest],
    ) -> types.AnswerTermsAnswer:
        """Accept changed terms, or leave because of them.
        Can't be undone.
        """
        return cast(
            "types.AnswerTermsAnswer",
            self._client.call(
                "POST",
                f"/api/work/{segment(application_id)}/terms",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def apply(
        self,
        bounty_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.ApplyInFormRequest],
    ) -> types.ApplyAnswer:
        """Apply to a bounty, as a person.
        Undo: decideApplication, until the poster rejects it; hired at once, the seat can be left.
        """
        return cast(
            "types.ApplyAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/applications",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def confirm_seat(
        self, bounty_id: str, application_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.ConfirmSeatAnswer:
        """Confirm your seat, within two hours of being accepted."""
        return cast(
            "types.ConfirmSeatAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/applications/{segment(application_id)}/confirm",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def contest_work(
        self,
        application_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.ContestInFormRequest],
    ) -> types.ContestWorkAnswer:
        """Contest what was decided about your work.
        Can't be undone.
        """
        return cast(
            "types.ContestWorkAnswer",
            self._client.call(
                "POST",
                f"/api/work/{segment(application_id)}/contest",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def decide(
        self,
        bounty_id: str,
        application_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.DecisionInRequest],
    ) -> types.DecideApplicationAnswer:
        """Accept, reject or take back.
        Cost: accepting: within escrow, from the pool to the seat.
        Undo: cancelEscrow, until no evidence was delivered; a rejection by `unreject`.
        """
        return cast(
            "types.DecideApplicationAnswer",
            self._client.call(
                "PATCH",
                f"/api/bounties/{segment(bounty_id)}/applications/{segment(application_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def decide_extension(
        self,
        bounty_id: str,
        application_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.ExtensionDecisionInRequest],
    ) -> types.DecideExtensionAnswer:
        """Give more time, or not.
        Can't be undone.
        """
        return cast(
            "types.DecideExtensionAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/applications/{segment(application_id)}/extension/decision",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def expire(
        self,
        bounty_id: str,
        application_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.ExpireInRequest],
    ) -> types.ExpireApplicationAnswer:
        """Give up on a hired person who has not delivered.
        Cost: escrow to the pool, or to the wallet where nobody else can be hired.
        Can't be undone.
        """
        return cast(
            "types.ExpireApplicationAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/applications/{segment(application_id)}/expire",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def get(self, bounty_id: str, application_id: str, /) -> types.GetApplicationAnswer:
        """One application."""
        return cast(
            "types.GetApplicationAnswer",
            self._client.call("GET", f"/api/bounties/{segment(bounty_id)}/applications/{segment(application_id)}"),
        )

    def get_dataset(self, bounty_id: str, /) -> types.GetApplicationsDatasetAnswer:
        """All accepted uploads of a collection."""
        query: dict[str, Any] = {"format": "json"}
        return cast(
            "types.GetApplicationsDatasetAnswer",
            self._client.call("GET", f"/api/bounties/{segment(bounty_id)}/applications/dataset", query=query),
        )

    def get_language_proficiency(self, bounty_id: str, /) -> types.GetLanguageProficiencyAnswer:
        """How you stand with a bounty's language level."""
        return cast(
            "types.GetLanguageProficiencyAnswer",
            self._client.call("GET", f"/api/bounties/{segment(bounty_id)}/language-proficiency"),
        )

    def get_mic_check(self, bounty_id: str, /) -> types.GetMicCheckAnswer:
        """How you stand with a bounty's microphone check."""
        return cast(
            "types.GetMicCheckAnswer", self._client.call("GET", f"/api/bounties/{segment(bounty_id)}/mic-check")
        )

    def list(
        self,
        bounty_id: str,
        /,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        sort: Literal["newest", "oldest", "recommended"] | None = None,
        status: Literal["pending", "accepted", "rejected", "withdrawn", "expired"] | None = None,
    ) -> Page[types.OwnerApplicationOut]:
        """Who applied to your bounty.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        sort: newest unless said otherwise; recommended: hired first.
        status: Only of this status.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit, "sort": sort, "status": status}

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any],
                self._client.call(
                    "GET", f"/api/bounties/{segment(bounty_id)}/applications", query=query | {"cursor": at}
                ),
            )

        return Page(
            cast(
                dict[str, Any],
                self._client.call("GET", f"/api/bounties/{segment(bounty_id)}/applications", query=query),
            ),
            "applications",
            ask,
        )

    def list_attendance(
        self, bounty_id: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Page[types.AttendanceOut]:
        """Who is on the way, there, or gone again.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any],
                self._client.call(
                    "GET", f"/api/bounties/{segment(bounty_id)}/attendance", query=query | {"cursor": at}
                ),
            )

        return Page(
            cast(
                dict[str, Any], self._client.call("GET", f"/api/bounties/{segment(bounty_id)}/attendance", query=query)
            ),
            "sessions",
            ask,
        )

    def list_work(
        self, *, cursor: str | None = None, limit: int | None = None, status: str | None = None
    ) -> Page[types.WorkOut]:
        """Your applications, seats and next deadlines.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        status: Only this status.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit, "status": status}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/work", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/work", query=query)), "applications", ask)

    def pay_attendance(
        self,
        bounty_id: str,
        application_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.AttendancePayInRequest],
    ) -> types.PayAttendanceAnswer:
        """Settle the attendance of somebody who left because you changed the terms.
        Cost: escrow to the worker: that part and its fee; the rest to the wallet.
        Can't be undone.
        """
        return cast(
            "types.PayAttendanceAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/applications/{segment(application_id)}/attendance-pay",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def record_language_proficiency(
        self, bounty_id: str, body: bytes, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.RecordLanguageProficiencyAnswer:
        """Send a recording that shows your level."""
        return cast(
            "types.RecordLanguageProficiencyAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/language-proficiency",
                body=body,
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def record_mic_sample(
        self, bounty_id: str, body: bytes, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.RecordMicSampleAnswer:
        """Send a microphone sample."""
        return cast(
            "types.RecordMicSampleAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/mic-check",
                body=body,
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def report_attendance(
        self,
        bounty_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.AttendanceInRequest],
    ) -> types.ReportAttendanceAnswer:
        """Say that you are on your way, there, or gone again.
        Can't be undone.
        """
        return cast(
            "types.ReportAttendanceAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/attendance",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def request_extension(
        self,
        bounty_id: str,
        application_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.ExtensionInRequest],
    ) -> types.RequestExtensionAnswer:
        """Ask for more time."""
        return cast(
            "types.RequestExtensionAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/applications/{segment(application_id)}/extension",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def start_work(
        self, bounty_id: str, application_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.StartWorkAnswer:
        """Say that you have begun."""
        return cast(
            "types.StartWorkAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/applications/{segment(application_id)}/start",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )


class Bounties:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def boost_outreach(
        self, bounty_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.BoostBountyOutreachAnswer:
        """Invite more people now.
        Can't be undone.
        """
        return cast(
            "types.BoostBountyOutreachAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/outreach/boost",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def cancel(
        self,
        bounty_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.CancelInRequest],
    ) -> types.CancelBountyAnswer:
        """Cancel a bounty that hired nobody.
        Cost: escrow to wallet: all that is left of the pool, fee included.
        Can't be undone.
        """
        return cast(
            "types.CancelBountyAnswer",
            self._client.call(
                "DELETE",
                f"/api/bounties/{segment(bounty_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def create(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.BountyInRequest]
    ) -> types.CreateBountyAnswer:
        """Post a bounty.
        Cost: wallet to escrow: price plus fee, for every spot; none while it waits for a deposit.
        Undo: cancelBounty, until nobody is hired.
        """
        return cast(
            "types.CreateBountyAnswer",
            self._client.call(
                "POST", "/api/bounties", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def deposit(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.BountyDepositInRequest]
    ) -> types.DepositForBountyAnswer:
        """Fund a bounty that waits for its deposit.
        Cost: wallet to escrow: price plus fee, for every spot, or a page that a person pays.
        Undo: cancelBounty, until nobody is hired.
        """
        return cast(
            "types.DepositForBountyAnswer",
            self._client.call(
                "POST", "/api/bounties/deposit", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def edit(
        self,
        bounty_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.BountyPatchRequest],
    ) -> types.EditBountyAnswer:
        """Change a bounty.
        Cost: a higher price or more spots: wallet to escrow, once confirmed; a lower price or fewer: escrow to wallet.
        Undo: editBounty, until what was paid or agreed meanwhile stays.
        """
        return cast(
            "types.EditBountyAnswer",
            self._client.call(
                "PATCH",
                f"/api/bounties/{segment(bounty_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def estimate_reach(
        self,
        *,
        category: str | None = None,
        city: str | None = None,
        country: str | None = None,
        estimatedHours: float | None = None,
        identityRequired: bool | None = None,
        isRemoteAllowed: bool | None = None,
        linkedinVerifiedRequired: bool | None = None,
        minimumCefr: Literal["A2", "B1", "B2", "C1", "C2"] | None = None,
        price: float | None = None,
        priceType: Literal["fixed", "hourly"] | None = None,
        skillsNeeded: str | None = None,
        spotsAvailable: int | None = None,
        state: str | None = None,
        supportedCountries: str | None = None,
    ) -> types.EstimateReachAnswer:
        """Whom a bounty would reach.
        category: A category slug, such as labor-gigs.
        city: In any case.
        country: ISO code or name; needed with isRemoteAllowed false.
        estimatedHours: Hours that one worker needs; 1 when left out.
        identityRequired: Only people whose identity document was checked.
        isRemoteAllowed: true when left out. false: people of its country only.
        linkedinVerifiedRequired: Only people with a verified LinkedIn profile.
        minimumCefr: Of languageProficiencyRequirement: without those whose level is known and lower.
        price: US dollars for one seat, or for one hour with priceType hourly.
        priceType: fixed when left out.
        skillsNeeded: Skills separated by commas; people have at least one of them.
        spotsAvailable: How many people to hire; 1 when left out.
        state: Where minimum pay differs by it.
        supportedCountries: ISO codes separated by commas: only people of these.
        """
        query: dict[str, Any] = {
            "category": category,
            "city": city,
            "country": country,
            "estimatedHours": estimatedHours,
            "identityRequired": identityRequired,
            "isRemoteAllowed": isRemoteAllowed,
            "linkedinVerifiedRequired": linkedinVerifiedRequired,
            "minimumCefr": minimumCefr,
            "price": price,
            "priceType": priceType,
            "skillsNeeded": skillsNeeded,
            "spotsAvailable": spotsAvailable,
            "state": state,
            "supportedCountries": supportedCountries,
        }
        return cast("types.EstimateReachAnswer", self._client.call("GET", "/api/bounties/reach", query=query))

    def get(self, bounty_id: str, /) -> types.GetBountyAnswer:
        """One bounty."""
        return cast("types.GetBountyAnswer", self._client.call("GET", f"/api/bounties/{segment(bounty_id)}"))

    def get_location_minimum(
        self,
        *,
        city: str | None = None,
        country: str | None = None,
        currency: str | None = None,
        state: str | None = None,
    ) -> types.GetLocationMinimumAnswer:
        """The least an hour on site must pay.
        city: In any case.
        country: By code or name.
        currency: Three letters; USD when left out.
        state: In any case.
        """
        query: dict[str, Any] = {"city": city, "country": country, "currency": currency, "state": state}
        return cast(
            "types.GetLocationMinimumAnswer", self._client.call("GET", "/api/bounties/location-minimum", query=query)
        )

    def get_outreach_status(self, bounty_id: str, /) -> types.GetBountyOutreachStatusAnswer:
        """How far the invitations to your bounty have come."""
        return cast(
            "types.GetBountyOutreachStatusAnswer",
            self._client.call("GET", f"/api/bounties/{segment(bounty_id)}/outreach"),
        )

    def get_receipt(self, bounty_id: str, /) -> types.GetReceiptAnswer:
        """The receipt of what was released."""
        query: dict[str, Any] = {"format": "json"}
        return cast(
            "types.GetReceiptAnswer",
            self._client.call("GET", f"/api/bounties/{segment(bounty_id)}/receipt", query=query),
        )

    def list(
        self,
        *,
        category: str | None = None,
        city: str | None = None,
        country: str | None = None,
        cursor: str | None = None,
        includePartiallyFilled: bool | None = None,
        isRemoteOnly: bool | None = None,
        limit: int | None = None,
        maxPrice: float | None = None,
        minPrice: float | None = None,
        mine: bool | None = None,
        q: str | None = None,
        skill: str | None = None,
        sort: Literal["new", "value", "top", "recommended"] | None = None,
        status: Literal[
            "assigned",
            "cancelled",
            "closed",
            "closing",
            "completed",
            "in_review",
            "open",
            "paid",
            "partially_filled",
            "paused",
            "pending_deposit",
            "pending_funding",
            "pending_review",
        ]
        | None = None,
    ) -> Page[types.ListedBounty]:
        """Browse bounties.
        category: A category slug, such as labor-gigs.
        city: Exactly this city.
        country: ISO code or name.
        cursor: nextCursor of the page before; leave it out for the first.
        includePartiallyFilled: With status open; false leaves partially filled ones out.
        isRemoteOnly: Only what can be done from anywhere.
        limit: How many, 1 to 100.
        maxPrice: US dollars, at most two decimals. Per worker, at most.
        minPrice: US dollars, at most two decimals. Per worker, at least.
        mine: Only your own, hidden ones included.
        q: Words in title, description, category, place or skills.
        skill: Exactly this skill, in whatever case.
        sort: new (default), value: best paid first, top, recommended: what fits your own profile (skills, place, pay per hour, age, the owner's record), with recommendedBecause.
        status: Only of this status.
        """
        query: dict[str, Any] = {
            "category": category,
            "city": city,
            "country": country,
            "cursor": cursor,
            "includePartiallyFilled": includePartiallyFilled,
            "isRemoteOnly": isRemoteOnly,
            "limit": limit,
            "maxPrice": maxPrice,
            "minPrice": minPrice,
            "mine": mine,
            "q": q,
            "skill": skill,
            "sort": sort,
            "status": status,
        }

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/bounties", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/bounties", query=query)), "bounties", ask)

    def pay_enterprise(
        self,
        bounty_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.EnterprisePaymentInRequest],
    ) -> types.PayEnterpriseBountyAnswer:
        """Fund a bounty from the wallet, never by a page.
        Cost: wallet to escrow: price plus fee, for every spot.
        Undo: cancelBounty, until nobody is hired.
        """
        return cast(
            "types.PayEnterpriseBountyAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/enterprise-payment",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def quote_funding(self, bounty_id: str, /) -> types.QuoteBountyFundingAnswer:
        """What funding this bounty takes."""
        return cast(
            "types.QuoteBountyFundingAnswer",
            self._client.call("GET", f"/api/bounties/{segment(bounty_id)}/funding-quote"),
        )

    def send_receipt(
        self, bounty_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.SendReceiptAnswer:
        """Mail the receipt to its billing address."""
        return cast(
            "types.SendReceiptAnswer",
            self._client.call(
                "POST", f"/api/bounties/{segment(bounty_id)}/receipt", keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )


class Cakes:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def get_order(self, order_id: str, /) -> types.GetCakeOrderAnswer:
        """How a cake order stands."""
        return cast("types.GetCakeOrderAnswer", self._client.call("GET", f"/api/cake-orders/{segment(order_id)}"))

    def list_orders(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["assigned", "completed", "delivered", "funded", "quoted", "refunded"] | None = None,
    ) -> Page[types.CakeOrderOut]:
        """Your quotes and orders, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        status: quoted, funded, assigned, delivered, completed or refunded.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit, "status": status}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/cake-orders", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/cake-orders", query=query)), "orders", ask)

    def quote_order(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.CakeQuoteInRequest]
    ) -> types.QuoteCakeOrderAnswer:
        """What a cake costs, brought to somebody's door."""
        return cast(
            "types.QuoteCakeOrderAnswer",
            self._client.call(
                "POST", "/api/cake-orders/quote", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def send_order(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.CakeSendInRequest]
    ) -> types.SendCakeOrderAnswer:
        """Pay for a quote and send the cake.
        Cost: wallet to escrow: totalCents of the quote.
        Undo: cancelBounty, until nobody is hired.
        """
        return cast(
            "types.SendCakeOrderAnswer",
            self._client.call(
                "POST", "/api/cake-orders", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )


class Conversations:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def claim_completion(
        self, conversation_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.ClaimCompletionAnswer:
        """Say that the work is done, as the hired person.
        Can't be undone.
        """
        return cast(
            "types.ClaimCompletionAnswer",
            self._client.call(
                "POST",
                f"/api/conversations/{segment(conversation_id)}/completion-claim",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def edit(
        self,
        conversation_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.ConversationPatchRequest],
    ) -> types.EditConversationAnswer:
        """Archive a conversation, or bring it back.
        Undo: editConversation.
        """
        return cast(
            "types.EditConversationAnswer",
            self._client.call(
                "PATCH",
                f"/api/conversations/{segment(conversation_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def get(
        self,
        conversation_id: str,
        /,
        *,
        after: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        markRead: bool | None = None,
    ) -> types.GetConversationAnswer:
        """A conversation with its latest messages, oldest first.
        after: Id of a message: those that came after it, from the first on.
        cursor: nextCursor of the answer before: the messages before those. Not together with after.
        limit: How many, 1 to 100.
        markRead: false: what is returned stays unread. Default true; staff never mark anything.
        """
        query: dict[str, Any] = {"after": after, "cursor": cursor, "limit": limit, "markRead": markRead}
        return cast(
            "types.GetConversationAnswer",
            self._client.call("GET", f"/api/conversations/{segment(conversation_id)}", query=query),
        )

    def list(
        self,
        *,
        agentId: str | None = None,
        applicationId: str | None = None,
        bountyId: str | None = None,
        cursor: str | None = None,
        hasReplies: bool | None = None,
        humanId: str | None = None,
        limit: int | None = None,
        ownerUid: str | None = None,
        scope: Literal["all", "identity"] | None = None,
        status: Literal["active", "archived", "converted"] | None = None,
        subject: str | None = None,
        unreadByAgent: bool | None = None,
        unreadByHuman: bool | None = None,
    ) -> Page[types.ConversationOut]:
        """Your conversations, on either side, the most recently active first.
        agentId: Only with this agent (`agent_…`, or the profile id of its owner).
        applicationId: Only about this application.
        bountyId: Only about this bounty (bty_…).
        cursor: nextCursor of the page before; leave it out for the first.
        hasReplies: Only those in which both sides have written, or only others.
        humanId: Only with this person (prf_…).
        limit: How many, 1 to 100.
        ownerUid: Your own account or profile id: only those that you lead as an agent. Others: none.
        scope: all (default) or identity. A key belongs to one account, so both are the same.
        status: Only of this status.
        subject: Only with exactly this subject.
        unreadByAgent: Only with messages that the agent's side has not read, or only others.
        unreadByHuman: The same for the human's side.
        """
        query: dict[str, Any] = {
            "agentId": agentId,
            "applicationId": applicationId,
            "bountyId": bountyId,
            "cursor": cursor,
            "hasReplies": hasReplies,
            "humanId": humanId,
            "limit": limit,
            "ownerUid": ownerUid,
            "scope": scope,
            "status": status,
            "subject": subject,
            "unreadByAgent": unreadByAgent,
            "unreadByHuman": unreadByHuman,
        }

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/conversations", query=query | {"cursor": at}))

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/conversations", query=query)), "conversations", ask
        )

    def list_messages(
        self,
        conversation_id: str,
        /,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        markRead: bool | None = None,
    ) -> Page[types.MessageOut]:
        """The messages of a conversation, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        markRead: false: what is returned stays unread. Default true; staff never mark anything.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit, "markRead": markRead}

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any],
                self._client.call(
                    "GET", f"/api/conversations/{segment(conversation_id)}/messages", query=query | {"cursor": at}
                ),
            )

        return Page(
            cast(
                dict[str, Any],
                self._client.call("GET", f"/api/conversations/{segment(conversation_id)}/messages", query=query),
            ),
            "messages",
            ask,
        )

    def send_message(
        self,
        conversation_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.MessageInRequest],
    ) -> types.SendMessageAnswer:
        """Write to the other side.
        Can't be undone.
        """
        return cast(
            "types.SendMessageAnswer",
            self._client.call(
                "POST",
                f"/api/conversations/{segment(conversation_id)}/messages",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )


class Disputes:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def accept_settlement(
        self, dispute_id: str, offer_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.AcceptSettlementAnswer:
        """Accept an offer of the other side.
        Cost: escrow to the worker and to the wallet, as offered; the fee of the worker's part to us.
        Can't be undone.
        """
        return cast(
            "types.AcceptSettlementAnswer",
            self._client.call(
                "POST",
                f"/api/disputes/{segment(dispute_id)}/offers/{segment(offer_id)}/accept",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def add_evidence(
        self,
        dispute_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.EvidenceInFormRequest],
    ) -> types.AddDisputeEvidenceAnswer:
        """Add words, addresses or files to an open dispute.
        Can't be undone.
        """
        return cast(
            "types.AddDisputeEvidenceAnswer",
            self._client.call(
                "POST",
                f"/api/disputes/{segment(dispute_id)}/evidence",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def answer(
        self,
        dispute_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.DisputeAnswerInFormRequest],
    ) -> types.AnswerDisputeAnswer:
        """Answer what our staff ask of you, or the objection to your work.
        Can't be undone.
        """
        return cast(
            "types.AnswerDisputeAnswer",
            self._client.call(
                "POST",
                f"/api/disputes/{segment(dispute_id)}/answer",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def appeal(
        self,
        dispute_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.AppealInFormRequest],
    ) -> types.AppealDisputeAnswer:
        """Appeal a decision by which you lost.
        Can't be undone.
        """
        return cast(
            "types.AppealDisputeAnswer",
            self._client.call(
                "POST",
                f"/api/disputes/{segment(dispute_id)}/appeal",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def decline_settlement(
        self, dispute_id: str, offer_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.DeclineSettlementAnswer:
        """Decline an offer of the other side.
        Can't be undone.
        """
        return cast(
            "types.DeclineSettlementAnswer",
            self._client.call(
                "POST",
                f"/api/disputes/{segment(dispute_id)}/offers/{segment(offer_id)}/decline",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def get(self, dispute_id: str, /) -> types.GetDisputeAnswer:
        """One dispute with its evidence, what is asked and offered, and what you may do now."""
        return cast("types.GetDisputeAnswer", self._client.call("GET", f"/api/disputes/{segment(dispute_id)}"))

    def list(
        self,
        *,
        cursor: str | None = None,
        escrowId: str | None = None,
        limit: int | None = None,
        status: Literal["awaiting_approval", "open", "resolved", "withdrawn"] | None = None,
    ) -> Page[types.DisputeRecord]:
        """Disputes that you opened or that are about your work, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        escrowId: Only about this escrow (esc_…).
        limit: How many, 1 to 100.
        status: Only of this status.
        """
        query: dict[str, Any] = {"cursor": cursor, "escrowId": escrowId, "limit": limit, "status": status}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/disputes", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/disputes", query=query)), "disputes", ask)

    def offer_settlement(
        self,
        dispute_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.OfferInRequest],
    ) -> types.OfferSettlementAnswer:
        """Offer the other side how the money is divided.
        Can't be undone.
        """
        return cast(
            "types.OfferSettlementAnswer",
            self._client.call(
                "POST",
                f"/api/disputes/{segment(dispute_id)}/offers",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def open(
        self,
        escrow_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.DisputeInRequest],
    ) -> types.OpenDisputeAnswer:
        """Object to the work of a seat that you fund.
        Undo: withdrawDispute, until it is not decided.
        """
        return cast(
            "types.OpenDisputeAnswer",
            self._client.call(
                "POST",
                f"/api/escrow/{segment(escrow_id)}/dispute",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def withdraw(
        self, dispute_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.WithdrawDisputeAnswer:
        """Take your dispute back.
        Undo: openDispute, until the window for disputes is open.
        """
        return cast(
            "types.WithdrawDisputeAnswer",
            self._client.call(
                "POST",
                f"/api/disputes/{segment(dispute_id)}/withdraw",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )


class Escrow:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def cancel(
        self, escrow_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.CancelEscrowAnswer:
        """Take an undelivered seat's money back.
        Cost: escrow to wallet: pay and fee of the seat.
        Can't be undone.
        """
        return cast(
            "types.CancelEscrowAnswer",
            self._client.call(
                "POST", f"/api/escrow/{segment(escrow_id)}/cancel", keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def confirm_delivery(
        self, escrow_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.ConfirmDeliveryAnswer:
        """Confirm that the work was delivered.
        Can't be undone.
        """
        return cast(
            "types.ConfirmDeliveryAnswer",
            self._client.call(
                "POST", f"/api/escrow/{segment(escrow_id)}/complete", keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def create_personal_bounty(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.PersonalInRequest]
    ) -> types.CreatePersonalBountyAnswer:
        """A bounty for one person, with a deadline.
        Cost: wallet to escrow: price plus fee, or a page.
        Undo: cancelEscrow, until no evidence was delivered.
        """
        return cast(
            "types.CreatePersonalBountyAnswer",
            self._client.call(
                "POST",
                "/api/escrow/personal-bounty",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def get(self, escrow_id: str, /) -> types.GetEscrowAnswer:
        """One escrow with its audit log."""
        return cast("types.GetEscrowAnswer", self._client.call("GET", f"/api/escrow/{segment(escrow_id)}"))

    def list(
        self,
        *,
        applicationId: str | None = None,
        bookingId: str | None = None,
        bountyId: str | None = None,
        cursor: str | None = None,
        humanId: str | None = None,
        kind: Literal["pool", "seat"] | None = None,
        limit: int | None = None,
        role: Literal["poster", "worker"] | None = None,
        status: Literal[
            "cancelled",
            "completed",
            "delivered",
            "disputed",
            "expired",
            "funded",
            "funding",
            "locked",
            "refunded",
            "released",
            "resolved",
            "warranty_hold",
        ]
        | None = None,
    ) -> Page[types.EscrowRecord]:
        """Escrows that you pay or earn, newest first.
        applicationId: Only of this application (app_…).
        bookingId: Only the escrow of this service booking.
        bountyId: Only of this bounty (bty_…).
        cursor: nextCursor of the page before; leave it out for the first.
        humanId: Only of this worker (prf_…); with bountyId.
        kind: Only this kind.
        limit: How many, 1 to 100.
        role: poster: only what you pay. worker: only what you earn.
        status: Only of this status.
        """
        query: dict[str, Any] = {
            "applicationId": applicationId,
            "bookingId": bookingId,
            "bountyId": bountyId,
            "cursor": cursor,
            "humanId": humanId,
            "kind": kind,
            "limit": limit,
            "role": role,
            "status": status,
        }

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/escrow", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/escrow", query=query)), "escrows", ask)

    def list_rentals(
        self,
        *,
        bountyId: str | None = None,
        cursor: str | None = None,
        humanId: str | None = None,
        kind: Literal["rental", "personal"] | None = None,
        limit: int | None = None,
        status: Literal[
            "assigned",
            "cancelled",
            "closed",
            "closing",
            "completed",
            "in_review",
            "open",
            "paid",
            "partially_filled",
            "paused",
            "pending_deposit",
            "pending_funding",
            "pending_review",
        ]
        | None = None,
    ) -> Page[types.RentalOut]:
        """Your direct hires and what to do next.
        bountyId: Only this bounty (bty_…).
        cursor: nextCursor of the page before; leave it out for the first.
        humanId: Only this person (prf_…).
        kind: Only this kind.
        limit: How many, 1 to 100.
        status: Only bounties of this status.
        """
        query: dict[str, Any] = {
            "bountyId": bountyId,
            "cursor": cursor,
            "humanId": humanId,
            "kind": kind,
            "limit": limit,
            "status": status,
        }

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any], self._client.call("GET", "/api/escrow/agent-rentals", query=query | {"cursor": at})
            )

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/escrow/agent-rentals", query=query)), "rentals", ask
        )

    def pay_for_seat(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.SeatCheckoutInRequest]
    ) -> types.PayForSeatAnswer:
        """Pay for a person's seat.
        Cost: wallet to escrow: price plus fee, or within escrow where the pool pays, or a page.
        Undo: cancelEscrow, until no evidence was delivered.
        """
        return cast(
            "types.PayForSeatAnswer",
            self._client.call(
                "POST", "/api/escrow/checkout", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def release(
        self,
        escrow_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.ReleaseInRequest],
    ) -> types.ReleaseEscrowAnswer:
        """Pay the worker.
        Cost: escrow to the worker: the pay; escrow to us: the fee.
        Can't be undone.
        """
        return cast(
            "types.ReleaseEscrowAnswer",
            self._client.call(
                "POST",
                f"/api/escrow/{segment(escrow_id)}/release",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def rent_human(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.RentalInRequest]
    ) -> types.RentHumanAnswer:
        """Hire a person by name, in one step.
        Cost: wallet to escrow: price plus fee, or a page.
        Undo: cancelEscrow, until no evidence was delivered.
        """
        return cast(
            "types.RentHumanAnswer",
            self._client.call(
                "POST",
                "/api/escrow/agent-checkout",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )


class Events:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def list(
        self,
        *,
        after: str | None = None,
        bountyId: str | None = None,
        limit: int | None = None,
        types: str | None = None,
        wait: int | None = None,
    ) -> Page[types.Event]:
        """The inbox: this account's events from a place on, oldest first.
        after: nextCursor of the answer before, or an event's id; a moment, such as 2026-11-20T10:00:00.000Z: what happened from then on; `start`: from the first event; `now`: only what happens from now on. Left out: `start`.
        bountyId: Only events about this bounty (bty_…).
        limit: How many, 1 to 200.
        types: Only these, separated by commas.
        wait: Seconds to wait for an event when there is none yet. The answer comes as soon as there is one; it may come earlier without any, and then says by Retry-After when to ask again.
        """
        query: dict[str, Any] = {"after": after, "bountyId": bountyId, "limit": limit, "types": types, "wait": wait}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/events", query=query | {"after": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/events", query=query)), "events", ask)


class Humanizations:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def apply(
        self,
        humanization_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.RewriteSampleInFormRequest],
    ) -> types.ApplyForHumanizationAnswer:
        """Apply with your rewrite of the sample.
        Undo: decideApplication, until it is not decided.
        """
        return cast(
            "types.ApplyForHumanizationAnswer",
            self._client.call(
                "POST",
                f"/api/v1/humanizations/{segment(humanization_id)}/applications",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def create(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.HumanizationInRequest]
    ) -> types.CreateHumanizationAnswer:
        """Have a text rewritten by a person.
        Cost: wallet to escrow: price plus fee, or a page.
        Undo: cancelBounty, until nobody is hired.
        """
        return cast(
            "types.CreateHumanizationAnswer",
            self._client.call(
                "POST", "/api/v1/humanizations", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def get(self, humanization_id: str, /) -> types.GetHumanizationAnswer:
        """Your humanization, with everybody who applied."""
        return cast(
            "types.GetHumanizationAnswer", self._client.call("GET", f"/api/v1/humanizations/{segment(humanization_id)}")
        )

    def get_assignment(self, humanization_id: str, /) -> types.GetHumanizationAssignmentAnswer:
        """The text that you were hired to rewrite."""
        return cast(
            "types.GetHumanizationAssignmentAnswer",
            self._client.call("GET", f"/api/v1/humanizations/{segment(humanization_id)}/assignment"),
        )

    def get_sample(self, humanization_id: str, /) -> types.GetHumanizationSampleAnswer:
        """The sample that you rewrite to apply."""
        return cast(
            "types.GetHumanizationSampleAnswer",
            self._client.call("GET", f"/api/v1/humanizations/{segment(humanization_id)}/screening"),
        )

    def submit(
        self,
        humanization_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.FinalTextInFormRequest],
    ) -> types.SubmitHumanizationAnswer:
        """Hand in the whole text.
        Can't be undone.
        """
        return cast(
            "types.SubmitHumanizationAnswer",
            self._client.call(
                "POST",
                f"/api/v1/humanizations/{segment(humanization_id)}/submission",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )


class Humans:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def add_photos(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.PhotosInFormRequest]
    ) -> types.AddPhotosAnswer:
        """Add photos to your profile.
        Undo: removePhoto.
        """
        return cast(
            "types.AddPhotosAnswer",
            self._client.call(
                "POST", "/api/humans/me/photos", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def answer_review(
        self,
        review_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.ReviewAnswerInRequest],
    ) -> types.AnswerReviewAnswer:
        """Answer a review of yourself, once.
        Can't be undone.
        """
        return cast(
            "types.AnswerReviewAnswer",
            self._client.call(
                "POST",
                f"/api/reviews/{segment(review_id)}/answer",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def block(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.BlockInRequest]
    ) -> types.BlockHumanAnswer:
        """Block a person or an agent.
        Undo: unblockHuman.
        """
        return cast(
            "types.BlockHumanAnswer",
            self._client.call(
                "POST", "/api/humans/blocks", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def browse_taste(
        self,
        *,
        category: Literal["design", "visual-art", "music", "photo-video", "fashion-style", "writing-performance"]
        | None = None,
        country: str | None = None,
        cursor: str | None = None,
        gender: str | None = None,
        identityVerified: bool | None = None,
        limit: int | None = None,
        skill: str | None = None,
    ) -> Page[types.HumanOut]:
        """People for creative panels.
        category: The creative field.
        country: Only this country, by code or name.
        cursor: nextCursor of the page before; leave it out for the first.
        gender: man, woman or other.
        identityVerified: Only people whose document was checked, or only others.
        limit: How many, 1 to 24.
        skill: One or more skills, separated by commas: any of them.
        """
        query: dict[str, Any] = {
            "category": category,
            "country": country,
            "cursor": cursor,
            "gender": gender,
            "identityVerified": identityVerified,
            "limit": limit,
            "skill": skill,
        }

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/humans/taste", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/humans/taste", query=query)), "humans", ask)

    def edit_profile(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.ProfileInRequest]
    ) -> types.EditOwnProfileAnswer:
        """Change your profile.
        Undo: editOwnProfile.
        """
        return cast(
            "types.EditOwnProfileAnswer",
            self._client.call(
                "PATCH", "/api/humans/me", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def get(self, human_id: str, /) -> types.GetHumanAnswer:
        """One profile, by id or username."""
        return cast("types.GetHumanAnswer", self._client.call("GET", f"/api/humans/{segment(human_id)}"))

    def get_profile(self) -> types.GetOwnProfileAnswer:
        """Your own profile."""
        return cast("types.GetOwnProfileAnswer", self._client.call("GET", "/api/humans/me"))

    def list_blocked(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.BlockOut]:
        """People you have blocked.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/humans/blocks", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/humans/blocks", query=query)), "blocks", ask)

    def list_preferred(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.PreferredOut]:
        """People you prefer.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/humans/preferred", query=query | {"cursor": at}))

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/humans/preferred", query=query)), "preferred", ask
        )

    def list_reviews(
        self, *, cursor: str | None = None, humanId: str | None = None, limit: int | None = None
    ) -> Page[types.ReviewOut]:
        """Reviews of a person, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        humanId: A person's profile id (prf_…) or username.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "humanId": humanId, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/reviews", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/reviews", query=query)), "reviews", ask)

    def post_review(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.ReviewInRequest]
    ) -> types.PostReviewAnswer:
        """Review a person after you released their pay.
        Can't be undone.
        """
        return cast(
            "types.PostReviewAnswer",
            self._client.call(
                "POST", "/api/reviews", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def prefer(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.PreferInRequest]
    ) -> types.PreferHumanAnswer:
        """Remember a person you like to work with.
        Undo: unpreferHuman.
        """
        return cast(
            "types.PreferHumanAnswer",
            self._client.call(
                "POST", "/api/humans/preferred", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def remove_photo(
        self, file_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.RemovePhotoAnswer:
        """Remove a photo from your profile.
        Can't be undone.
        """
        return cast(
            "types.RemovePhotoAnswer",
            self._client.call(
                "DELETE", f"/api/humans/me/photos/{segment(file_id)}", keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def search(
        self,
        *,
        city: str | None = None,
        country: str | None = None,
        countryCode: str | None = None,
        cursor: str | None = None,
        featured: bool | None = None,
        fields: str | None = None,
        limit: int | None = None,
        maxRate: float | None = None,
        minRate: float | None = None,
        name: str | None = None,
        offset: int | None = None,
        skill: str | None = None,
    ) -> Page[types.HumanOut]:
        """Find people.
        city: Only this city; case and accents don't matter.
        country: Only people of this country: ISO code or English name.
        countryCode: People of this country first (a hint, no filter). Default: where you signed up.
        cursor: nextCursor of the page before; leave it out for the first.
        featured: true: only featured people. false: only others.
        fields: slim: fewer fields for each person.
        limit: 1 to 24, with credentials to 100; default 24.
        maxRate: Hourly rate in US dollars, at most.
        minRate: Hourly rate in US dollars, at least.
        name: Part of the name or username; one or two letters: the beginning of a word.
        offset: Skip this many; not together with cursor.
        skill: One or more skills, separated by commas: any of them. The name is `skill` for several, too.
        """
        query: dict[str, Any] = {
            "city": city,
            "country": country,
            "countryCode": countryCode,
            "cursor": cursor,
            "featured": featured,
            "fields": fields,
            "limit": limit,
            "maxRate": maxRate,
            "minRate": minRate,
            "name": name,
            "offset": offset,
            "skill": skill,
        }

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/humans", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/humans", query=query)), "humans", ask)

    def unblock(
        self, *, humanId: str | None = None, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.UnblockHumanAnswer:
        """Take a person off your block list.
        Undo: blockHuman.
        humanId: A person's profile id (prf_…) or username.
        """
        query: dict[str, Any] = {"humanId": humanId}
        return cast(
            "types.UnblockHumanAnswer",
            self._client.call(
                "DELETE", "/api/humans/blocks", query=query, keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def unprefer(
        self, *, humanId: str | None = None, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.UnpreferHumanAnswer:
        """Take a person off your preferred list.
        Undo: preferHuman.
        humanId: A person's profile id (prf_…) or username.
        """
        query: dict[str, Any] = {"humanId": humanId}
        return cast(
            "types.UnpreferHumanAnswer",
            self._client.call(
                "DELETE", "/api/humans/preferred", query=query, keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )


class Members:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def accept_invitation(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.AcceptInRequest]
    ) -> types.AcceptInvitationAnswer:
        """Become a member.
        Undo: removeMember.
        """
        return cast(
            "types.AcceptInvitationAnswer",
            self._client.call(
                "POST",
                "/api/members/invitations/accept",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def change(
        self,
        member_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.RoleInRequest],
    ) -> types.ChangeMemberAnswer:
        """Give a member another role.
        Undo: changeMember.
        """
        return cast(
            "types.ChangeMemberAnswer",
            self._client.call(
                "PATCH",
                f"/api/members/{segment(member_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def invite(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.InvitationInRequest]
    ) -> types.InviteMemberAnswer:
        """Invite somebody to act for this account.
        Undo: revokeInvitation, until it is not accepted.
        """
        return cast(
            "types.InviteMemberAnswer",
            self._client.call(
                "POST",
                "/api/members/invitations",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def list(self) -> types.ListMembersAnswer:
        """Who may act for this account."""
        return cast("types.ListMembersAnswer", self._client.call("GET", "/api/members"))

    def list_invitations(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.InvitationOut]:
        """Invitations that wait, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any], self._client.call("GET", "/api/members/invitations", query=query | {"cursor": at})
            )

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/members/invitations", query=query)), "invitations", ask
        )

    def list_memberships(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.MembershipOut]:
        """Accounts of others that you may act for.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/memberships", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/memberships", query=query)), "memberships", ask)

    def remove(
        self, member_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.RemoveMemberAnswer:
        """Remove a member, or leave.
        Undo: inviteMember.
        """
        return cast(
            "types.RemoveMemberAnswer",
            self._client.call(
                "DELETE", f"/api/members/{segment(member_id)}", keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def revoke_invitation(
        self, invitation_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.RevokeInvitationAnswer:
        """Take an invitation back.
        Undo: inviteMember.
        """
        return cast(
            "types.RevokeInvitationAnswer",
            self._client.call(
                "DELETE",
                f"/api/members/invitations/{segment(invitation_id)}",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )


class Pictures:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def get(self, picture_id: str, /) -> Raw:
        """The photo, or how it stands."""
        return cast(Raw, self._client.call("GET", f"/api/picture-of-sf/{segment(picture_id)}", raw=True))

    def request(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.PictureInRequest]
    ) -> Raw:
        """Ask for a fresh photo of a public place.
        Cost: wallet to escrow: price plus fee, now or once the wallet has it.
        Undo: cancelBounty, until nobody is hired.
        """
        return cast(
            Raw,
            self._client.call(
                "POST",
                "/api/picture-of-sf",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
                raw=True,
            ),
        )


class Qa:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def change_template(
        self,
        template_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.TemplatePatchRequest],
    ) -> types.ChangeQaTemplateAnswer:
        """Change, pause or resume a template.
        Cost: none now; coming runs reserve what it says.
        Undo: changeQaTemplate.
        """
        return cast(
            "types.ChangeQaTemplateAnswer",
            self._client.call(
                "PATCH",
                f"/api/v1/qa/templates/{segment(template_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def create_template(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.TemplateInRequest]
    ) -> types.CreateQaTemplateAnswer:
        """Test something by people, once or again and again.
        Cost: wallet to escrow: price plus fee, for every tester of each run, by itself.
        Undo: changeQaTemplate.
        """
        return cast(
            "types.CreateQaTemplateAnswer",
            self._client.call(
                "POST", "/api/v1/qa/templates", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def decide_escalation(
        self,
        run_id: str,
        application_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.QaDecisionInRequest],
    ) -> types.DecideQaEscalationAnswer:
        """Decide what a run left to you.
        Cost: escrow to a tester who is paid: pay; escrow to us: the fee.
        Can't be undone.
        """
        return cast(
            "types.DecideQaEscalationAnswer",
            self._client.call(
                "PATCH",
                f"/api/v1/qa/runs/{segment(run_id)}/escalations/{segment(application_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def get_credentials(self, run_id: str, /) -> types.GetQaCredentialsAnswer:
        """The logins for the test that you were hired for."""
        return cast(
            "types.GetQaCredentialsAnswer", self._client.call("GET", f"/api/v1/qa/runs/{segment(run_id)}/credentials")
        )

    def get_report(self, run_id: str, /) -> types.GetQaReportAnswer:
        """The report of a run as a page."""
        query: dict[str, Any] = {"format": "json"}
        return cast(
            "types.GetQaReportAnswer",
            self._client.call("GET", f"/api/v1/qa/runs/{segment(run_id)}/report", query=query),
        )

    def get_run(self, run_id: str, /) -> types.GetQaRunAnswer:
        """One run with its report and what was escalated."""
        return cast("types.GetQaRunAnswer", self._client.call("GET", f"/api/v1/qa/runs/{segment(run_id)}"))

    def list_runs(
        self, *, cursor: str | None = None, limit: int | None = None, templateId: str | None = None
    ) -> Page[types.RunOut]:
        """Your runs, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        templateId: Only of this template (qat_…).
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit, "templateId": templateId}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/v1/qa/runs", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/v1/qa/runs", query=query)), "runs", ask)

    def list_templates(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.TemplateOut]:
        """Your templates, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/v1/qa/templates", query=query | {"cursor": at}))

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/v1/qa/templates", query=query)), "templates", ask
        )

    def run_template(
        self, template_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.RunQaTemplateAnswer:
        """Start a template's next run now.
        Cost: wallet to escrow: price plus fee, for every tester, within a minute.
        Undo: stopQaRun, until what is unused returns.
        """
        return cast(
            "types.RunQaTemplateAnswer",
            self._client.call(
                "POST",
                f"/api/v1/qa/templates/{segment(template_id)}/run",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def set_credentials(
        self,
        template_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.CredentialsInRequest],
    ) -> types.SetQaCredentialsAnswer:
        """Set the logins that testers need.
        Undo: setQaCredentials, until nobody has read them.
        """
        return cast(
            "types.SetQaCredentialsAnswer",
            self._client.call(
                "POST",
                f"/api/v1/qa/templates/{segment(template_id)}/credentials",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def stop_run(
        self, run_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.StopQaRunAnswer:
        """Take no more testers.
        Cost: escrow to wallet: what no tester takes any more, fee included, within a minute of the last one's end.
        Can't be undone.
        """
        return cast(
            "types.StopQaRunAnswer",
            self._client.call(
                "POST", f"/api/v1/qa/runs/{segment(run_id)}/stop", keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )


class Sandbox:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def advance_clock(self, **body: Unpack[types.AdvanceInRequest]) -> types.SandboxAdvanceClockAnswer:
        """Move business time forward."""
        return cast(
            "types.SandboxAdvanceClockAnswer",
            self._client.call("POST", "/api/sandbox/clock/advance", body=cast(Any, body)),
        )

    def clock(self) -> types.SandboxClockAnswer:
        """Business time."""
        return cast("types.SandboxClockAnswer", self._client.call("GET", "/api/sandbox/clock"))

    def faucet(self, *, dry_run: bool = False, **body: Unpack[types.FaucetInRequest]) -> types.SandboxFaucetAnswer:
        """Give a wallet dollars on the sandbox's own chain."""
        return cast(
            "types.SandboxFaucetAnswer",
            self._client.call("POST", "/api/sandbox/faucet", body=cast(Any, body), dry_run=dry_run),
        )

    def funds(self, *, address: str | None = None) -> types.SandboxFundsAnswer:
        """What a wallet holds on the sandbox's own chain.
        address: 0x and 40 hexadecimal digits.
        """
        query: dict[str, Any] = {"address": address}
        return cast("types.SandboxFundsAnswer", self._client.call("GET", "/api/sandbox/faucet", query=query))

    def get_play(self, play_id: str, /) -> types.SandboxGetPlayAnswer:
        """A play, with what they did and will do when."""
        return cast("types.SandboxGetPlayAnswer", self._client.call("GET", f"/api/sandbox/plays/{segment(play_id)}"))

    def mail(
        self, *, cursor: str | None = None, limit: int | None = None, to: str | None = None
    ) -> Page[types.MailOut]:
        """Mails that were written, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        to: Only mails to this address.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit, "to": to}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/sandbox/mail", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/sandbox/mail", query=query)), "mails", ask)

    def people(self) -> types.SandboxPeopleAnswer:
        """Who can play, which scripts there are, and whether people apply by themselves."""
        return cast("types.SandboxPeopleAnswer", self._client.call("GET", "/api/sandbox/people"))

    def play(
        self,
        person: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.PlayInRequest],
    ) -> types.SandboxPlayAnswer:
        """Let a simulated person play a script in your bounty.
        Undo: sandboxStopPlay, until what they did already stays.
        """
        return cast(
            "types.SandboxPlayAnswer",
            self._client.call(
                "POST",
                f"/api/sandbox/people/{segment(person)}/play",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def plays(
        self, *, bountyId: str | None = None, cursor: str | None = None, limit: int | None = None
    ) -> Page[types.PlayRow]:
        """Who plays in your bounties, or has played, newest first.
        bountyId: Only in this bounty.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"bountyId": bountyId, "cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/sandbox/plays", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/sandbox/plays", query=query)), "plays", ask)

    def stop_play(
        self, play_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.SandboxStopPlayAnswer:
        """Stop a play.
        Undo: sandboxPlay, until the job takes applicants.
        """
        return cast(
            "types.SandboxStopPlayAnswer",
            self._client.call(
                "DELETE", f"/api/sandbox/plays/{segment(play_id)}", keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def switch_people(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.SwitchInRequest]
    ) -> types.SandboxSwitchPeopleAnswer:
        """Switch on or off that simulated people apply to your new bounties by themselves.
        Undo: sandboxSwitchPeople.
        """
        return cast(
            "types.SandboxSwitchPeopleAnswer",
            self._client.call(
                "PATCH", "/api/sandbox/people", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def verify_human(
        self, human_id: str, /, *, dry_run: bool = False, **body: Unpack[types.VerifyHumanInRequest]
    ) -> types.SandboxVerifyHumanAnswer:
        """Stand in for the identity and payout providers.
        Undo: sandboxVerifyHuman.
        """
        return cast(
            "types.SandboxVerifyHumanAnswer",
            self._client.call(
                "POST", f"/api/sandbox/humans/{segment(human_id)}/verify", body=cast(Any, body), dry_run=dry_run
            ),
        )


class Services:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def approve_subscription(
        self, subscription_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.ApproveSubscriptionAnswer:
        """Take a subscription on, as its provider.
        Can't be undone.
        """
        return cast(
            "types.ApproveSubscriptionAnswer",
            self._client.call(
                "POST",
                f"/api/services/subscriptions/{segment(subscription_id)}/approve",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def browse(
        self,
        *,
        category: str | None = None,
        limit: int | None = None,
        page: int | None = None,
        search: str | None = None,
        sort: Literal["newest", "price-low", "price-high"] | None = None,
        verifiedOnly: bool | None = None,
    ) -> types.BrowseServicesAnswer:
        """Services on offer.
        category: Only this category.
        limit: How many, 1 to 48.
        page: From 1.
        search: Words of the title or the category; all of them must be there.
        sort: newest unless said otherwise.
        verifiedOnly: Only people whose identity document was checked.
        """
        query: dict[str, Any] = {
            "category": category,
            "limit": limit,
            "page": page,
            "search": search,
            "sort": sort,
            "verifiedOnly": verifiedOnly,
        }
        return cast("types.BrowseServicesAnswer", self._client.call("GET", "/api/services/browse", query=query))

    def cancel_subscription(
        self, subscription_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.CancelSubscriptionAnswer:
        """Cancel a subscription at the end of its period.
        Cost: escrow to wallet: an appointment that is not approved yet.
        Can't be undone.
        """
        return cast(
            "types.CancelSubscriptionAnswer",
            self._client.call(
                "DELETE",
                f"/api/services/subscriptions/{segment(subscription_id)}",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def confirm_booking(
        self, booking_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.ConfirmServiceBookingAnswer:
        """Say that an appointment took place, as its provider.
        Can't be undone.
        """
        return cast(
            "types.ConfirmServiceBookingAnswer",
            self._client.call(
                "POST",
                f"/api/services/bookings/{segment(booking_id)}/confirm",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def decline_booking(
        self,
        booking_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.DeclineInRequest],
    ) -> types.DeclineServiceBookingAnswer:
        """Give one appointment back, as its provider.
        Cost: escrow to the wallet of who subscribed.
        Can't be undone.
        """
        return cast(
            "types.DeclineServiceBookingAnswer",
            self._client.call(
                "POST",
                f"/api/services/bookings/{segment(booking_id)}/decline",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def decline_subscription(
        self,
        subscription_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.DeclineInRequest],
    ) -> types.DeclineSubscriptionAnswer:
        """Turn a subscription down, as its provider.
        Cost: escrow to the wallet of who subscribed.
        Can't be undone.
        """
        return cast(
            "types.DeclineSubscriptionAnswer",
            self._client.call(
                "POST",
                f"/api/services/subscriptions/{segment(subscription_id)}/decline",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def edit(
        self,
        service_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.ServicePatchRequest],
    ) -> types.EditServiceAnswer:
        """Change a service of yours.
        Undo: editService.
        """
        return cast(
            "types.EditServiceAnswer",
            self._client.call(
                "PATCH",
                f"/api/services/{segment(service_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def get_availability(
        self, *, date: str | None = None, humanId: str | None = None
    ) -> types.GetServiceAvailabilityAnswer:
        """Hours of a person that are taken.
        date: YYYY-MM-DD, in the provider's time zone.
        humanId: A person's profile id (prf_…) or username.
        """
        query: dict[str, Any] = {"date": date, "humanId": humanId}
        return cast(
            "types.GetServiceAvailabilityAnswer", self._client.call("GET", "/api/services/bookings", query=query)
        )

    def list_bookings(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        role: str | None = None,
        status: Literal[
            "pending_payment",
            "pending_approval",
            "confirmed",
            "declined",
            "auto_declined",
            "completed",
            "cancelled",
            "expired",
        ]
        | None = None,
    ) -> Page[types.BookingOut]:
        """Your bookings: cycles of subscriptions, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        role: booker (default): those that you made. provider: those that you serve.
        status: Only of this status.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit, "role": role, "status": status}

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any], self._client.call("GET", "/api/services/agent-bookings", query=query | {"cursor": at})
            )

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/services/agent-bookings", query=query)), "bookings", ask
        )

    def list_own(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.OwnService]:
        """Services that you offer, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/services", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/services", query=query)), "services", ask)

    def list_subscriptions(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        role: Literal["booker", "provider"] | None = None,
        status: Sequence[Literal["pending_approval", "active", "past_due", "canceled"]] | None = None,
    ) -> Page[types.SubscriptionOut]:
        """Your subscriptions, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        role: Which side you are on; both when left out.
        status: Only of these statuses.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit, "role": role, "status": status}

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any], self._client.call("GET", "/api/services/subscriptions", query=query | {"cursor": at})
            )

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/services/subscriptions", query=query)),
            "subscriptions",
            ask,
        )

    def offer(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.ServiceInRequest]
    ) -> types.OfferServiceAnswer:
        """Offer a service at a fixed price.
        Undo: removeService.
        """
        return cast(
            "types.OfferServiceAnswer",
            self._client.call(
                "POST", "/api/services", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def remove(
        self, service_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.RemoveServiceAnswer:
        """Take a service of yours off the list for good.
        Can't be undone.
        """
        return cast(
            "types.RemoveServiceAnswer",
            self._client.call(
                "DELETE", f"/api/services/{segment(service_id)}", keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def subscribe(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.SubscribeInRequest]
    ) -> types.SubscribeToServiceAnswer:
        """Book a service every week, every other week, or once a month.
        Cost: wallet to escrow: price plus fee, for the first appointment, or a page; then for each, by itself.
        Undo: cancelSubscription, until the provider has not approved it.
        """
        return cast(
            "types.SubscribeToServiceAnswer",
            self._client.call(
                "POST",
                "/api/services/subscribe",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )


class Submissions:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def get(self, bounty_id: str, submission_id: str, /) -> types.GetSubmissionAnswer:
        """One submission."""
        return cast(
            "types.GetSubmissionAnswer",
            self._client.call("GET", f"/api/bounties/{segment(bounty_id)}/submissions/{segment(submission_id)}"),
        )

    def list(
        self,
        bounty_id: str,
        /,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["pending_review", "approved", "rejected", "redo_requested"] | None = None,
    ) -> Page[types.SubmissionDetail]:
        """Evidence for your bounty, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        status: Only of this status.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit, "status": status}

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any],
                self._client.call(
                    "GET", f"/api/bounties/{segment(bounty_id)}/submissions", query=query | {"cursor": at}
                ),
            )

        return Page(
            cast(
                dict[str, Any], self._client.call("GET", f"/api/bounties/{segment(bounty_id)}/submissions", query=query)
            ),
            "submissions",
            ask,
        )

    def review(
        self,
        bounty_id: str,
        submission_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.SubmissionReviewInRequest],
    ) -> types.ReviewSubmissionAnswer:
        """Approve, reject or ask for a redo.
        Can't be undone.
        """
        return cast(
            "types.ReviewSubmissionAnswer",
            self._client.call(
                "PATCH",
                f"/api/bounties/{segment(bounty_id)}/submissions/{segment(submission_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def submit_evidence(
        self,
        bounty_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.SubmitInFormRequest],
    ) -> types.SubmitEvidenceAnswer:
        """Send evidence for your seat.
        Can't be undone.
        """
        return cast(
            "types.SubmitEvidenceAnswer",
            self._client.call(
                "POST",
                f"/api/bounties/{segment(bounty_id)}/submissions",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )


class Support:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def report(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.ReportInRequest]
    ) -> types.ReportSupportIssueAnswer:
        """Report a problem or a wish.
        Can't be undone.
        """
        return cast(
            "types.ReportSupportIssueAnswer",
            self._client.call(
                "POST", "/api/support/reports", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )


class Taste:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def create_run(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.TasteRunInRequest]
    ) -> types.CreateTasteRunAnswer:
        """Put a question to a panel.
        Cost: wallet to escrow: price plus fee, for every respondent.
        Undo: cancelBounty, until nobody is hired.
        """
        return cast(
            "types.CreateTasteRunAnswer",
            self._client.call(
                "POST", "/api/v1/taste/runs", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def get_ballot(self, run_id: str, /) -> types.GetTasteBallotAnswer:
        """The works you vote on."""
        return cast(
            "types.GetTasteBallotAnswer", self._client.call("GET", f"/api/v1/taste/runs/{segment(run_id)}/ballot")
        )

    def get_report(self, run_id: str, /) -> types.GetTasteReportAnswer:
        """The report as a page."""
        query: dict[str, Any] = {"format": "json"}
        return cast(
            "types.GetTasteReportAnswer",
            self._client.call("GET", f"/api/v1/taste/runs/{segment(run_id)}/report", query=query),
        )

    def get_run(self, run_id: str, /) -> types.GetTasteRunAnswer:
        """How a run stands, and its report."""
        return cast("types.GetTasteRunAnswer", self._client.call("GET", f"/api/v1/taste/runs/{segment(run_id)}"))

    def list_runs(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["pending_funding", "open", "reviewing", "closed", "failed", "expired"] | None = None,
    ) -> Page[types.TasteRunOut]:
        """Your taste runs, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        status: Only of this status.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit, "status": status}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/v1/taste/runs", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/v1/taste/runs", query=query)), "runs", ask)


class Transfers:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def cancel(
        self, transfer_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.CancelTransferAnswer:
        """Cancel a pending transfer.
        Can't be undone.
        """
        return cast(
            "types.CancelTransferAnswer",
            self._client.call(
                "POST",
                f"/api/transfers/{segment(transfer_id)}/cancel",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def get(self, transfer_id: str, /) -> types.GetTransferAnswer:
        """One transfer."""
        return cast("types.GetTransferAnswer", self._client.call("GET", f"/api/transfers/{segment(transfer_id)}"))

    def list(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["sent", "received", "all"] | None = None,
        limit: int | None = None,
        status: Literal["completed", "failed", "pending"] | None = None,
    ) -> Page[types.TransferOut]:
        """What you sent and received, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        direction: all when left out.
        limit: How many, 1 to 100.
        status: Only of this status.
        """
        query: dict[str, Any] = {"cursor": cursor, "direction": direction, "limit": limit, "status": status}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/transfers/mine", query=query | {"cursor": at}))

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/transfers/mine", query=query)), "transfers", ask
        )

    def send(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.TransferInRequest]
    ) -> types.SendTransferAnswer:
        """Pay a tip or a reimbursement.
        Cost: wallet to the worker's earnings, without a fee; or a page.
        Can't be undone.
        """
        return cast(
            "types.SendTransferAnswer",
            self._client.call(
                "POST", "/api/transfers/send", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def send_many(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.BulkInRequest]
    ) -> types.SendManyTransfersAnswer:
        """Pay up to 100 people at once.
        Cost: wallet to each worker's earnings, without a fee.
        Can't be undone.
        """
        return cast(
            "types.SendManyTransfersAnswer",
            self._client.call(
                "POST",
                "/api/transfers/bulk-send",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )


class Wallet:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def create_agent_checkout(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.AgentCheckoutInRequest]
    ) -> types.CreateAgentCheckoutAnswer:
        """Charge a customer of your own.
        Undo: refundAgentCheckout, until the wallet has it.
        """
        return cast(
            "types.CreateAgentCheckoutAnswer",
            self._client.call(
                "POST", "/api/agent-checkouts", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def create_payment_link(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.PaymentLinkInRequest]
    ) -> types.CreatePaymentLinkAnswer:
        """A page that anybody pays into your wallet."""
        return cast(
            "types.CreatePaymentLinkAnswer",
            self._client.call(
                "POST", "/api/payment-links", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def decide_approval(
        self,
        approval_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.ApprovalDecisionInRequest],
    ) -> types.DecideApprovalAnswer:
        """Approve or decline a call, or take an approval back.
        Undo: decideApproval, until an approval is not used yet, by `withdraw`; what was declined or taken back stays so.
        """
        return cast(
            "types.DecideApprovalAnswer",
            self._client.call(
                "POST",
                f"/api/approvals/{segment(approval_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def deposit(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.DepositInRequest]
    ) -> types.DepositToWalletAnswer:
        """Put money into your wallet.
        Undo: refundFunding, until the wallet has it; the rail's fee is kept.
        """
        return cast(
            "types.DepositToWalletAnswer",
            self._client.call(
                "POST", "/api/wallet/deposit", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def freeze(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.FreezeInRequest]
    ) -> types.FreezeWalletAnswer:
        """Stop all spending.
        Undo: unfreezeWallet.
        """
        return cast(
            "types.FreezeWalletAnswer",
            self._client.call(
                "POST", "/api/wallet/freeze", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def get_agent_checkout(self, agent_checkout_id: str, /) -> types.GetAgentCheckoutAnswer:
        """One of them."""
        return cast(
            "types.GetAgentCheckoutAnswer",
            self._client.call("GET", f"/api/agent-checkouts/{segment(agent_checkout_id)}"),
        )

    def get_approval(self, approval_id: str, /) -> types.GetApprovalAnswer:
        """A call that waits for your approval, or did."""
        return cast("types.GetApprovalAnswer", self._client.call("GET", f"/api/approvals/{segment(approval_id)}"))

    def get_balance(self) -> types.GetWalletBalanceAnswer:
        """Your wallet."""
        return cast("types.GetWalletBalanceAnswer", self._client.call("GET", "/api/wallet/balance"))

    def get_controls(self) -> types.GetWalletControlsAnswer:
        """Your caps, the low-balance mark and the automatic top-up."""
        return cast("types.GetWalletControlsAnswer", self._client.call("GET", "/api/wallet/controls"))

    def get_earnings_balance(self) -> types.GetEarningsBalanceAnswer:
        """What you earned."""
        return cast("types.GetEarningsBalanceAnswer", self._client.call("GET", "/api/earnings/balance"))

    def get_headroom(self, *, bountyId: str | None = None) -> types.GetWalletHeadroomAnswer:
        """What you may spend now.
        bountyId: Measures the cap per bounty for this one.
        """
        query: dict[str, Any] = {"bountyId": bountyId}
        return cast("types.GetWalletHeadroomAnswer", self._client.call("GET", "/api/wallet/headroom", query=query))

    def get_invoice(self, invoice_id: str, /) -> types.GetInvoiceAnswer:
        """One invoice of our fee."""
        query: dict[str, Any] = {"format": "json"}
        return cast(
            "types.GetInvoiceAnswer",
            self._client.call("GET", f"/api/wallet/invoices/{segment(invoice_id)}", query=query),
        )

    def get_payment_link(self, link_id: str, /) -> types.GetPaymentLinkAnswer:
        """One of your payment links."""
        return cast("types.GetPaymentLinkAnswer", self._client.call("GET", f"/api/payment-links/{segment(link_id)}"))

    def get_report(
        self, *, cursor: str | None = None, end: str | None = None, limit: int | None = None, start: str | None = None
    ) -> types.GetWalletReportAnswer:
        """What you spent, by bounty, person and category.
        cursor: The report's `nextCursor` of the answer before, with the same start and end.
        end: The same; now when left out.
        limit: How many, 1 to 500.
        start: ISO date, timestamp or epoch milliseconds; default 30 days ago.
        """
        query: dict[str, Any] = {"cursor": cursor, "end": end, "limit": limit, "start": start}
        return cast("types.GetWalletReportAnswer", self._client.call("GET", "/api/wallet/report", query=query))

    def get_withdrawal(self, withdrawal_id: str, /) -> types.GetWithdrawalAnswer:
        """One withdrawal."""
        return cast(
            "types.GetWithdrawalAnswer", self._client.call("GET", f"/api/wallet/withdrawals/{segment(withdrawal_id)}")
        )

    def list_agent_checkouts(
        self, *, cursor: str | None = None, externalOrderId: str | None = None, limit: int | None = None
    ) -> Page[types.AgentCheckoutOut]:
        """What you charged your customers, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        externalOrderId: Only this order.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "externalOrderId": externalOrderId, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/agent-checkouts", query=query | {"cursor": at}))

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/agent-checkouts", query=query)), "checkouts", ask
        )

    def list_approvals(
        self, *, cursor: str | None = None, limit: int | None = None, status: str | None = None
    ) -> Page[types.ApprovalOut]:
        """Calls that wait for your approval, and those that did, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        status: Only of this status: approved, declined, expired, pending, used.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit, "status": status}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/approvals", query=query | {"cursor": at}))

        return Page(cast(dict[str, Any], self._client.call("GET", "/api/approvals", query=query)), "approvals", ask)

    def list_funding_refunds(self) -> types.ListFundingRefundsAnswer:
        """Which deposits can go back, and which did."""
        return cast("types.ListFundingRefundsAnswer", self._client.call("GET", "/api/wallet/funding-refunds"))

    def list_invoices(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.InvoiceOut]:
        """Your invoices of our fee, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/wallet/invoices", query=query | {"cursor": at}))

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/wallet/invoices", query=query)), "invoices", ask
        )

    def list_payment_links(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.PaymentLinkOut]:
        """Your payment links, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(dict[str, Any], self._client.call("GET", "/api/payment-links", query=query | {"cursor": at}))

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/payment-links", query=query)), "paymentLinks", ask
        )

    def list_transactions(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.LineOut]:
        """Your wallet's statement, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any], self._client.call("GET", "/api/wallet/transactions", query=query | {"cursor": at})
            )

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/wallet/transactions", query=query)), "transactions", ask
        )

    def list_withdrawals(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.WithdrawalOut]:
        """Your withdrawals, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any], self._client.call("GET", "/api/wallet/withdrawals", query=query | {"cursor": at})
            )

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/wallet/withdrawals", query=query)), "withdrawals", ask
        )

    def mpp_deposit(self, *, dry_run: bool = False, **body: Unpack[types.QuoteInRequest]) -> types.MppDepositAnswer:
        """Pay a quote by a card token.
        Cost: the card to wallet.
        Undo: refundFunding, until the wallet has it; the rail's fee is kept.
        """
        return cast(
            "types.MppDepositAnswer",
            self._client.call("POST", "/api/mpp/wallet/deposit", body=cast(Any, body), dry_run=dry_run),
        )

    def refund_agent_checkout(
        self, agent_checkout_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.RefundAgentCheckoutAnswer:
        """Give your customer everything back.
        Cost: wallet out of the marketplace, to the customer.
        Can't be undone.
        """
        return cast(
            "types.RefundAgentCheckoutAnswer",
            self._client.call(
                "POST",
                f"/api/agent-checkouts/{segment(agent_checkout_id)}/refund",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def refund_funding(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.RefundInRequest]
    ) -> types.RefundFundingAnswer:
        """Return a deposit to where it came from.
        Cost: wallet out of the marketplace, to where it came from; a fee is kept once.
        Can't be undone.
        """
        return cast(
            "types.RefundFundingAnswer",
            self._client.call(
                "POST",
                "/api/wallet/funding-refunds",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def set_controls(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.ControlsInRequest]
    ) -> types.SetWalletControlsAnswer:
        """Change them.
        Undo: setWalletControls.
        """
        return cast(
            "types.SetWalletControlsAnswer",
            self._client.call(
                "PATCH", "/api/wallet/controls", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def start_payout_onboarding(
        self, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.StartPayoutOnboardingAnswer:
        """Say where you are paid."""
        return cast(
            "types.StartPayoutOnboardingAnswer",
            self._client.call("POST", "/api/payouts/onboarding", keyed=True, key=idempotency_key, dry_run=dry_run),
        )

    def unfreeze(self, *, idempotency_key: str | None = None, dry_run: bool = False) -> types.UnfreezeWalletAnswer:
        """Allow spending again.
        Undo: freezeWallet.
        """
        return cast(
            "types.UnfreezeWalletAnswer",
            self._client.call("POST", "/api/wallet/unfreeze", keyed=True, key=idempotency_key, dry_run=dry_run),
        )

    def withdraw(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.WithdrawInRequest]
    ) -> types.WithdrawFromWalletAnswer:
        """Take money out of your wallet.
        Cost: wallet out of the marketplace, to the bank.
        Can't be undone.
        """
        return cast(
            "types.WithdrawFromWalletAnswer",
            self._client.call(
                "POST", "/api/wallet/withdraw", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def withdraw_earnings(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.WithdrawInRequest]
    ) -> types.WithdrawEarningsAnswer:
        """Take out what you earned.
        Cost: earnings out of the marketplace, to the bank.
        Can't be undone.
        """
        return cast(
            "types.WithdrawEarningsAnswer",
            self._client.call(
                "POST", "/api/earnings/withdraw", body=cast(Any, body), keyed=True, key=idempotency_key, dry_run=dry_run
            ),
        )

    def x402_deposit(
        self, *, dry_run: bool = False, **body: Unpack[types.X402DepositInRequest]
    ) -> types.X402DepositAnswer:
        """Put money into your wallet by a stablecoin payment.
        Cost: the paying stablecoin wallet to wallet.
        Can't be undone.
        """
        return cast(
            "types.X402DepositAnswer",
            self._client.call("POST", "/api/x402/wallet/deposit", body=cast(Any, body), dry_run=dry_run),
        )


class Webhooks:
    def __init__(self, client: AgentHire) -> None:
        self._client = client

    def change_endpoint(
        self,
        endpoint_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.EndpointPatchRequest],
    ) -> types.ChangeWebhookEndpointAnswer:
        """Change what an endpoint gets, pause it, or set it going again.
        Undo: changeWebhookEndpoint.
        """
        return cast(
            "types.ChangeWebhookEndpointAnswer",
            self._client.call(
                "PATCH",
                f"/api/webhooks/endpoints/{segment(endpoint_id)}",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def create_endpoint(
        self, *, idempotency_key: str | None = None, dry_run: bool = False, **body: Unpack[types.EndpointInRequest]
    ) -> types.CreateWebhookEndpointAnswer:
        """Register an endpoint.
        Undo: deleteWebhookEndpoint.
        """
        return cast(
            "types.CreateWebhookEndpointAnswer",
            self._client.call(
                "POST",
                "/api/webhooks/endpoints",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def delete_endpoint(
        self, endpoint_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.DeleteWebhookEndpointAnswer:
        """Delete an endpoint.
        Can't be undone.
        """
        return cast(
            "types.DeleteWebhookEndpointAnswer",
            self._client.call(
                "DELETE",
                f"/api/webhooks/endpoints/{segment(endpoint_id)}",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def get_delivery(self, delivery_id: str, /) -> types.GetWebhookDeliveryAnswer:
        """One delivery: the signed payload and every attempt."""
        return cast(
            "types.GetWebhookDeliveryAnswer",
            self._client.call("GET", f"/api/webhooks/deliveries/{segment(delivery_id)}"),
        )

    def list_deliveries(
        self,
        *,
        cursor: str | None = None,
        endpointId: str | None = None,
        eventType: Literal[
            "application.submitted",
            "application.accepted",
            "application.confirmed",
            "application.rejected",
            "application.seat_expired",
            "application.ghost_flagged",
            "message.received",
            "conversation.completion_claimed",
            "proof.uploaded",
            "bounty.seat_filled",
            "bounty.completed",
            "escrow.funded",
            "escrow.released",
            "payment.sent",
            "wallet.low_balance",
            "wallet.auto_topup_initiated",
            "wallet.auto_topup_failed",
            "wallet.spending_cap_hit",
            "wallet.limits_changed",
            "wallet.freeze_changed",
            "approval.requested",
            "approval.decided",
            "run.status_changed",
            "run.report_ready",
            "webhook.test",
            "escrow.refunded",
            "dispute.opened",
            "dispute.resolved",
            "dispute.evidence_requested",
            "dispute.evidence_added",
            "dispute.offer_made",
            "dispute.settled",
            "dispute.decided",
            "dispute.appealed",
            "dispute.appeal_decided",
            "application.withdrawn",
            "application.terms_changed",
            "application.contested",
            "application.contest_decided",
            "submission.reviewed",
            "extension.requested",
            "webhook.endpoint_disabled",
            "payment.failed",
        ]
        | None = None,
        limit: int | None = None,
        status: Literal["pending", "retrying", "delivered", "failed"] | None = None,
    ) -> Page[types.DeliveryOut]:
        """The delivery log of this key's endpoints, newest first.
        cursor: nextCursor of the page before; leave it out for the first.
        endpointId: Only this endpoint (whe_…).
        eventType: Only this event type.
        limit: How many, 1 to 200.
        status: Only of this status.
        """
        query: dict[str, Any] = {
            "cursor": cursor,
            "endpointId": endpointId,
            "eventType": eventType,
            "limit": limit,
            "status": status,
        }

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any], self._client.call("GET", "/api/webhooks/deliveries", query=query | {"cursor": at})
            )

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/webhooks/deliveries", query=query)), "deliveries", ask
        )

    def list_endpoints(self, *, cursor: str | None = None, limit: int | None = None) -> Page[types.EndpointOut]:
        """Endpoints of this key.
        cursor: nextCursor of the page before; leave it out for the first.
        limit: How many, 1 to 100.
        """
        query: dict[str, Any] = {"cursor": cursor, "limit": limit}

        def ask(at: str) -> dict[str, Any]:
            return cast(
                dict[str, Any], self._client.call("GET", "/api/webhooks/endpoints", query=query | {"cursor": at})
            )

        return Page(
            cast(dict[str, Any], self._client.call("GET", "/api/webhooks/endpoints", query=query)), "endpoints", ask
        )

    def redeliver(
        self, delivery_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.RedeliverWebhookAnswer:
        """Send a delivery again, now."""
        return cast(
            "types.RedeliverWebhookAnswer",
            self._client.call(
                "POST",
                f"/api/webhooks/deliveries/{segment(delivery_id)}/redeliver",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def replay_events(
        self,
        endpoint_id: str,
        /,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        **body: Unpack[types.ReplayInRequest],
    ) -> types.ReplayWebhookEventsAnswer:
        """Send this endpoint the events of a time range again."""
        return cast(
            "types.ReplayWebhookEventsAnswer",
            self._client.call(
                "POST",
                f"/api/webhooks/endpoints/{segment(endpoint_id)}/replay",
                body=cast(Any, body),
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def rotate_secret(
        self, endpoint_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.RotateWebhookSecretAnswer:
        """Give an endpoint a new secret; the old one stays valid for 24 hours.
        Can't be undone.
        """
        return cast(
            "types.RotateWebhookSecretAnswer",
            self._client.call(
                "POST",
                f"/api/webhooks/endpoints/{segment(endpoint_id)}/rotate-secret",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )

    def test_endpoint(
        self, endpoint_id: str, /, *, idempotency_key: str | None = None, dry_run: bool = False
    ) -> types.TestWebhookEndpointAnswer:
        """Send a signed webhook.test through the real queue."""
        return cast(
            "types.TestWebhookEndpointAnswer",
            self._client.call(
                "POST",
                f"/api/webhooks/endpoints/{segment(endpoint_id)}/test",
                keyed=True,
                key=idempotency_key,
                dry_run=dry_run,
            ),
        )


class Namespaces:
    """The topics of the API, each with its operations."""

    def __init__(self, client: AgentHire) -> None:
        self.accounts = Accounts(client)
        self.applications = Applications(client)
        self.bounties = Bounties(client)
        self.cakes = Cakes(client)
        self.conversations = Conversations(client)
        self.disputes = Disputes(client)
        self.escrow = Escrow(client)
        from agent_hire.waiting import Events as Waiting

        self.events = Waiting(client)
        self.humanizations = Humanizations(client)
        self.humans = Humans(client)
        self.members = Members(client)
        self.pictures = Pictures(client)
        self.qa = Qa(client)
        self.sandbox = Sandbox(client)
        self.services = Services(client)
        self.submissions = Submissions(client)
        self.support = Support(client)
        self.taste = Taste(client)
        self.transfers = Transfers(client)
        self.wallet = Wallet(client)
        self.webhooks = Webhooks(client)
