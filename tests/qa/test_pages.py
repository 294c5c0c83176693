"""The pages of testers and voters."""

import re
from datetime import timedelta

import pytest

from bounties.models import Application, Contest, Submission
from marketplace.core import clock
from qa.models import Run
from tests.factories.accounts import given_worker
from tests.factories.market import untouched
from tests.factories.qa import given_run, given_tester, screenshot, send, turn
from tests.factories.taste import given_panel, looks
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
FINDING = {
    "findings.0.title": "The button does nothing",
    "findings.0.steps": "Open the page and press the buy button twice.",
    "findings.0.actual": "Nothing at all happens after pressing it.",
    "findings.0.severity": "high",
}


def given_brief(**fields: object) -> tuple[Visitor, Run, str]:
    _, run = given_run(**fields)
    worker, application = given_tester(run)
    return Visitor(worker.account), run, f"/work/{application.public_id}/test"


def test_a_tester_reads_the_brief_and_sends_what_they_found() -> None:
    tester, _run, path = given_brief(checklist=["Buy a mug"])
    page = tester.open(path)
    assert "Buy a mug" in page.text

    with untouched():
        refused = tester.send(page, "send", files={"files": [screenshot()]}, textEvidence="I bought a mug.", **FINDING)
    assert "Answer this: Buy a mug" in refused.text
    [question] = [name for name, _ in page.form("send").fields if name.startswith("answers.")]
    assert f'id="send-{question}-error"' in refused.html and f'href="#send-{question}"' in refused.html

    answers = {name: "I bought one." for name, _ in page.form("send").fields if name.startswith("answers.")}
    sent = {"textEvidence": "I bought a mug.", **FINDING, **answers}
    after = tester.send(refused, "send", files={"files": [screenshot()]}, **sent)

    assert "Your report was sent." in after.text
    sent = Submission.objects.get()
    assert [(one["title"], one["severity"]) for one in sent.form["findings"]] == [("The button does nothing", "high")]
    assert sent.text_evidence == "I bought a mug."


def test_a_fault_stands_at_the_finding_in_which_it_was_typed() -> None:
    tester, _run, path = given_brief()
    typed = {name.replace(".0.", ".2."): value for name, value in FINDING.items()} | {"findings.2.title": "x" * 201}

    with untouched():
        refused = tester.send(
            tester.open(path), "send", files={"files": [screenshot()]}, textEvidence="I bought a mug.", **typed
        )

    assert 'id="send-findings.2.title-error"' in refused.html and 'id="send-findings.0.title-error"' not in refused.html
    ids = set(re.findall(r' id="([^"]+)"', refused.html))
    links = [link for link in refused.links if link.startswith("#send")]
    assert links and all(link[1:] in ids for link in links)


def test_a_report_that_is_looked_at_leads_to_how_it_stands() -> None:
    tester, _run, path = given_brief()
    page = tester.open(path)
    tester.send(page, "send", files={"files": [screenshot()]}, textEvidence="I bought a mug and it came.")

    after = tester.open(path)

    assert "send" not in [form.act for form in after.forms] and "Send your report by" not in after.text
    assert "What you sent is being looked at" in after.text and path.removesuffix("/test") in after.links
    with untouched():
        again = tester.send(page, "send", files={"files": [screenshot()]}, textEvidence="Once more.", form="another")
    assert again.status == 409 and 'role="alert"' in again.html


def test_a_report_says_before_it_is_sent_that_it_takes_a_question_to_staff_back() -> None:
    tester, _run, path = given_brief()
    said = "Sending again takes your question to our staff back"
    assert said not in tester.open(path).text

    [application] = Application.objects.all()
    Contest.objects.create(application=application, reason="It works.", due_at=clock.now() + timedelta(hours=72))

    page = tester.open(path)
    assert page.html.index(said) < page.html.index("Send the report")


def test_nothing_wrong_is_a_report_too() -> None:
    tester, _run, path = given_brief()
    tester.send(tester.open(path), "send", files={"files": [screenshot()]}, textEvidence="I bought a mug and it came.")
    assert Submission.objects.get().form["findings"] == []


def test_a_report_without_a_picture_comes_back_as_typed() -> None:
    tester, _run, path = given_brief()
    with untouched():
        after = tester.send(tester.open(path), "send", textEvidence="I bought a mug.", **FINDING)
    assert after.status == 400
    assert dict(after.form("send").fields)["findings.0.title"] == "The button does nothing"


def test_one_more_finding_keeps_what_was_typed() -> None:
    tester, _run, path = given_brief()
    page = tester.open(path)
    assert "findings.3.title" not in page.html
    with untouched():
        after = tester.send(page, "send", textEvidence="I bought a mug.", **FINDING, act="more")
    assert "findings.3.title" in after.html
    assert dict(after.form("send").fields)["findings.0.title"] == "The button does nothing"


def test_logins_are_shown_in_one_answer_to_the_hired_tester_alone() -> None:
    owner, run = given_run(requiredCredentials=["password"])
    set_to = owner.post(
        f"/api/v1/qa/templates/{run.template.public_id}/credentials", {"credentials": {"password": "s3same"}}
    )
    assert set_to.status == 200
    worker, application = given_tester(run)
    tester, path = Visitor(worker.account), f"/work/{application.public_id}/test"
    page = tester.open(path)
    assert "s3same" not in page.html
    assert "s3same" in tester.send(page, "logins").html
    assert "s3same" not in tester.open(path).html


def test_nobody_else_reads_a_brief_or_a_ballot() -> None:
    _, _, path = given_brief()
    stranger = Visitor(given_worker().account)
    assert stranger.open(path).status == 404
    assert stranger.open(path.replace("/test", "/vote")).status == 404
    assert Visitor().open(path).path.startswith("/account/login")


def test_a_voter_compares_and_votes_once() -> None:
    panel = given_panel()
    worker = panel.respondent()
    application = panel.row.bounty.applications.get(human_id=worker.account.pk)
    voter, path = Visitor(worker.account), f"/work/{application.public_id}/vote"
    job = Visitor().open(f"/jobs/{application.bounty.public_id}").text
    assert "A valid vote is paid at once" in job and "counts as accepted" not in job
    assert "20 to 1,000 characters." in voter.open(path).text
    page = voter.open(path)
    labels = [work["label"] for work in panel.row.artifacts]
    assert all(label in page.text for label in labels)
    job = voter.open(f"/jobs/{panel.row.bounty.public_id}").text
    assert "Nothing has to be confirmed" in job and "two hours" not in job and "2 h to confirm" not in job

    with untouched():
        refused = voter.send(page, "vote", vote=labels[0], reason="")
    assert refused.status == 400 and 'id="vote-reason"' in refused.html and "#vote-reason" in refused.links

    after = voter.send(
        refused, "vote", vote=labels[0], reason="The colours are calm, and the name is easy to read from afar."
    )
    assert "Your vote was sent." in after.text
    assert Submission.objects.get().form["vote"] == labels[0]


def test_whoever_applies_for_a_panel_reads_that_they_are_hired_at_once() -> None:
    panel, worker = given_panel(), given_worker()
    assert panel.apply(worker).status == 200
    voter, path = Visitor(worker.account), f"/work/{panel.row.bounty.applications.get().public_id}"

    waiting = voter.open(path).text
    assert (
        "Whoever fits is hired at once" in waiting and "1 day to vote" in waiting and "If you are chosen" not in waiting
    )

    panel.respondent(given_worker())  # and with them everybody who had applied
    assert "Go to the work" in voter.open(path).text


def test_each_voter_sees_the_works_in_their_own_order() -> None:
    panel = given_panel()
    shown = []
    for worker in (panel.respondent(), panel.respondent()):
        application = panel.row.bounty.applications.get(human_id=worker.account.pk)
        page = Visitor(worker.account).open(f"/work/{application.public_id}/vote").html
        order = [work["label"] for work in worker.get(f"{panel.path}/ballot")["ballot"]["artifacts"]]
        assert re.findall(r"<article[^>]*><h2>(.*?)</h2>", page) == order
        assert re.findall(r'name="vote" value="(.*?)"', page) == order
        shown.append(order)

    assert sorted(shown[0]) == sorted(shown[1]) and shown[0] != shown[1]


def test_a_report_opens_for_its_owner_by_session_and_for_nobody_else() -> None:
    owner, run = given_run(testerCount=1, budgetPerRunCents=1180)
    path = f"/owner/runs/{run.public_id}/report"
    visitor = Visitor(owner.account)
    assert visitor.open(path).status == 409, "not yet"
    worker, _ = given_tester(run)
    assert send(worker, run, text="I bought a mug and all of it went well.").status == 200
    turn()
    seen = visitor.open(path)
    assert seen.status == 200
    assert "script-src" not in seen.headers["Content-Security-Policy"]
    alone = owner.get(f"/api/v1/qa/runs/{run.public_id}/report?format=json")["html"]
    way_back = f'  <p class="back" lang="en-gb"><a href="/owner/runs/{run.public_id}">Back</a></p>\n'
    before, sent = seen.html.replace(way_back, "").split("  <section>\n    <h2>What the testers sent</h2>")
    assert alone.startswith(before.rstrip()) and "<h2>What the testers sent</h2>" not in alone
    assert sent.partition("</section>")[2].split() == alone[len(before.rstrip()) :].split(), "and nothing else"
    assert Visitor(given_worker().account).open(path).status == 404
    assert Visitor().open(path).path.startswith("/account/login")


def test_the_state_of_a_plan_and_of_a_run_has_one_heading() -> None:
    owner, run = given_run()
    for path in (f"/owner/runs/{run.public_id}", f"/owner/runs/templates/{run.template.public_id}"):
        page = Visitor(owner.account).open(path).html
        assert '<h2>State</h2><p><span class="badge' in page and "<dt>State</dt>" not in page, path


def test_a_panels_report_opens_for_its_owner_alone() -> None:
    panel = given_panel()
    path = f"/owner/runs/panels/{panel.run_id}/report"
    owner = Visitor(panel.agent.account)
    assert owner.open(path).status == 409, "not yet"
    for label in ("Blue", "Red"):
        reason = f"I would open {label}: its colours are calm and its name is easy to read."
        assert panel.vote(panel.respondent(), label, reason).status == 200
    looks()
    seen = owner.open(path)
    assert seen.status == 200 and "I would open Blue" in seen.text and "I would open Red" in seen.text
    assert Visitor(given_worker().account).open(path).status == 404
