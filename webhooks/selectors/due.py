"""What the timers of this app take, and when."""

from marketplace.ports import QUEUED, Due
from webhooks.models import DueEndpoint, Endpoint, Event


def rows() -> list[Due]:
    sweep = "webhooks.sweep"
    return [
        Due(sweep, Event.objects.filter(public=True, fanned_out_at=None), "created_at", QUEUED),
        # Each by an index of its own. In the past while a delivery is in flight or waits for its turn.
        *(
            Due(
                sweep,
                DueEndpoint.objects.filter(failing=failing),
                "due_at",
                also=("webhooks_delivery.next_attempt_at",),
            )
            for failing in (False, True)
        ),
        Due("webhooks.end_old_secrets", Endpoint.objects.all(), "old_secret_until"),
        Due("webhooks.resume_readable", Endpoint.objects.all(), "unreadable_since", stays=True),
    ]
