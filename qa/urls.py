from django.urls import path

from qa.pages.owner import OwnerHome
from qa.pages.reports import QaReport, TasteReport
from qa.pages.runs import PanelPage, RunPage, Runs, TemplatePage
from qa.pages.testing import Testing
from qa.pages.voting import Voting
from qa.views.pending import PendingView
from qa.views.reports import ReportView
from qa.views.runs import EscalationView, RunView
from qa.views.taste import TasteReportView, TasteRunView
from qa.views.templates import TemplateView

urlpatterns = [
    path("owner", OwnerHome.as_view()),
    path("owner/runs", Runs.as_view()),
    path("owner/runs/templates/<str:template_id>", TemplatePage.as_view()),
    path("owner/runs/<str:run_id>", RunPage.as_view()),
    path("owner/runs/<str:run_id>/report", QaReport.as_view()),
    path("owner/runs/panels/<str:run_id>", PanelPage.as_view()),
    path("owner/runs/panels/<str:run_id>/report", TasteReport.as_view()),
    path("work/<str:application_id>/test", Testing.as_view()),
    path("work/<str:application_id>/vote", Voting.as_view()),
    path("api/pending", PendingView.as_view({"get": "list"})),
    path("api/v1/qa/templates", TemplateView.as_view({"get": "list", "post": "create"})),
    path("api/v1/qa/templates/<str:template_id>", TemplateView.as_view({"patch": "partial_update"})),
    path("api/v1/qa/templates/<str:template_id>/credentials", TemplateView.as_view({"post": "set_credentials"})),
    path("api/v1/qa/templates/<str:template_id>/run", TemplateView.as_view({"post": "run"})),
    path("api/v1/qa/runs", RunView.as_view({"get": "list"})),
    path("api/v1/qa/runs/<str:run_id>", RunView.as_view({"get": "retrieve"})),
    path("api/v1/qa/runs/<str:run_id>/report", ReportView.as_view({"get": "retrieve"})),
    path("api/v1/qa/runs/<str:run_id>/credentials", ReportView.as_view({"get": "credentials"})),
    path("api/v1/qa/runs/<str:run_id>/stop", RunView.as_view({"post": "stop"})),
    path("api/v1/qa/runs/<str:run_id>/escalations/<str:application_id>", EscalationView.as_view({"patch": "decide"})),
    path("api/v1/taste/runs", TasteRunView.as_view({"post": "create", "get": "list"})),
    path("api/v1/taste/runs/<str:run_id>", TasteRunView.as_view({"get": "retrieve"})),
    path("api/v1/taste/runs/<str:run_id>/ballot", TasteRunView.as_view({"get": "ballot"})),
    path("api/v1/taste/runs/<str:run_id>/report", TasteReportView.as_view({"get": "retrieve"})),
]
