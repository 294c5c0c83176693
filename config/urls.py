"""URL mounts, from the lowest app to the highest. `/api` has no router: one line per route, in each app's urls.py."""

from django.contrib import admin
from django.urls import include, path

from marketplace.api import handler
from marketplace.api.routes import Routes

urlpatterns = [
    Routes(
        [
            path("admin/", admin.site.urls),
            path("", include("marketplace.urls")),
            path("", include("webhooks.urls")),
            path("", include("wallet.urls")),
            # Before escrow: the one-step hires are below /api/escrow, where escrow treats any other path segment as an id.
            path("", include("bounties.urls")),
            path("", include("escrow.urls")),
            path("", include("humans.urls")),
            path("", include("qa.urls")),
        ]
    )
]

handler400 = handler.bad_request
handler403 = handler.forbidden
handler404 = handler.not_found
handler500 = handler.server_error
