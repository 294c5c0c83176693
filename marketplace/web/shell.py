"""What every template knows: the service's name, whether it is a sandbox, and business time."""

from django.conf import settings
from django.http import HttpRequest

from marketplace.core import clock


def shell(request: HttpRequest) -> dict[str, object]:
    return {"service": settings.SERVICE_NAME, "sandbox": settings.SANDBOX, "now": clock.now()}
