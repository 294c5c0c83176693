"""Ed25519 identities of agents: verifying signatures, and binding an identity to an API key. Contract, sections 2 and 6."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypedDict

from django.db import IntegrityError, transaction

from marketplace.core import clock, moments, signing
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem, Unauthorized
from marketplace.errors import IdentityTaken, InvalidSignature, SignupSignature
from marketplace.models import Account, ApiKey, Identity
from marketplace.services import accounts, alerts

_MINUTES = signing.MAX_AGE_SECONDS // 60


class SignatureFields(TypedDict, total=False):
    """A signature as it was sent, not validated yet. `timestamp` is ISO 8601; the others are texts, base64 except `agentId`."""

    agentId: Any
    publicKey: Any
    signature: Any
    timestamp: Any


@dataclass(frozen=True, slots=True)
class Proof:
    """The caller has proven to hold the private key of this identity."""

    agent_id: str
    public_key: bytes


def check_signed(actor: Actor, sent: SignatureFields, actions: Iterable[str]) -> None:
    """Verify the optional signature of a request. Contract, section 6.

    sent: agentId, publicKey, signature and timestamp (ISO 8601), as the request has them. actions: the actions of which one must
    be signed. The identity must be the key's own when it has one, and must not belong to another account. Locks nothing. Raises
    InvalidSignature (401).
    """
    proof = _prove(sent, actions, InvalidSignature)
    own = actor.key.agent_id if actor.key else None
    if own is not None and own != proof.agent_id:
        raise InvalidSignature(
            f"This key is bound to {own}. Sign with that identity, or bind {proof.agent_id} to the key first: "
            "POST /api/keys/register-identity, or the tool switch_identity."
        )
    known = Identity.objects.filter(agent_id=proof.agent_id).first()
    if known is not None and not _matches(known, proof, actor.id):
        raise InvalidSignature(
            f"{proof.agent_id} belongs to another account. Sign with an identity of this one, or bind a new one: "
            "POST /api/keys/register-identity, or the tools switch_identity and create_identity. Or send no signature."
        )


def prove_for_signup(sent: SignatureFields) -> Proof:
    """Verify the identity of a sign-up. Contract, section 2.

    sent: as in `check_signed`. Locks nothing. Raises SignupSignature (400), IdentityTaken (409).
    """
    proof = _prove(sent, _registrations(sent), SignupSignature)
    if Identity.objects.filter(agent_id=proof.agent_id).exists():
        raise IdentityTaken()
    return proof


def register(actor: Actor, sent: SignatureFields) -> Identity:
    """Bind an identity to the calling key, replacing another one; a former identity of the account may be bound again. The owner
    is mailed. Spec: Agents and keys.

    sent: as in `check_signed`. Locks the account, then the key. Raises InvalidSignature (401), IdentityTaken (409).
    """
    assert actor.key is not None
    key, before = actor.key, actor.key.agent_id
    identity = bind(key, _prove(sent, _registrations(sent), InvalidSignature))
    if identity.agent_id != before:
        alerts.mail_owner(actor.me, "identity", identity=identity.agent_id, key=key.name, prefix=key.shown_prefix)
    return identity


def bind(key: ApiKey, proof: Proof) -> Identity:
    """Bind a proven identity to a key, and show it on the account. In the caller's transaction.

    Locks the account, then the key. Raises IdentityTaken (409), Unauthorized (401) when the key was revoked meanwhile.
    """
    Account.objects.locked().get(pk=key.account_id)
    locked: ApiKey = ApiKey.objects.locked().get(pk=key.pk)
    if locked.revoked_at is not None:
        raise Unauthorized()
    identity = Identity.objects.filter(agent_id=proof.agent_id).first() or _store(key, proof)
    if not _matches(identity, proof, key.account_id):
        raise IdentityTaken()
    ApiKey.objects.filter(pk=key.pk).update(agent=identity)
    accounts.update_columns(key.account_id, agent=identity)
    key.agent = identity
    return identity


def _store(key: ApiKey, proof: Proof) -> Identity:
    try:
        with transaction.atomic():
            made: Identity = Identity.objects.create(
                account_id=key.account_id, agent_id=proof.agent_id, public_key=proof.public_key
            )
            return made
    except IntegrityError:  # another account registered it at the same time
        raise IdentityTaken()


def _matches(identity: Identity, proof: Proof, account_id: Any) -> bool:
    """Is this the identity of this account? The id is only 64 bits of a hash, so the key is compared, too."""
    return identity.account_id == account_id and bytes(identity.public_key) == proof.public_key


def _registrations(sent: SignatureFields) -> list[str]:
    """What a registration may sign: a client in use repeats the agent's id before the action (contract, section 8)."""
    return [signing.REGISTER, f"{sent.get('agentId')}:{signing.REGISTER}"]


def _prove(sent: SignatureFields, actions: Iterable[str], refusal: type[Problem]) -> Proof:
    texts = [sent.get(name) for name in ("agentId", "publicKey", "signature", "timestamp")]
    if not all(isinstance(text, str) for text in texts):
        raise refusal("A signature takes four texts: agentId, publicKey, signature and timestamp.")
    agent, public_key, signature, timestamp = map(str, texts)
    try:
        der, raw = signing.read_public_key(public_key), signing.read_signature(signature)
        age = abs((clock.wall() - moments.read_moment(timestamp)).total_seconds())
    except (ValueError, TypeError, OverflowError) as error:
        raise refusal(_reason(error))
    if signing.agent_id(der) != agent:
        raise refusal("agentId is not the one of this publicKey: `agent_` and 16 hexadecimal digits of its SHA-256.")
    if age > signing.MAX_AGE_SECONDS:
        raise refusal(f"This signature is not of the last {_MINUTES} minutes by our clock. Sign with the present time.")
    tried = list(actions)
    if not any(signing.verify(der, raw, signing.message(timestamp, agent, action)) for action in tried):
        raise refusal(f"The signature is not over `{timestamp[:40]}:{agent}:{tried[0][:120]}`.")
    return Proof(agent, der)


def _reason(error: Exception) -> str:
    if str(error).startswith(("publicKey", "signature")):
        return f"{error}."
    return "timestamp is not ISO 8601 with an offset, such as 2026-12-01T18:00:00Z."
