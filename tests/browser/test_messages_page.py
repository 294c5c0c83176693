"""A conversation with the script: what the other side says appears by itself, and what is being typed stays."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.factories.conversations import given_talk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_new_messages_appear_while_one_is_typed(
    live_server: Any, open_page: Callable[..., Any], house_accounts: None, size: str
) -> None:
    talk = given_talk()
    client = Client()
    client.force_login(talk.worker.account, backend="django.contrib.auth.backends.ModelBackend")
    page = open_page(f"{live_server.url}/support", size)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
    page.clock.install()
    page.goto(f"{live_server.url}/messages/{talk.row.public_id}", wait_until="networkidle")
    page.fill("textarea[name=content]", "I am typ")

    page.evaluate("document.querySelector('#said li').was = true")
    talk.by_agent("Could you be there at nine?")
    page.clock.fast_forward(11_000)
    page.locator("#said li", has_text="Could you be there at nine?").wait_for()
    assert page.evaluate("document.querySelector('#said li').was"), "who listens hears only what was added"
    assert page.locator("#newest").inner_text().endswith("Could you be there at nine?")

    assert page.input_value("textarea[name=content]") == "I am typ"
    assert talk.row.unread_by_human == 0
    page.click("button:has-text('Send')")
    page.locator("#said li.mine", has_text="I am typ").wait_for()
    assert page.locator("#said li").count() == 3
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.foreign == []
    assert page.faults == []
