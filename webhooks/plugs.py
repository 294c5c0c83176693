"""What webhooks answers to lower steps: a revoked key's endpoints end with it; a key's single address of old."""

from marketplace.models import ApiKey
from marketplace.ports import legacy_urls, revocations
from webhooks.services import endpoints
from webhooks.services import legacy_urls as addresses


class LegacyAddress:
    def check(self, url: str) -> None:
        endpoints.check_url(url)

    def put(self, key: ApiKey, url: str) -> tuple[str, str]:
        endpoint, secret = addresses.set_url(key, url)
        return endpoint.public_id, secret

    def clear(self, key: ApiKey) -> None:
        addresses.clear(key)


def plug() -> None:
    legacy_urls.plug("webhooks", LegacyAddress())
    revocations.plug("webhooks", endpoints.disable_of_key)
