"""Limits of single API keys and connectors, beside those of the account (docs/money.md, "What bounds a wallet")."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypedDict, cast

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.open_mappings import JsonObject
from marketplace.models import ApiKey, Connector
from marketplace.services import keys
from wallet import events, ledger
from wallet.models import Controls
from wallet.selectors import spender_limits
from wallet.selectors.spender_limits import Limits
from wallet.services import controls, told_controls

_OF_CREDENTIAL = ("scopes", "categories", "countries")


class LimitsChange(TypedDict, total=False):
    """The fields that PATCH …/limits may change; amounts in cents, None clears one."""

    spending_cap_per_bounty_cents: int | None
    spending_cap_rolling_24h_cents: int | None
    spending_cap_rolling_7d_cents: int | None
    spending_cap_rolling_30d_cents: int | None
    ask_above_cents: int | None
    scopes: list[str] | None
    categories: list[str] | None
    countries: list[str] | None


def make_key(
    actor: Actor, name: str, limits: LimitsChange, *, shown: Callable[[Limits], JsonObject]
) -> tuple[Limits, str]:
    """Make a key that has its limits from the first moment, in the caller's transaction: it never works without them.

    Args: `name`, `limits` and `shown` as `keys.create` and `change` take them. Returns the key with its limits, and its text,
    which is shown once. The mail about the new key is the only one. Locks the owner's controls, then the account. Raises
    LimitedCredential (403), KeyLimitReached (409). Spec: Agents and keys.
    """
    owner_controls = controls.lock_controls(actor.id)
    bounds = told_controls.bounds(actor.me, cast("Mapping[str, told_controls.Value]", limits))
    key, raw = keys.create(actor, name, bounds=[one._asdict() for one in bounds])
    made = spender_limits.of(key)
    _set(actor, owner_controls, made, limits, shown)
    told_controls.note(bounds)  # a new key was nothing before
    return made, raw


def change(
    actor: Actor,
    public_id: str,
    changes: LimitsChange,
    *,
    kind: type[ApiKey] | type[Connector],
    shown: Callable[[Limits], JsonObject],
) -> Limits:
    """Set the given limits of a key or connector, in the caller's transaction. What is funded stays funded.

    Args: `kind` is ApiKey or Connector; `shown` makes the event's `limits`. A change that changes nothing is not told.
    Locks the owner's controls, so that it waits for the spends under way and later ones see it; then the credential. The
    owner is mailed. Raises NotFound (404).
    """
    owner_controls = controls.lock_controls(actor.id)
    subject = spender_limits.subject(actor, public_id, kind=kind, lock=True)
    limits = spender_limits.of(subject)
    if changed := _set(actor, owner_controls, limits, changes, shown):
        told_controls.note(changed)
        told_controls.mail(actor.me, "limits", changed, subject)
    return limits


def _set(
    actor: Actor,
    owner_controls: Controls,
    limits: Limits,
    changes: LimitsChange,
    shown: Callable[[Limits], JsonObject],
) -> list[told_controls.Told]:
    """Write the changes down, with their event. The controls are locked. What was changed, in words; nothing when nothing was."""
    subject, before = limits.subject, shown(limits)
    were = {name: getattr(subject if name in _OF_CREDENTIAL else limits.caps, name) for name in changes}
    for name, value in changes.items():
        setattr(subject if name in _OF_CREDENTIAL else limits.caps, name, value)
    if shown(limits) == before:
        return []
    subject.is_limited, limits.caps.changed_at = limits.is_set, clock.now()
    subject.save(update_fields=[*_OF_CREDENTIAL, "is_limited"])
    limits.caps.save()
    if not owner_controls.has_spender_limits:
        owner_controls.has_spender_limits = True
        owner_controls.save(update_fields=["has_spender_limits"])
    events.limits_changed(actor.id, spender_id=limits.subject_id, limits=shown(limits))
    return told_controls.told(actor.me, were, cast("Mapping[str, told_controls.Value]", changes))


def check_caps(owner_controls: Controls, by: Actor, moves: Iterable[ledger.Move]) -> None:
    """Raise SpendingCapExceeded (403) when the moves would exceed a cap of the account, or of the key or connector that spends.

    The caller holds the lock of the controls; the caps of a key are read after it, and not at all in an account without any.
    """
    own = spender_limits.find(by.spender) if owner_controls.has_spender_limits else None
    controls.check_caps(owner_controls, by, moves, own)
