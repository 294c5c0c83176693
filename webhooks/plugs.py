"""What webhooks answers to lower steps: a revoked key's endpoints end with it."""

from marketplace.ports import revocations
from webhooks.services import endpoints


def plug() -> None:
    revocations.plug("webhooks", endpoints.disable_of_key)
