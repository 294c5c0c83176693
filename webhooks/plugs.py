"""What webhooks answers to lower steps: a revoked key's endpoints end with it, a sign-up may bring one along, and a key has
a single address of old."""

from marketplace.core.actor import Actor
from marketplace.models import ApiKey
from marketplace.ports import callbacks, legacy_urls, revocations
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


class SignupCallbacks:
    def check(self, url: str) -> None:
        endpoints.check_url(url)

    def open(self, key: ApiKey, url: str) -> tuple[str, str]:
        whose = Actor(account=key.account, via="key", key=key)
        endpoint, secret = endpoints.create(whose, url=url, events=["*"], description="callbackUrl of the sign-up")
        return endpoint.public_id, secret


def plug() -> None:
    callbacks.plug("webhooks", SignupCallbacks())
    legacy_urls.plug("webhooks", LegacyAddress())
    revocations.plug("webhooks", endpoints.disable_of_key)
