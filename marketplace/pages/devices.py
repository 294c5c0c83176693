"""/settings/devices: on which devices one gets pushes, and about what."""

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext as _

from marketplace.core.errors import NotFound
from marketplace.models import Device
from marketplace.providers import push_service
from marketplace.providers.push_service import Browser
from marketplace.rules import device
from marketplace.serializers.devices import DeviceIn, PushNoticesIn
from marketplace.services import accounts, devices
from marketplace.web.inputs import flag
from marketplace.web.page import Page

NOTICES: Final = ("pushApplications", "pushWork", "pushMessages")
_YEAR: Final = 365 * 86_400  # seconds


class Devices(Page):
    template = "marketplace/devices.html"

    def show(self) -> dict[str, Any]:
        me, here = self.actor.me, devices.here(self.request)
        rows = list(me.devices.order_by("-created_at"))
        return {
            "me": me,
            "key": push_service.public_key(),
            "most": devices.MOST,
            "is_here": any(row.pk == here for row in rows),
            "devices": [
                {
                    "id": row.public_id,
                    "name": row.name,
                    "host": row.host,
                    "since": row.created_at,
                    "used": row.last_used_at,
                    "here": row.pk == here,
                }
                for row in rows
            ],
        }

    def act_subscribe(self) -> HttpResponse:
        if not push_service.is_offered():
            raise NotFound("This site sends nothing to devices.")
        data = self.read(DeviceIn, self.posted("endpoint", "p256dh", "auth", "key"))
        key = data.pop("key", "")
        before, made = devices.here(self.request), list[Device]()

        def perform() -> None:
            name = device(self.request.headers.get("User-Agent", ""))
            made.append(devices.subscribe(self.actor, Browser(**data), name=name, key=key, instead_of=before))

        response = self.once(perform, said=_("Switched on: this device gets your notices."))
        for row in made:
            self._remember(response, row.pk)
        return response

    def act_remove(self) -> HttpResponse:
        named = self.request.POST.get("device", "")
        return self.once(lambda: devices.remove(self.actor, named), said=_("Switched off there."))

    def act_notices(self) -> HttpResponse:
        data = self.read(PushNoticesIn, {name: flag(self.request.POST.get(name)) for name in NOTICES})
        return self.once(lambda: accounts.update_columns(self.actor.id, **data), said=_("Saved what you are told."))

    def _remember(self, response: HttpResponse, pk: UUID) -> None:
        """Which device this browser is: for signing out, and, when the session has run out, for whoever signs in next."""
        self.request.session[devices.HERE] = str(pk)
        response.set_signed_cookie(
            devices.HERE,
            str(pk),
            salt=devices.HERE,
            max_age=_YEAR,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
