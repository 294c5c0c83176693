"""What every template knows: the service's name, whether it is a sandbox and who reads sits at its machine, business time, and in
which zone times are written."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from marketplace.api import addresses
from marketplace.core import clock
from marketplace.core import reader as readers
from marketplace.web import readers_sign, sides


def shell(request: HttpRequest) -> dict[str, object]:
    side = sides.of(request)
    return {
        "service": settings.SERVICE_NAME,
        "sandbox": settings.SANDBOX,
        "at_sandbox": addresses.is_in_sandbox(request),
        "now": clock.now(),
        "zone": timezone.get_current_timezone_name(),
        "side": side,
        # Whose menu is drawn where nobody is asked who reads: by the cookie alone, which is right but for a session that has ended.
        "presumed": {"is_authenticated": settings.SESSION_COOKIE_NAME in request.COOKIES},
        "has_sides": side == readers.OWNERS or bool(readers.side(request)),
        "reader": lambda: readers_sign.sign(request),  # asked for where a page names it: a failure's page asks nobody
    }
