"""The sign-in routes as the document describes them, against what django-allauth really answers.

`--record-examples` writes marketplace/api/signin.json anew.
"""

from typing import Any

import jsonschema
import orjson
import pytest

from marketplace.api.signin import EXAMPLES, ROOT, STEPS
from marketplace.views.auth import urlpatterns
from tests.api import Answer, Api
from tests.contract import document as documents
from tests.contract.scenario import check_failure
from tests.factories.authenticator import shows, wrong_for
from tests.marketplace.test_sessions import WHO, mailed_code

pytestmark = pytest.mark.django_db
# What stands in the examples for what nobody should copy from there, or what differs each time.
SHOWN: dict[str, Any] = {
    "session_token": "the token to send as X-Session-Token",
    "secret": "the key of the app, in base 32",
    "totp_url": "otpauth://totp/ada%40example.com?secret=…&issuer=…",
    "unused_codes": ["20610590", "55068127"],
    "created_at": 1793452800.0,
    "last_used_at": 1793452800.0,
    "at": 1793452800.0,
}


def walk() -> dict[str, dict[str, Any]]:
    """operationId -> status -> answer, of a person's whole way."""
    found: dict[str, dict[str, Any]] = {}
    steps = {step.operation: step for step in STEPS}

    def call(name: str, body: Any = None, token: str = "") -> Answer:
        step = steps[name]
        headers = {"X-Session-Token": token} if token else {}
        answer = Api(headers=headers).call(step.method.upper(), f"{ROOT}/{step.path}", body)
        found.setdefault(name, {}).setdefault(str(answer.status), answer.body)
        return answer

    call("signInConfig")
    call("signUp", {"email": "ada"})
    call("confirmEmail", {"key": "000000"})
    pending = call("signUp", WHO)["meta"]["session_token"]
    call("confirmEmail", {"key": "no"}, pending)
    call("resendEmailCode", token=pending)
    call("confirmEmail", {"key": mailed_code()}, pending)
    call("signIn", WHO | {"password": "not this"})
    token = call("signIn", WHO)["meta"]["session_token"]
    call("reauthenticate", {"password": WHO["password"]}, token)
    secret = call("getAuthenticatorApp", token=token)["meta"]["secret"]
    call("getRecoveryCodes", token=token)
    call("renewRecoveryCodes", token=token)
    call("setUpAuthenticatorApp", {"code": wrong_for(secret)}, token)
    call("setUpAuthenticatorApp", {"code": shows(secret)}, token)
    for name in ("listAuthenticators", "getAuthenticatorApp", "getRecoveryCodes"):
        call(name, token=token)
    codes = call("renewRecoveryCodes", token=token)["data"]["unused_codes"]
    waiting = call("signIn", WHO)["meta"]["session_token"]
    call("confirmSecondFactor", {"code": wrong_for(secret)}, waiting)
    call("confirmSecondFactor", {"code": shows(secret)}, waiting)
    call("reauthenticateSecondFactor", {"code": wrong_for(secret)}, token)
    call("reauthenticateSecondFactor", {"code": codes[0]}, token)
    call("removeAuthenticatorApp", token=token)
    call("changePassword", {"current_password": "not this", "new_password": "a different long one"}, token)
    new = {"current_password": WHO["password"], "new_password": "a different long one"}
    token = call("changePassword", new, token)["meta"]["session_token"]
    call("getSession", token=token)
    call("getSession", token="unknown")
    call("signOut", token=token)
    asked = call("requestSignInCode", {"email": WHO["email"]})["meta"]["session_token"]
    call("confirmSignInCode", {"code": "no"}, asked)
    call("resendSignInCode", token=asked)
    call("confirmSignInCode", {"code": mailed_code()}, asked)
    reset = call("requestPasswordReset", {"email": WHO["email"]})["meta"]["session_token"]
    call("resetPassword", {"key": mailed_code(), "password": "another long password"}, reset)
    return found


def masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: SHOWN.get(name) or masked(inner) for name, inner in value.items()}
    return [masked(item) for item in value] if isinstance(value, list) else value


def names(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: names(inner) for name, inner in value.items()}
    return [names(item) for item in value] if isinstance(value, list) else None


def test_every_mounted_route_is_described_and_no_other() -> None:
    assert {step.path for step in STEPS} == {str(route.pattern) for route in urlpatterns}


def test_real_answers_fit_the_document_and_the_recorded_examples(request: pytest.FixtureRequest) -> None:
    document = documents.document()
    answers = masked(walk())
    assert set(answers) == {step.operation for step in STEPS}, "each has an example"
    if request.config.getoption("--record-examples"):
        EXAMPLES.write_bytes(orjson.dumps(answers, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n")
    recorded = orjson.loads(EXAMPLES.read_bytes())

    paths = {step.operation: document["paths"][f"{ROOT}/{step.path}"][step.method] for step in STEPS}
    for name, by_status in answers.items():
        for status, body in by_status.items():
            schema = paths[name]["responses"][status]["content"]["application/json"]["schema"]
            whole = {"components": document["components"], **schema}
            jsonschema.Draft202012Validator(whole).validate(body)
            assert names(recorded[name][status]) == names(body), f"{name} {status}: record the examples again"


def test_a_token_that_waits_for_a_code_is_told_the_next_step() -> None:
    pending = Api().post(f"{ROOT}/auth/signup", WHO)["meta"]["session_token"]

    answer = Api(headers={"X-Session-Token": pending}).get("/api/account")

    check_failure(answer, 401, "invalid_credentials")
    assert answer["error"].startswith("Confirm your e-mail address first: POST /api/auth/app/v1/auth/email/verify")


def test_a_body_of_another_type_is_415() -> None:
    answer = Api().call(
        "POST", f"{ROOT}/auth/login", raw=b"email=a", **{"Content-Type": "application/x-www-form-urlencoded"}
    )

    check_failure(answer, 415, "unsupported_media_type")
