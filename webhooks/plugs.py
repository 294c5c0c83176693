"""What webhooks answers to lower steps: a revoked key's endpoints end with it, and a sign-up may bring one along."""

from marketplace.core.actor import Actor
from marketplace.models import ApiKey
from marketplace.ports import callbacks, revocations
from webhooks.services import endpoints


class SignupCallbacks:
    def check(self, url: str) -> None:
        endpoints.check_url(url)

    def open(self, key: ApiKey, url: str) -> tuple[str, str]:
        whose = Actor(account=key.account, via="key", key=key)
        endpoint, secret = endpoints.create(whose, url=url, events=["*"], description="callbackUrl of the sign-up")
        return endpoint.public_id, secret


def plug() -> None:
    callbacks.plug("webhooks", SignupCallbacks())
    revocations.plug("webhooks", endpoints.disable_of_key)
