from django.urls import path

from humans.views.conversations import ConversationView
from humans.views.profiles import HumanView, OwnProfileView

urlpatterns = [
    path("api/humans", HumanView.as_view({"get": "list"})),
    path("api/humans/me", OwnProfileView.as_view({"get": "retrieve", "patch": "partial_update"})),
    path("api/humans/<str:human_id>", HumanView.as_view({"get": "retrieve"})),
    path("api/conversations", ConversationView.as_view({"get": "list", "post": "create"})),
    path(
        "api/conversations/<str:conversation_id>",
        ConversationView.as_view({"get": "retrieve", "patch": "partial_update"}),
    ),
    path(
        "api/conversations/<str:conversation_id>/messages",
        ConversationView.as_view({"get": "messages", "post": "send"}),
    ),
    path(
        "api/conversations/<str:conversation_id>/completion-claim",
        ConversationView.as_view({"post": "claim_completion"}),
    ),
]
