"""Settings of the authorization server, django-oauth-toolkit. Rules in docs/oauth.md, reasons in docs/decisions/oauth.md."""

from typing import Any


def provider(base_url: str, resource: str, service: str, native_schemes: list[str]) -> dict[str, Any]:
    """OAUTH2_PROVIDER. `resource` is the only URL that tokens are valid for."""
    return {
        "OIDC_ISS_ENDPOINT": base_url,  # the issuer, in the metadata and in `iss` of every answer
        "OAUTH2_VALIDATOR_CLASS": "marketplace.services.oauth.Validator",
        "SCOPES": {"tools": "Use the tools of this marketplace as you"},
        "DEFAULT_SCOPES": ["tools"],
        "PKCE_REQUIRED": True,
        "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
        "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
        "REFRESH_TOKEN_EXPIRE_SECONDS": 30 * 86_400,
        "ROTATE_REFRESH_TOKEN": True,
        "REFRESH_TOKEN_REUSE_PROTECTION": True,
        "REQUEST_APPROVAL_PROMPT": "force",
        "ALLOWED_REDIRECT_URI_SCHEMES": ["https", "http", *native_schemes],  # http: loopback only, by our own check
        "ALLOW_LOCALHOST_LOOPBACK": True,
        "DCR_ENABLED": True,
        "DCR_REGISTRATION_PERMISSION_CLASSES": ("oauth2_provider.dcr.AllowAllDCRPermission",),
        "CIMD_ENABLED": True,
        "CIMD_METADATA_FETCHER": "marketplace.services.oauth.ClientDocuments",
        "CIMD_REGISTRATION_PERMISSION_CLASSES": ("marketplace.services.oauth.OnlyForSignedIn",),
        "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True,
        "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
        "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
        "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
        "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
        "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,  # digests only
        "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
        "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
        "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none", "client_secret_basic", "client_secret_post"],
        "OAUTH2_PROTECTED_RESOURCE_IDENTIFIER": resource,
        "OAUTH2_PROTECTED_RESOURCE_NAME": service,
        "OAUTH2_PROTECTED_RESOURCE_DOCUMENTATION": base_url + "/api/docs",
        "OAUTH2_PROTECTED_RESOURCE_POLICY_URI": base_url + "/privacy",
        "OAUTH2_PROTECTED_RESOURCE_TOS_URI": base_url + "/terms",
    }
