"""Implements the marketplace's port for the webhook endpoints of an API key."""

from marketplace.core.actor import Actor
from marketplace.core.queue import announce
from marketplace.models import ApiKey
from marketplace.ports import AccountData as Part
from marketplace.ports import account_data, called, due_rows, keepers, key_endpoints, party_parts, waiting
from webhooks.rules.personal import TABLES
from webhooks.rules.waiting import CHANNEL
from webhooks.selectors import access, due
from webhooks.selectors import account_data as account_data_of
from webhooks.selectors import waiting as waiting_of
from webhooks.services import endpoints, keeping, legacy_urls
from webhooks.web import party


class Endpoints:
    def check(self, url: str) -> None:
        endpoints.check_url(url)

    def open(self, key: ApiKey, url: str) -> tuple[str, str]:
        owner = Actor(account=key.account, via="key", key=key)
        endpoint, secret = endpoints.create(owner, url=url, events=["*"], description="callbackUrl of the sign-up")
        return endpoint.public_id, secret

    def put_legacy(self, actor: Actor, key: ApiKey, url: str) -> tuple[str, str]:
        endpoint, secret = legacy_urls.set_url(actor, key, url)
        return endpoint.public_id, secret

    def clear_legacy(self, key: ApiKey) -> None:
        legacy_urls.clear(key)

    def disable_all(self, key: ApiKey) -> None:
        endpoints.disable_of_key(key)
        announce(CHANNEL, str(key.account_id))  # who waits with this key is told that it ended


class AccountData(Part):
    """This app's part of an account's data."""

    tables = TABLES
    parts = staticmethod(account_data_of.parts)


def plug() -> None:
    account_data.plug("webhooks", AccountData())
    called.plug("whe", access.called)
    due_rows.plug("webhooks", due.rows)
    keepers.plug("deliveries", keeping.Deliveries())
    keepers.plug("events", keeping.Events())
    key_endpoints.plug(Endpoints())
    party_parts.plug("webhooks", party.sections)
    waiting.plug("webhooks", waiting_of.parts)
