"""The single webhook address that a key had before there were endpoints: an endpoint for every event, flagged legacy. It
is one at most and is none of the key's five; deliveries, signatures and the log are those of every other."""

from marketplace.models import ApiKey
from webhooks.models import Endpoint
from webhooks.services import endpoints

DESCRIPTION = "The webhookUrl of this key (deprecated)"


def set_url(key: ApiKey, url: str) -> tuple[Endpoint, str]:
    """This address from now on; the same one again is renewed. Returns it with its secret, which is shown once.

    The caller holds the key's lock. Locks the endpoint that there was; another address ends it.
    """
    endpoint = _present(key)
    if endpoint is not None and endpoint.url != url:
        endpoints.end(endpoint)
        endpoint = None
    endpoint = endpoint or Endpoint(account_id=key.account_id, key=key, url=url, legacy=True)
    return endpoint, endpoints.renew(endpoint, events=["*"], description=DESCRIPTION)


def clear(key: ApiKey) -> None:
    """No address any more. The caller holds the key's lock."""
    endpoint = _present(key)
    if endpoint is not None:
        endpoints.end(endpoint)


def _present(key: ApiKey) -> Endpoint | None:
    found: Endpoint | None = Endpoint.objects.locked().filter(key=key, legacy=True, deleted_at=None).first()
    return found
