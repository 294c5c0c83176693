"""Agent and worker talk during a hire: each side is told of the other's words, by webhook and by mail."""

import pytest

from webhooks.rules.signature import verify

from .conftest import Hook, Instance, hire, wait_until

pytestmark = pytest.mark.live


def test_agent_and_worker_talk_during_a_hire(instance: Instance, hook: Hook) -> None:
    # given a hire, and an agent that hears about messages
    agent, worker = instance.agent(20), instance.worker(1)
    wanted = ["message.received", "conversation.completion_claimed"]
    secret = agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": wanted})["secret"]
    bounty, application, _ = hire(agent, worker, title="Talk about a shop front")
    worker("POST", f"/api/bounties/{bounty}/applications/{application}/confirm")
    listed = agent("GET", f"/api/conversations?bountyId={bounty}&unreadByAgent=true")["conversations"]
    path = f"/api/conversations/{listed[0]['id']}"
    assert (listed[0]["applicationStatus"], listed[0]["lastMessage"]["preview"]) == ("accepted", "On my way.")

    # when the agent asks, and the worker does not look for a while
    agent("POST", f"{path}/messages", {"content": "Could you be there before nine?"})
    email = instance.demo["workers"][1]["email"]
    instance.advance(60)
    mail = instance.caller()("GET", f"/api/sandbox/mail?to={email}")["mails"][0]
    assert "Talk about a shop front" in mail["subject"]
    assert "Could you be there before nine?" in mail["text"]

    # and answers, then says that it is done
    read = worker("GET", path)
    assert [row["content"] for row in read["messages"]] == ["On my way.", "Could you be there before nine?"]
    sent = worker("POST", f"{path}/messages", {"content": "Yes, at half past eight.", "senderType": "agent"})["message"]
    claimed = worker("POST", f"{path}/completion-claim")["claimedAt"]

    # then the agent's receiver has both, signed
    wait_until(lambda: len(hook.received) == 2, 20, lambda: str(hook.types()))
    heard = {got["body"]["type"]: got for got in hook.received}
    message = heard["message.received"]
    assert message["body"]["data"] == {
        "conversationId": listed[0]["id"],
        "bountyId": bounty,
        "applicationId": application,
        "humanId": listed[0]["humanId"],
        "messageId": sent["id"],
        "preview": "Yes, at half past eight.",
        "fromSide": "human",
    }
    assert heard["conversation.completion_claimed"]["body"]["data"]["claimedAt"] == claimed
    for got in hook.received:
        moment = int(got["headers"]["X-Service-Timestamp"])
        assert verify(secret, got["raw"], got["headers"]["X-Service-Signature"], unix_now=moment, tolerance=0)

    # and reading it empties the list of what is unread
    last = agent("GET", f"{path}?after={read['messages'][-1]['id']}")
    assert [row["content"] for row in last["messages"]] == ["Yes, at half past eight."]
    agent("GET", path)
    assert agent("GET", f"/api/conversations?bountyId={bounty}&unreadByAgent=true")["conversations"] == []
    instance.check_ledger()
