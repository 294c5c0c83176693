"""One line per route, in the order of the spec."""

from django.conf import settings
from django.urls import include, path

from marketplace.pages import app, language
from marketplace.pages.closing import Close
from marketplace.pages.devices import Devices
from marketplace.pages.guides import Guides
from marketplace.pages.members import Acting, Join, Members
from marketplace.pages.policies import Privacy, Terms
from marketplace.pages.sandbox import Sandbox
from marketplace.pages.settings import Download, Reads, Settings
from marketplace.pages.status import Status
from marketplace.pages.support import Support
from marketplace.views import auth, cards, docs, guides, health, mcp, oauth, retired, sessions, wellknown
from marketplace.views.accounts import AccountView, IdentityView, KeyView, SignupView
from marketplace.views.activity import ActivityView
from marketplace.views.exports import ExportView
from marketplace.views.files import download, photo, photo_thumbnail, thumbnail
from marketplace.views.members import InvitationView, MembershipView, MemberView
from marketplace.views.sandbox import SandboxView
from marketplace.views.support import SupportView

urlpatterns = [
    path("manifest.webmanifest", app.manifest),
    path("favicon.ico", app.favicon),
    path("service-worker.js", app.service_worker),
    path("offline", app.offline),
    path("livez", health.livez),
    path("readyz", health.readyz),
    path("startupz", health.startupz),
    path("healthz", health.livez),
    path("support", Support.as_view()),
    path("terms", Terms.as_view()),
    path("privacy", Privacy.as_view()),
    path("settings", Settings.as_view()),
    path("settings/devices", Devices.as_view()),
    path("settings/reads", Reads.as_view()),
    path("settings/close", Close.as_view()),
    path("settings/data/<str:export_id>", Download.as_view()),
    path("owner/members", Members.as_view()),
    path("owner/members/join", Join.as_view()),
    path("owner/acting", Acting.as_view()),
    path("language/<str:code>", language.choose),
    path("llms.txt", wellknown.llms),
    path("llms-full.txt", guides.everything),
    path("docs", Guides.as_view()),
    path("docs/<str:name>", Guides.as_view()),
    path("docs/<str:folder>/<str:name>", Guides.as_view()),
    path("status", Status.as_view()),
    path(".well-known/security.txt", wellknown.security),
    path(".well-known/api-catalog", wellknown.catalog),
    path(".well-known/ai-catalog.json", cards.ai_catalog),
    path(".well-known/agent-card.json", cards.agent_card),
    path(".well-known/agent-skills/index.json", cards.skills),
    path(".well-known/agent-skills/hire-people/SKILL.md", cards.skill),
    path("api/mcp", mcp.endpoint),
    path("api/mcp/server-card", cards.server_card),
    path("api/changelog", guides.changelog),
    path("api/openapi.json", docs.openapi),
    path("api/docs", docs.page),
    path("", include(sessions.urlpatterns)),
    path("", include((oauth.urlpatterns, "oauth2_provider"))),
    path("api/auth/app/v1/", include(auth.urlpatterns)),
    path("api/support/reports", SupportView.as_view({"post": "report"})),
    path("api/agents/signup", SignupView.as_view({"post": "request_code"})),
    path("api/agents/signup/verify", SignupView.as_view({"post": "verify"})),
    *retired.urlpatterns,
    path("api/account", AccountView.as_view({"get": "retrieve", "delete": "destroy"})),
    path("api/account/export", ExportView.as_view({"get": "retrieve", "post": "create"})),
    path("api/activity", ActivityView.as_view({"get": "list"})),
    path("api/requests/<str:request_id>", ActivityView.as_view({"get": "retrieve"})),
    path("api/keys", KeyView.as_view({"get": "list", "post": "create"})),
    path("api/keys/register-identity", IdentityView.as_view({"post": "register"})),
    path("api/keys/<str:key_id>", KeyView.as_view({"patch": "update", "delete": "destroy"})),
    path("api/members", MemberView.as_view({"get": "list"})),
    path("api/members/invitations", InvitationView.as_view({"get": "list", "post": "create"})),
    path("api/members/invitations/accept", InvitationView.as_view({"post": "accept"})),
    path("api/members/invitations/<str:invitation_id>", InvitationView.as_view({"delete": "destroy"})),
    path("api/members/<str:member_id>", MemberView.as_view({"patch": "partial_update", "delete": "destroy"})),
    path("api/memberships", MembershipView.as_view({"get": "list"})),
    path("files/photos/<str:file_id>", photo),
    path("files/photos/<str:file_id>/<int:side>", photo_thumbnail),
    path("files/<str:file_id>", download),
    path("files/<str:file_id>/<int:side>", thumbnail),
]
if settings.SANDBOX:
    urlpatterns += [
        path("sandbox", Sandbox.as_view()),
        path("api/sandbox/clock", SandboxView.as_view({"get": "clock"})),
        path("api/sandbox/clock/advance", SandboxView.as_view({"post": "advance"})),
        path("api/sandbox/mail", SandboxView.as_view({"get": "mail"})),
        path("api/sandbox/humans/<str:human_id>/verify", SandboxView.as_view({"post": "verify"})),
    ]
