"""What this app knows about an account, for the copy that its owner may fetch."""

from collections.abc import Iterable, Iterator
from typing import Any

from marketplace.models import Account
from marketplace.selectors.account_data import table
from webhooks.models import Endpoint


def parts(account: Account) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    rows = Endpoint.objects.filter(account=account)
    yield "webhook_endpoints", table(rows, "whe", "url", "events", "description", "created_at", "disabled_at")
