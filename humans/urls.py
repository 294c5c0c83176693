from django.urls import path

from humans.views.profiles import HumanView, OwnProfileView

urlpatterns = [
    path("api/humans", HumanView.as_view({"get": "list"})),
    path("api/humans/me", OwnProfileView.as_view({"get": "retrieve", "patch": "partial_update"})),
    path("api/humans/<str:human_id>", HumanView.as_view({"get": "retrieve"})),
]
