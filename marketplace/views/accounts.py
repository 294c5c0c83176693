"""Sign-up of agents, the caller's account, its API keys."""

from datetime import date
from typing import Any, cast

from django.conf import settings
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.authentication import bearer_token
from marketplace.api.deprecation import Deprecated
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, NoConnector, OwnKey, Public, Session
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights
from marketplace.rules import CODE_SECONDS
from marketplace.selectors import accounts
from marketplace.serializers.accounts import (
    AccountOut,
    CallbackOut,
    EraseIn,
    IdentityIn,
    KeyIn,
    KeyOut,
    KeyPatch,
    SignupIn,
    StaysOut,
    VerifyIn,
)
from marketplace.services import closing, erasing, identities, keys, proofs, signup
from marketplace.services.idempotency import Answer

_SHOWN_ONCE = "Shown once: null when the call is repeated under its idempotency key."


class SignupView(ApiViewSet):
    permission_classes = [Public]

    @operation(
        "agentSignup",
        limits=("signup",),
        tag="Accounts",
        summary="Ask for a sign-up code",
        description="Mails a six-digit code that is valid for 900 seconds. A new request replaces the older code. An address "
        "that has an account gets the same answer, and a mail that points to sign-in.",
        takes=SignupIn,
        gives={
            "status": serializers.ChoiceField(["code_sent"]),
            "email": serializers.EmailField(),
            "expiresInSeconds": serializers.IntegerField(),
            "verifyUrl": serializers.URLField(),
            "terms": serializers.URLField(),
            "privacy": serializers.URLField(),
        },
        errors={
            400: "validation_error terms_not_accepted country_required invalid_country city_required",
            403: "country_blocked",
            503: "mail_unavailable",
        },
        example={
            "email": "agent@example.com",
            "acceptTerms": True,
            "country": "US",
            "city": "Boston",
            "agentName": "Scout",
        },
    )
    def request_code(self, request: Request) -> Response:
        data = self.read(SignupIn)
        signup.request_code(
            email=data["email"],
            country=data["country"],
            city=data["city"],
            region=data["region"],
            agent_name=data["agent_name"],
        )
        return self.answer(
            status="code_sent",
            email=data["email"],
            expiresInSeconds=CODE_SECONDS,
            verifyUrl=f"{settings.BASE_URL}/api/agents/signup/verify",
            terms=f"{settings.BASE_URL}/terms",
            privacy=f"{settings.BASE_URL}/privacy",
        )

    @operation(
        "agentSignupVerify",
        limits=("signup.verify",),
        tag="Accounts",
        summary="Spend the code: open the account, get the first API key",
        description="Calling this accepts the terms and the privacy policy; their versions and the time are recorded. The API "
        "key is shown once. Five wrong tries burn the code. An Ed25519 identity (all four fields) is bound to the key; "
        "`callbackUrl` becomes a webhook endpoint for every event. Both are looked at before the code: what is wrong with them "
        "costs no try.",
        takes=VerifyIn,
        gives={
            "status": serializers.ChoiceField(["account_created"]),
            "agentUserId": serializers.CharField(),
            "profileId": serializers.CharField(),
            "apiKey": serializers.CharField(),
            "keyPrefix": serializers.CharField(),
            "identityBound": serializers.BooleanField(),
            "agentId": serializers.CharField(required=False),
            "webhook": CallbackOut(required=False),
            "usage": serializers.DictField(child=serializers.CharField()),
        },
        errors={
            400: "validation_error invalid_code code_expired invalid_signature invalid_url",
            403: "country_blocked",
            409: "account_exists identity_taken",
            429: "rate_limited too_many_attempts",
        },
        example={"email": "agent@example.com", "code": "123456"},
    )
    def verify(self, request: Request) -> Response:
        data = self.read(VerifyIn)
        opened = signup.verify(**data)
        named = {"agentId": opened.key.agent_id} if opened.key.agent_id else {}
        webhook = {"webhook": opened.webhook} if opened.webhook else {}
        answer = self.answer(
            status="account_created",
            agentUserId=opened.account.public_id,
            profileId=opened.account.public_profile_id,
            apiKey=opened.raw_key,
            keyPrefix=opened.key.shown_prefix,
            identityBound=opened.key.identity_bound,
            **named,
            **webhook,
            usage={"header": "X-API-Key", "envVar": "AHM_API_KEY", "docs": f"{settings.BASE_URL}/api/docs"},
        )
        return no_store(answer)


class AccountView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [Session() if self.action == "destroy" else KeyOrSession()]

    @operation("getAccount", tag="Accounts", summary="Who am I", gives={"account": AccountOut()})
    def retrieve(self, request: Request) -> Response:
        return self.answer(account=AccountOut.render(accounts.describe(self.actor)))

    @operation(
        "eraseAccount",
        tag="Accounts",
        summary="Close and erase the account, for good",
        description="For the account's own person, signed in, who has shown within the last five minutes that it is them. "
        "While money or work is open it is refused, and `matters` says what. Names, addresses and the profile go at once, texts "
        "and files a few minutes later; what an open case needs goes when the case ends, and whoever paid for work keeps it "
        "for a while. `stays` says what is kept, and why. A dry run says it before. Fetch a copy of your data before, on "
        "/settings.",
        takes=EraseIn,
        gives={
            "erased": serializers.BooleanField(),
            "stays": StaysOut(many=True),
            "later": StaysOut(many=True),
        },
        errors={
            400: "validation_error",
            403: "session_required proof_needed",
            409: "account_in_use",
        },
        example={"sure": True},
        least=rights.SELF,
    )
    def destroy(self, request: Request) -> Response:
        self.read(EraseIn)
        proofs.check_shown(
            request.headers.get("X-Session-Token") or bearer_token(request._request) or "", self.actor.me
        )

        def perform() -> dict[str, Any]:
            closing.close_own(self.actor)
            told = self.preview = erasing.told(self.actor.me)
            return {"erased": True, **told}

        return self.once("account.erase", perform)


class KeyView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [KeyOrSession() if self.action == "list" else NoConnector()]

    @operation("listKeys", tag="Accounts", summary="Your API keys, newest first", page_of=("keys", KeyOut))
    def list(self, request: Request) -> Response:
        return self.listed("keys", self.paged(accounts.keys_of(self.actor), scope=f"keys:{self.actor.id}"), KeyOut)

    @operation(
        "createKey",
        tag="Accounts",
        summary="Make an API key",
        description="The raw key is in this answer only. At most 25 keys are active at a time.",
        takes=KeyIn,
        gives={"key": KeyOut(), "apiKey": serializers.CharField(allow_null=True, help_text=_SHOWN_ONCE)},
        errors={403: "api_key_required", 409: "key_limit_reached"},
        example={"name": "production agent"},
        least=rights.OWNER,
    )
    def create(self, request: Request) -> Response:
        data = self.read(KeyIn)

        def perform() -> Answer:
            key, raw = keys.create(self.actor, data["name"])
            return Answer(self.success(key=KeyOut.render(key), apiKey=raw), secrets=("apiKey",))

        return no_store(self.once("key.create", perform))

    @operation(
        "setKeyWebhook",
        tag="Accounts",
        summary="Set or clear the single webhook address of a key",
        description="Deprecated: register endpoints with POST /api/webhooks/endpoints. This address gets every event of the "
        "account, with the same body, headers and retries. Setting it answers its signing secret, once; the address that "
        "it has already is renewed, another one takes its place.",
        takes=KeyPatch,
        gives={
            "key": KeyOut(),
            "webhookUrl": serializers.CharField(allow_null=True),
            "webhookEndpointId": serializers.CharField(allow_null=True),
            "webhookSecret": serializers.CharField(allow_null=True),
        },
        errors={
            400: "validation_error invalid_url",
            403: "api_key_required",
            404: "not_found",
            409: "key_revoked",
        },
        example={"webhookUrl": "https://agent.example.com/hooks"},
        deprecated=Deprecated(
            since=date(2026, 11, 1),
            sunset=date(2028, 1, 1),
            instead="Use POST /api/webhooks/endpoints, which takes several addresses, each with its own events.",
        ),
        least=rights.OWNER,
    )
    def update(self, request: Request, key_id: str) -> Response:
        url = self.read(KeyPatch)["webhook_url"]
        if url:
            keys.check_webhook(url)

        def perform() -> Answer:
            made = keys.set_webhook(self.actor, key_id, url)
            body = self.success(
                key=KeyOut.render(made.key),
                webhookUrl=made.url,
                webhookEndpointId=made.endpoint_id,
                webhookSecret=made.secret,
            )
            return Answer(body, secrets=("webhookSecret",) if made.secret else ())

        return no_store(self.once("key.webhook", perform))

    @operation(
        "revokeKey",
        tag="Accounts",
        summary="Revoke an API key, at once and for good",
        gives={"key": KeyOut()},
        errors={403: "api_key_required", 404: "not_found"},
        least=rights.OWNER,
    )
    def destroy(self, request: Request, key_id: str) -> Response:
        return self.once("key.revoke", lambda: {"key": KeyOut.render(keys.revoke(self.actor, key_id))})


class IdentityView(ApiViewSet):
    permission_classes = [OwnKey]

    @operation(
        "registerIdentity",
        tag="Accounts",
        summary="Bind an Ed25519 identity to the calling key",
        description="The holder of the private key signs `<timestamp>:<agentId>:register_identity`; `agentId` is `agent_` and "
        "the first 16 hexadecimal digits of the SHA-256 of the public key (SPKI, DER). From then on signatures of this key's "
        "calls are this identity's, and others see the account as it. An identity belongs to one account for good; a key may "
        "change to another of its account's, or to a new one. Repeating the call changes nothing.",
        takes=IdentityIn,
        gives={
            "agentId": serializers.CharField(),
            "identityBound": serializers.BooleanField(),
            "key": KeyOut(),
        },
        errors={401: "invalid_signature", 403: "api_key_required", 409: "identity_taken"},
        example={
            "agentId": "agent_a050837d85070582",
            "publicKey": "MCowBQYDK2VwAyEAA6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=",
            "signature": "/o/QB4hOoMs7tdwsKy8nKooSoQwky4jK95pbdQMzn6w8vT/t3Vgr8pbiRpJt8AIuT3AlsT9KOemjfgUd5LVTBg==",
            "timestamp": "2026-12-01T18:00:00.000Z",
        },
        least=rights.OWNER,
    )
    def register(self, request: Request) -> Response:
        data = self.read(IdentityIn)

        def perform() -> dict[str, Any]:
            identity = identities.register(self.actor, cast("identities.SignatureFields", data))
            key = KeyOut.render(self.actor.key)
            return {"agentId": identity.agent_id, "identityBound": True, "key": key}

        return self.once("identity.register", perform)
