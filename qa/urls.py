from django.urls import URLPattern, path

from qa.views.taste import TasteReportView, TasteRunView

urlpatterns: list[URLPattern] = [
    path("api/v1/taste/runs", TasteRunView.as_view({"post": "create", "get": "list"})),
    path("api/v1/taste/runs/<str:run_id>", TasteRunView.as_view({"get": "retrieve"})),
    path("api/v1/taste/runs/<str:run_id>/ballot", TasteRunView.as_view({"get": "ballot"})),
    path("api/v1/taste/runs/<str:run_id>/report", TasteReportView.as_view({"get": "retrieve"})),
]
