from django.urls import path

from webhooks.pages.activity import Activity, ActivityDetail, ActivityTable
from webhooks.pages.endpoints import DeliveryPage, EndpointPage, Webhooks
from webhooks.views.activity import ActivityDetailView
from webhooks.views.documents import asyncapi
from webhooks.views.events import EventView
from webhooks.views.webhooks import DeliveryView, EndpointView

urlpatterns = [
    path("owner/webhooks", Webhooks.as_view()),
    path("owner/webhooks/deliveries/<str:delivery_id>", DeliveryPage.as_view()),
    path("owner/webhooks/<str:endpoint_id>", EndpointPage.as_view()),
    path("owner/events", Activity.as_view()),
    path("owner/events.csv", ActivityTable.as_view()),
    path("owner/events/<str:call_id>", ActivityDetail.as_view()),
    path("api/asyncapi.json", asyncapi),
    path("api/activity/<str:call_id>", ActivityDetailView.as_view({"get": "retrieve"})),
    path("api/events", EventView.as_view({"get": "list"})),
    path("api/events/stream", EventView.as_view({"get": "stream"})),
    path("api/webhooks/endpoints", EndpointView.as_view({"get": "list", "post": "create"})),
    path(
        "api/webhooks/endpoints/<str:endpoint_id>",
        EndpointView.as_view({"patch": "partial_update", "delete": "destroy"}),
    ),
    path("api/webhooks/endpoints/<str:endpoint_id>/rotate-secret", EndpointView.as_view({"post": "rotate"})),
    path("api/webhooks/endpoints/<str:endpoint_id>/test", EndpointView.as_view({"post": "test"})),
    path("api/webhooks/endpoints/<str:endpoint_id>/replay", EndpointView.as_view({"post": "replay"})),
    path("api/webhooks/deliveries", DeliveryView.as_view({"get": "list"})),
    path("api/webhooks/deliveries/<str:delivery_id>", DeliveryView.as_view({"get": "retrieve"})),
    path("api/webhooks/deliveries/<str:delivery_id>/redeliver", DeliveryView.as_view({"post": "redeliver"})),
]
