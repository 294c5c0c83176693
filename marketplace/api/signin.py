"""The sign-in routes in the OpenAPI document. They are served by django-allauth, with its own bodies, and mounted by
views/auth.py.

The examples are recorded answers, verified by tests/contract/test_signin.py.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from marketplace.api import failures

ROOT = "/api/auth/app/v1"
EXAMPLES = Path(__file__).with_name("signin.json")
_FAILURE = {"$ref": "#/components/schemas/Failure"}
_EMAIL = {"type": "string", "format": "email", "maxLength": 254}
_PASSWORD = {"type": "string", "minLength": 8, "description": "Neither common nor only digits."}
_OLD_PASSWORD = {"type": "string"}
_CODE = {"type": "string", "description": "The six digits from the mail."}
_APP_CODE = {"type": "string", "description": "Of the authenticator app, or a recovery code."}
_SENT = {
    "user": {"email": "ada@example.com", "password": "a long enough password"},
    "code": {"code": "123456"},
}
_REASONS = {
    200: "Signed in, or done: `meta.session_token`, when there is one, is the token to send from now on.",
    400: "`errors` has one entry for each thing that is wrong: `param`, `code` and a message.",
    401: "One more step, or not signed in. `data.flows` names the step with `is_pending`; send `meta.session_token` with it. "
    "Signing up, asking for a code and signing out are answered so when they worked.",
    404: "No authenticator app is set up. For the app, `meta.secret` and `meta.totp_url` are what to set it up with.",
    409: "This step is not open: no such flow is pending on the token, or you are signed in already.",
    410: "The session token is not known (any more): start again without it.",
}
_ERRORS = {405: "method_not_allowed", 413: "body_too_large", 415: "unsupported_media_type", 429: "rate_limited"} | {
    500: "server_error",
    503: "unavailable",
}


class Step(NamedTuple):
    """One route; `token` says whether it takes X-Session-Token."""

    method: str
    path: str
    operation: str
    summary: str
    takes: dict[str, Any] | None = None
    example: dict[str, Any] | None = None
    token: bool = False
    answers: tuple[int, ...] = (200, 400, 401, 409)


STEPS = (
    Step("get", "config", "signInConfig", "What sign-in offers here", answers=(200,)),
    Step(
        "post", "auth/signup", "signUp", "Open a person's account; mails a code to confirm the address",
        {"email": _EMAIL, "password": _PASSWORD}, _SENT["user"],
    ),
    Step("post", "auth/email/verify", "confirmEmail", "Confirm the address with the mailed code", {"key": _CODE},
         {"key": "123456"}, True),
    Step("post", "auth/email/verify/resend", "resendEmailCode", "Mail another confirmation code, twice at most", token=True,
         answers=(200, 409)),
    Step("post", "auth/login", "signIn", "Sign in with a password", {"email": _EMAIL, "password": _OLD_PASSWORD},
         _SENT["user"]),
    Step("post", "auth/code/request", "requestSignInCode", "Mail a code to sign in with", {"email": _EMAIL},
         {"email": "ada@example.com"}),
    Step("post", "auth/code/resend", "resendSignInCode", "Mail another sign-in code, twice at most", token=True,
         answers=(200, 409)),
    Step("post", "auth/code/confirm", "confirmSignInCode", "Sign in with the mailed code", {"code": _CODE},
         _SENT["code"], True),
    Step("get", "auth/session", "getSession", "Is this token signed in", token=True, answers=(200, 401)),
    Step("delete", "auth/session", "signOut", "Sign out: the token ends (answered 401)", token=True, answers=(401,)),
    Step("post", "auth/reauthenticate", "reauthenticate", "Give the password again", {"password": _OLD_PASSWORD},
         {"password": "a long enough password"}, True),
    Step("post", "auth/password/request", "requestPasswordReset", "Mail a code for a new password", {"email": _EMAIL},
         {"email": "ada@example.com"}),
    Step("post", "auth/password/reset", "resetPassword", "Set a new password with the mailed code",
         {"key": _CODE, "password": _PASSWORD}, {"key": "123456", "password": "another long password"}, True),
    Step("post", "auth/2fa/authenticate", "confirmSecondFactor", "Sign in: the code of the authenticator app",
         {"code": _APP_CODE}, _SENT["code"], True, (200, 400, 401)),
    Step("post", "auth/2fa/reauthenticate", "reauthenticateSecondFactor", "Give a code of the authenticator app again",
         {"code": _APP_CODE}, _SENT["code"], True, (200, 400, 401)),
    Step("get", "account/authenticators", "listAuthenticators", "How one signs in besides the password", token=True,
         answers=(200, 401)),
    Step("get", "account/authenticators/totp", "getAuthenticatorApp", "The authenticator app, or what to set one up with",
         token=True, answers=(200, 401, 404, 409)),
    Step("post", "account/authenticators/totp", "setUpAuthenticatorApp", "Switch the authenticator app on with its code",
         {"code": {"type": "string", "description": "What the app shows now."}}, _SENT["code"], True,
         (200, 400, 401, 409)),
    Step("delete", "account/authenticators/totp", "removeAuthenticatorApp", "Remove the authenticator app and its codes",
         token=True, answers=(200, 401)),
    Step("get", "account/authenticators/recovery-codes", "getRecoveryCodes", "The recovery codes that are left",
         token=True, answers=(200, 401, 404)),
    Step("post", "account/authenticators/recovery-codes", "renewRecoveryCodes", "Make new recovery codes; the old ones end",
         token=True, answers=(200, 400, 401)),
    Step("post", "account/password/change", "changePassword", "Change the password",
         {"current_password": {"type": "string", "description": "Left out by an account without one."},
          "new_password": _PASSWORD},
         {"current_password": "a long enough password", "new_password": "another long password"}, True),
)  # fmt: skip


def describe(result: dict[str, Any]) -> None:
    """Add the routes, their schemas and the recorded answers to the document."""
    result["components"]["schemas"] |= {"SignInAnswer": _ANSWER, "AuthenticatorsAnswer": _LIST}
    for step in STEPS:
        result["paths"].setdefault(f"{ROOT}/{step.path}", {})[step.method] = _operation(step)


def _operation(step: Step) -> dict[str, Any]:
    examples = recorded().get(step.operation, {})
    found: dict[str, Any] = {
        "operationId": step.operation,
        "tags": ["Sign-in"],
        "summary": step.summary,
        "security": [{"Session": []}, {"BearerKey": []}] if step.token else [],
        "responses": {},
    }
    if step.takes is not None:
        required = [name for name in step.takes if name != "current_password"]
        schema = {"type": "object", "required": required, "properties": step.takes}
        content = {"schema": schema, "examples": {"Request": {"value": step.example}}}
        found["requestBody"] = {"required": True, "content": {"application/json": content}}
    for status in sorted({*step.answers, *((410,) if step.token else ())}):
        name = "AuthenticatorsAnswer" if (step.operation, status) == ("listAuthenticators", 200) else "SignInAnswer"
        allauth_answer: dict[str, Any] = {"$ref": f"#/components/schemas/{name}"}
        # Invalid JSON is rejected before allauth sees it, with our own failure body.
        body: dict[str, Any] = {"schema": {"anyOf": [allauth_answer, _FAILURE]} if status == 400 else allauth_answer}
        if example := examples.get(str(status)):
            body["examples"] = {"Answer": {"value": example}}
        found["responses"][str(status)] = {
            "description": _REASONS[status],
            "content": {"application/json": body},
        }
    for status, code in _ERRORS.items():
        found["responses"].setdefault(str(status), failures.response(status, code))
    return found


@cache
def recorded() -> dict[str, dict[str, Any]]:
    """operationId -> status -> a recorded answer."""
    found: dict[str, dict[str, Any]] = orjson.loads(EXAMPLES.read_bytes()) if EXAMPLES.exists() else {}
    return found


_AUTHENTICATOR: dict[str, Any] = {
    "type": "object",
    "required": ["type"],
    "properties": {
        "type": {"type": "string"},
        "created_at": {"type": "number", "description": "Unix seconds."},
        "last_used_at": {"type": ["number", "null"], "description": "Unix seconds."},
        "total_code_count": {"type": "integer", "description": "Of recovery codes."},
        "unused_code_count": {"type": "integer"},
        "unused_codes": {"type": "array", "items": {"type": "string"}},
    },
}
_ANSWER: dict[str, Any] = {
    "type": "object",
    "description": "django-allauth's own body, without `success` and `requestId`. Broken JSON and the statuses 405, 413, "
    "415, 500 and 503 have the usual failure body.",
    "required": ["status"],
    "properties": {
        "status": {"type": "integer", "description": "The HTTP status again."},
        "data": {
            "type": "object",
            "description": "Of an authenticator, its fields. Of `signInConfig`, `account`, `mfa` and `usersessions`.",
            "properties": {
                "user": {"type": "object", "description": "Who is signed in: `id`, `profileId`, `email`, `display`."},
                "methods": {"type": "array", "items": {"type": "object"}},
                "flows": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["id"],
                        "properties": {
                            "id": {"type": "string"},
                            "is_pending": {"type": "boolean"},
                            "types": {"type": "array", "items": {"type": "string"}},
                        },
                    },
                },
                **_AUTHENTICATOR["properties"],
                **{name: {"type": "object"} for name in ("account", "mfa", "usersessions")},
            },
        },
        "meta": {
            "type": "object",
            "properties": {
                "is_authenticated": {"type": ["boolean", "null"]},
                "session_token": {"type": "string", "description": "Send it as X-Session-Token from now on."},
                "secret": {"type": "string", "description": "What to set an authenticator app up with."},
                "totp_url": {"type": "string", "description": "The same, as the app reads it from a QR code."},
            },
        },
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["message", "code"],
                "properties": {
                    "message": {"type": "string"},
                    "code": {"type": "string"},
                    "param": {"type": "string", "description": "The field of the body."},
                },
            },
        },
    },
}
_LIST = _ANSWER | {
    "description": "How one signs in besides the password; the rest is as in SignInAnswer.",
    "properties": _ANSWER["properties"] | {"data": {"type": "array", "items": _AUTHENTICATOR}},
}
