"""The admin's page of a conversation: staff read what was said, as text."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.api import Api
from tests.factories.conversations import given_talk

pytestmark = pytest.mark.django_db


def test_staff_read_the_messages_of_a_conversation_as_text(operator: Api) -> None:
    talk = given_talk()
    talk.by_agent("<script>alert(1)</script> Before nine?")
    page = Client()
    page.force_login(operator.account)

    shown = page.get(reverse("admin:humans_conversation_change", args=[talk.pk])).content.decode()

    assert shown.index("On my way.") < shown.rindex("Before nine?"), "oldest first"
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown and "<script>alert" not in shown
    assert f"{talk.agent.account.name} (agent)" in shown
    assert talk.row.unread_by_human == 1, "looking marks nothing"
