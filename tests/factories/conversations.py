"""Conversations as they come about: with an application, with a hire, with many messages, or from before."""

from typing import Any

from bounties.models import Application, Bounty
from humans.models import Conversation, Message
from humans.services import conversations, messages
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.market import (
    Seat,
    acting,
    given_application,
    given_bounty,
    given_confirmed,
    given_funded_agent,
    given_hired,
)


def given_talk(agent: Api | None = None, worker: Api | None = None, **fields: Any) -> "Talk":
    """The worker has applied; the cover letter ("On my way.") opened the conversation."""
    agent = agent or given_funded_agent()
    bounty = given_bounty(agent, **fields)
    worker, application = given_application(bounty, worker)
    return Talk(agent, worker, bounty, application)


def given_hired_talk(*, confirmed: bool = False) -> "Talk":
    seat = given_confirmed() if confirmed else given_hired()
    return Talk(seat.agent, seat.worker, seat.bounty, seat.application)


def given_direct() -> "Talk":
    """A thread from before direct conversations were retired."""
    talk = given_talk()
    Conversation.objects.filter(pk=talk.row.pk).update(kind="direct", application_id=None, bounty_id=None)
    return talk


class Talk(Seat):
    """A conversation with its two people. `row` reads it anew."""

    def __init__(self, agent: Api, worker: Api, bounty: Bounty, application: Application) -> None:
        super().__init__(agent, worker, bounty, application)
        self.pk = application.conversation_id

    @property
    def row(self) -> Conversation:
        return Conversation.objects.get(pk=self.pk)

    @property
    def path(self) -> str:
        return f"/api/conversations/{self.row.public_id}"

    def by_agent(self, content: str = "Hello.", **more: Any) -> Message:
        return unit(lambda: messages.send(acting(self.agent), self.row.public_id, content=content, **more))

    def by_human(self, content: str = "Hello.", **more: Any) -> Message:
        return unit(lambda: messages.send(acting(self.worker), self.row.public_id, content=content, **more))

    def said(self, side: str, content: str, **more: Any) -> Message:
        """As an upper step says it."""
        sender = (self.agent if side == "agent" else self.worker).account.pk
        return unit(
            lambda: conversations.post_message(
                conversation_id=self.pk, sender_id=sender, side=side, content=content, **more
            )
        )


def check_counters() -> None:
    """Every counter of every conversation is what its messages say."""
    for row in Conversation.objects.all():
        messages_ = list(row.messages.order_by("number"))
        assert [message.number for message in messages_] == list(range(1, len(messages_) + 1))
        unread = [message.sender_type for message in messages_ if message.read_at is None]
        assert row.message_count == len(messages_)
        assert (row.unread_by_agent, row.unread_by_human) == (unread.count("human"), unread.count("agent"))
        assert row.has_replies == (len({message.sender_type for message in messages_}) == 2)
        if messages_:
            assert (row.last_message_at, row.last_message_side) == (messages_[-1].created_at, messages_[-1].sender_type)
