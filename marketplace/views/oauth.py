"""OAuth 2.1 for MCP clients, based on django-oauth-toolkit: metadata, consent, tokens, registration, revocation.

Only these of its views are mounted. The library's consent form carries the request in hidden fields; ours is posted to the
request's URL, which is validated again, so that what was displayed is what is granted.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider import views
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.models import Application
from oauth2_provider.oauth2_backends import _add_iss_to_redirect
from oauthlib.oauth2.rfc6749.errors import CustomOAuth2Error, InvalidRequestError

from marketplace.core import strict_json
from marketplace.rules import GRANTS, MCP_PATH, client_fault, destination
from marketplace.web.foreign import page


class AuthorizeView(views.AuthorizationView):
    """GET shows which client asks and where the answer goes; POST `decision=allow` sends an authorization code, anything else
    `access_denied`. Consent is asked every time, because anyone can register a client under any name.
    """

    http_method_names = ["get", "head", "post"]
    template_name = "oauth/consent.html"

    def handle_no_permission(self) -> HttpResponse:
        return redirect_to_login(self.request.get_full_path())

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            _, parameters = self._validated_request()
        except OAuthToolkitError as error:
            return self.error_response(error, None)
        client = Application.objects.get(client_id=parameters["client_id"])
        return self.render_to_response({"client": client, "leads_to": destination(parameters["redirect_uri"])})

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            scopes, parameters = self._validated_request()
            allow = request.POST.get("decision") == "allow"
            redirect_url, *_ = self.create_authorization_response(request, " ".join(scopes), parameters, allow)
        except OAuthToolkitError as error:
            return self.error_response(error, None)
        return self.redirect(redirect_url, None)

    def _validated_request(self) -> tuple[list[str], dict[str, Any]]:
        """The validated request, bound to our one resource. Raises OAuthToolkitError."""
        scopes, parameters = self.validate_authorization_request(self.request)
        refused = None
        if parameters.get("code_challenge_method") != "S256":
            refused = InvalidRequestError("code_challenge_method: S256 is the only one.", state=parameters["state"])
        elif any(resource != settings.MCP_URL for resource in self.request.GET.getlist("resource")):
            words = f"resource: {settings.MCP_URL} is the only one."
            refused = CustomOAuth2Error("invalid_target", description=words, state=parameters["state"])
        if refused:
            raise OAuthToolkitError(refused, redirect_uri=parameters["redirect_uri"])
        return scopes, parameters | {"resource": [settings.MCP_URL]}

    def error_response(self, error: OAuthToolkitError, application: Any, **kwargs: Any) -> HttpResponse:
        """Redirects to the client when its redirect URI is valid, else shows an error page."""
        self.template_name = "oauth/refused.html"
        return super().error_response(error, application, **kwargs)

    def redirect(self, redirect_to: str, application: Any) -> HttpResponse:
        """Adds the issuer to error redirects, too (RFC 9207); the library adds it to grants only."""
        return super().redirect(_add_iss_to_redirect(redirect_to, settings.BASE_URL), application)


class TokenView(views.TokenView):
    """Only authorization codes and refresh tokens: the library also supports passwords and device codes."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.POST.get("grant_type") not in GRANTS:
            return JsonResponse({"error": "unsupported_grant_type"}, status=400)
        response = super().post(request, *args, **kwargs)
        response["Content-Type"] = "application/json"  # some error responses of the library have none
        return response


class _Ours:
    """Checks a registration before the library reads it: metadata that we don't offer are rejected, and the session cookie is
    ignored.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.user = AnonymousUser()
        # The answer has the URL of the registration: from BASE_URL, not from the Host header.
        request.build_absolute_uri = _ours  # type: ignore[method-assign]
        if request.method in ("POST", "PUT") and (refused := _refused(request.body)):
            return refused
        return super().dispatch(request, *args, **kwargs)  # type: ignore[misc]


class RegisterView(_Ours, views.DynamicClientRegistrationView):
    pass


class RegistrationView(_Ours, views.DynamicClientRegistrationManagementView):
    pass


def _ours(location: str | None = None) -> str:
    return settings.BASE_URL + (location or "")


def _refused(body: bytes) -> HttpResponse | None:
    try:
        metadata = strict_json.loads(body)
    except ValueError:
        metadata = None
    not_json = "invalid_client_metadata", "The body must be a JSON object."
    fault = client_fault(metadata) if isinstance(metadata, dict) else not_json
    if fault is None:
        return None
    return JsonResponse({"error": fault[0], "error_description": fault[1]}, status=400)


_METADATA = ".well-known/oauth-protected-resource"


def _program(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A route for programs, not browsers: cookies don't count there, so CSRF is no issue, and nothing is cached."""
    return csrf_exempt(never_cache(view))


# Route names are the library's: its metadata use them.
urlpatterns = [
    path("oauth/authorize", page(AuthorizeView.as_view(), leads_away=True), name="authorize"),
    path("oauth/token", _program(TokenView.as_view()), name="token"),
    path("oauth/revoke", _program(views.RevokeTokenView.as_view()), name="revoke-token"),
    path("oauth/register", _program(RegisterView.as_view()), name="dcr-register"),
    path("oauth/register/<str:client_id>", _program(RegistrationView.as_view()), name="dcr-register-management"),
    path(
        ".well-known/oauth-authorization-server", views.OAuthServerMetadataView.as_view(), name="oauth-server-metadata"
    ),
    path(_METADATA, views.OAuthProtectedResourceMetadataView.as_view(), name="oauth-resource-metadata"),
    path(_METADATA + MCP_PATH, views.OAuthProtectedResourceMetadataView.as_view()),
]
