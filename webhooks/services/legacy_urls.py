"""The legacy webhook URL of an API key, from before there were endpoints: an endpoint for every event, flagged legacy. A key has
at most one, which doesn't count towards its five; deliveries, signatures and log are as for any endpoint.
"""

from marketplace.core.actor import Actor
from marketplace.models import ApiKey
from webhooks.models import Endpoint
from webhooks.services import endpoints

DESCRIPTION = "The webhookUrl of this key (deprecated)"


def set_url(actor: Actor, key: ApiKey, url: str) -> tuple[Endpoint, str]:
    """Set the legacy URL of a key; the same URL again renews its endpoint. Returns the endpoint and its secret, which is shown
    once. The account is mailed as `endpoints.create` does it.

    The caller holds the key's lock. Locks the existing legacy endpoint; one with another URL is deleted.
    """
    endpoint = _find_legacy(key)
    if endpoint is not None and endpoint.url != url:
        endpoints.mark_deleted(endpoint)
        endpoint = None
    is_new = endpoint is None
    endpoint = endpoint or Endpoint(account_id=key.account_id, key=key, url=url, legacy=True)
    secret = endpoints.renew(endpoint, events=["*"], description=DESCRIPTION)
    if is_new:
        endpoints.mail_created(endpoint)
    else:
        endpoints.mail_renewed(actor, endpoint)
    return endpoint, secret


def clear(key: ApiKey) -> None:
    """Remove the legacy URL of a key, if any. The caller holds the key's lock. Locks the legacy endpoint."""
    endpoint = _find_legacy(key)
    if endpoint is not None:
        endpoints.mark_deleted(endpoint)


def _find_legacy(key: ApiKey) -> Endpoint | None:
    found: Endpoint | None = Endpoint.objects.locked().filter(key=key, legacy=True, deleted_at=None).first()
    return found
