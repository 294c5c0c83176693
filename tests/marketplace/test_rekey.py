"""SECRET_KEY can be changed without a stop: what an older key sealed or signed is opened by every node, and sealed anew."""

from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import models
from django.test import override_settings

from marketplace.core import crypto
from marketplace.models.sealed import SealedField
from marketplace.services import rekeying, sessions
from tests.api import Api
from tests.factories.accounts import session_token
from webhooks.models import Endpoint
from webhooks.services import endpoints

from .test_callers import given_agent

OLD, NEW = "the old key" * 5, "the new key" * 5
BEFORE = override_settings(SECRET_KEY=OLD, SECRET_KEY_FALLBACKS=[])
TOLD = override_settings(SECRET_KEY=OLD, SECRET_KEY_FALLBACKS=[NEW])  # a node after step one
WRITING = override_settings(SECRET_KEY=NEW, SECRET_KEY_FALLBACKS=[OLD])  # a node after step two
AFTER = override_settings(SECRET_KEY=NEW, SECRET_KEY_FALLBACKS=[])
HOOK = "http://127.0.0.1:9/hook"


def run(*args: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("rekey", *args, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def given_endpoint(agent: Api) -> tuple[Endpoint, str]:
    made = agent.post("/api/webhooks/endpoints", {"url": HOOK, "events": ["*"]})
    return Endpoint.objects.get(account=agent.account), made["secret"]


def test_nodes_in_the_middle_of_a_rotation_understand_each_other() -> None:
    for writer, reader in [(TOLD, WRITING), (WRITING, TOLD)]:
        with writer:
            sealed, tag = crypto.seal("secret", "test"), crypto.sign("text", "cursor")
        with reader:
            assert crypto.unseal(sealed, "test") == "secret"
            assert crypto.verify("text", tag, "cursor")
            assert tag in crypto.signatures("text", "cursor")
            assert not crypto.is_current(sealed, "test")
    with WRITING:
        sealed = crypto.seal("secret", "test")
    with BEFORE, pytest.raises(ValueError, match="SECRET_KEY_FALLBACKS"):
        crypto.unseal(sealed, "test")


@pytest.mark.main
def test_every_sealed_column_is_found_by_its_class() -> None:
    """A new one needs no list: it is named as sealed, so it must be of the class that `rekey` looks for."""
    named = {
        f"{model._meta.label_lower}.{field.name}": field
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if "sealed" in field.name and isinstance(field, models.TextField)
    }
    wrong = [name for name, field in named.items() if not isinstance(field, SealedField) or not field.purpose]
    assert not wrong, "declare them as SealedField(purpose=…): rekey would leave them under the old key"

    found = {place.name for place in rekeying.places()}
    assert set(named) <= found
    assert {"wallet.mppcharge.token", "mfa.authenticator.data", "sessions.session.session_data"} <= found


def test_a_column_that_is_declared_tomorrow_is_walked_too() -> None:
    class Tomorrow(models.Model):
        note = SealedField(purpose="note")

        class Meta:
            app_label = "marketplace"

    try:
        assert "marketplace.tomorrow.note" in {place.name for place in rekeying.places()}
        assert Tomorrow._meta.get_field("note").deconstruct()[1] == "django.db.models.TextField"
    finally:
        del apps.all_models["marketplace"]["tomorrow"]
        apps.clear_cache()


@pytest.mark.django_db
def test_everything_is_sealed_anew_and_the_old_key_can_go(agent: Api) -> None:
    with BEFORE:
        endpoint, secret = given_endpoint(agent)
        token = session_token(agent.account)
        factor = Authenticator.objects.create(
            user=agent.account, type="totp", data={"secret": crypto.seal("JBSW", "second-factor")}
        )
    with WRITING:
        code, said = run("--check")
        assert code == 1
        assert "webhooks.endpoint.sealed_secret: 0 under SECRET_KEY, 1 under an old key" in said
        assert not crypto.is_current(Endpoint.objects.get().sealed_secret, "webhook-secret"), "--check changes nothing"
        assert sessions.find_account(token) == agent.account

        code, said = run("--batch", "1")
        assert (code, said.splitlines()[-1]) == (0, "rekey: 0 under an old key, 0 that no key opens")
        again = list(Endpoint.objects.values_list("sealed_secret", flat=True))
        assert run()[0] == 0
        assert list(Endpoint.objects.values_list("sealed_secret", flat=True)) == again, "a second run finds nothing"
    with AFTER:
        endpoint.refresh_from_db()
        factor.refresh_from_db()
        assert endpoints.secrets_of(endpoint) == [secret]
        assert crypto.unseal(factor.data["secret"], "second-factor") == "JBSW"
        assert sessions.find_account(token) == agent.account, "nobody is signed out"


@pytest.mark.django_db
def test_a_killed_run_has_harmed_nothing_and_the_next_one_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with BEFORE:
        kept = [given_endpoint(given_agent()) for _ in range(3)]
    seal, sealed = crypto.seal, []

    def dies(plain: str, purpose: str) -> str:
        sealed.append(plain)
        if len(sealed) == 2:
            raise KeyboardInterrupt
        return seal(plain, purpose)

    with WRITING:
        monkeypatch.setattr(crypto, "seal", dies)
        with pytest.raises(KeyboardInterrupt):
            run()
        monkeypatch.undo()
        assert run("--check")[1].count("1 under SECRET_KEY, 2 under an old key") == 1
        assert run()[0] == 0
    with AFTER:
        for endpoint, secret in kept:
            endpoint.refresh_from_db()
            assert endpoints.secrets_of(endpoint) == [secret]


@pytest.mark.django_db
def test_what_no_key_opens_is_counted_and_left(agent: Api) -> None:
    with override_settings(SECRET_KEY="a lost key" * 5):
        given_endpoint(agent)
    before = Endpoint.objects.get().sealed_secret
    with WRITING:
        code, said = run()
    assert code == 1
    assert "1 that no key opens" in said
    assert "SECRET_KEY_FALLBACKS" in said
    assert Endpoint.objects.get().sealed_secret == before


@pytest.mark.django_db
def test_a_cookie_survives_requests_that_change_between_nodes(agent: Api) -> None:
    """Django would give the session another key at each change, so that requests side by side would be signed out."""
    with TOLD:
        token = session_token(agent.account)
    for node in (TOLD, WRITING, TOLD, WRITING):
        with node:
            data = Session.objects.get(session_key=token).get_decoded()
            assert sessions.signed_in(data, agent.account) == agent.account
    with AFTER:
        assert sessions.signed_in(data, agent.account) is None, "not without the key that signed it"
