"""/status: does everything work right now? For people; probes ask /readyz, which is of one node."""

from typing import Any

from django.utils.translation import gettext_lazy

from marketplace.selectors import health
from marketplace.web.page import Page

PARTS = {
    "database": gettext_lazy("Accounts, jobs and money"),
    "redis": gettext_lazy("Limits and the queue of work"),
    "worker": gettext_lazy("Mails, webhooks, timers and payouts"),
    "files": gettext_lazy("Photos and files"),
}


class Status(Page):
    template = "marketplace/status.html"
    needs_account = False

    def show(self) -> dict[str, Any]:
        parts, _ = health.parts()
        rows = [{"name": PARTS[name], "works": state == "ok"} for name, state in parts.items() if name in PARTS]
        return {"parts": rows, "all_work": all(row["works"] for row in rows)}
