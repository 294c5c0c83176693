"""/jobs/{id}/apply: every gate is said beforehand, and the form sends all that a job asks for."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application, Bounty
from humans.models import Profile
from marketplace.core import clock
from tests.api import Api
from tests.bounties.test_application_forms import TERMS, docx, picture, video
from tests.factories.accounts import given_worker
from tests.factories.humanizations import given_humanization
from tests.factories.market import given_application, given_bounty, given_funded_agent, untouched
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
HERE = {"latitude": "38.71", "longitude": "-9.13", "accuracy": "20"}


def asking(**fields: Any) -> Bounty:
    return given_bounty(given_funded_agent(), **fields)


def path(bounty: Bounty) -> str:
    return f"/jobs/{bounty.public_id}/apply"


def test_applying_leads_to_the_page_of_the_application(worker: Api) -> None:
    bounty, me = asking(), Visitor(worker.account)

    page = me.send(me.open(path(bounty)), "apply", coverLetter="I live around the corner.", proposedPrice="6,50")

    made = Application.objects.get()
    assert (page.status, page.path) == (200, f"/work/{made.public_id}")
    assert "Your application is sent." in page.text and "I live around the corner." in page.text
    assert (made.cover_letter, made.proposed_price_cents, made.human_id) == (
        "I live around the corner.",
        650,
        worker.account.pk,
    )


def test_a_second_tap_applies_once(worker: Api) -> None:
    bounty, me = asking(), Visitor(worker.account)
    page = me.open(path(bounty))

    first = me.send(page, "apply", coverLetter="Once.")
    second = me.send(page, "apply", coverLetter="Once.")

    assert first.path == second.path and Application.objects.count() == 1


def test_a_refused_form_comes_back_as_it_was_typed(worker: Api) -> None:
    details = [{"id": "d1", "type": "text", "label": "Which camera?", "required": True}]
    bounty, me = asking(application_details=details, required_links=[{"type": "github"}]), Visitor(worker.account)
    page = me.open(path(bounty))

    with untouched():
        answer = me.send(
            page, "apply", coverLetter="My words", proposedPrice="lots", **{"links.0.url": "javascript:alert(1)"}
        )

    assert answer.status == 400
    assert answer.form("apply").data["coverLetter"] == ["My words"]
    assert answer.form("apply").data["proposedPrice"] == ["lots"]
    assert 'id="apply-proposedPrice-error"' in answer.html and 'id="apply-links.0.url-error"' in answer.html

    answer = me.send(answer, "apply", proposedPrice="", **{"links.0.url": "https://elsewhere.example/me"})
    assert answer.status == 400 and "The github link must be on github.com." in answer.text
    assert 'id="apply-answers.d1-error"' in answer.html


def test_all_that_a_job_asks_for_has_a_field(worker: Api) -> None:
    details = [
        {"id": "d1", "type": "text", "label": "Which camera?", "required": True},
        {"id": "d2", "type": "checkbox", "label": "I can lift 20 kg.", "required": True},
        {"id": "d3", "type": "file_upload", "label": "Your licence", "required": True, "fileType": "docx"},
        {"id": "d4", "type": "live_video", "label": "Say hello", "required": True},
        {"id": "d5", "type": "text", "label": "Anything else?", "required": False},
    ]
    bounty = asking(
        application_details=details, required_links=[{"type": "github"}, {"type": "custom", "label": "Blog"}]
    )
    me = Visitor(worker.account)
    now, files = clock.wall().isoformat(), {"files.d3": docx(), "files.d4": video(), "files.resume": docx()}
    notes = {f"capturedLive.{name}": "true" if name == "files.d4" else "false" for name in files}
    notes |= {f"capturedAt.{name}": now for name in files}
    page = me.open(path(bounty))

    answer = me.send(
        page,
        "apply",
        files,
        availability="Today",
        **notes,
        **{"answers.d1": "A phone", "answers.d2": "true"},
        **{"links.0.url": "https://github.com/me", "links.1.url": "https://me.example"},
    )

    assert answer.path.startswith("/work/"), answer.text
    made = Application.objects.get()
    assert made.answers == [{"questionId": "d1", "value": "A phone"}, {"questionId": "d2", "value": True}]
    assert [link["url"] for link in made.links] == ["https://github.com/me", "https://me.example"]
    assert sorted(made.file_kinds.values()) == ["d3", "d4", "resume"]


def test_a_video_that_is_not_taken_now_is_refused_at_its_field(worker: Api) -> None:
    bounty = asking(application_details=[{"id": "d4", "type": "live_video", "label": "Say hello", "required": True}])
    me = Visitor(worker.account)
    long_ago = (clock.wall() - timedelta(hours=1)).isoformat()

    for notes in ({}, {"capturedLive.files.d4": "true", "capturedAt.files.d4": long_ago}):
        with untouched():
            answer = me.send(me.open(path(bounty)), "apply", {"files.d4": video()}, **notes)
        assert answer.status == 400 and 'id="apply-files.d4-error"' in answer.html
        assert "capturedLive true" not in answer.text and "within ten minutes" in answer.text


def test_an_upload_collection_shows_its_consent_and_takes_files(worker: Api) -> None:
    bounty = asking(submission_mode="photo_upload", upload_settings=TERMS | {"maxImages": 2, "minimumResolutionPx": 40})
    me = Visitor(worker.account)
    page = me.open(path(bounty))
    assert TERMS["consentText"] in page.text and "Up to 2 photos" in page.text and "at least 40 pixels" in page.text

    with untouched():
        unsigned = me.send(page, "apply", {"files": [picture()]})
        too_small = me.send(page, "apply", {"files": [picture(30, 30)]}, consent="true")
    assert unsigned.status == 400 and 'id="apply-consent-error"' in unsigned.html
    assert too_small.status == 400 and "Files have to be chosen again." in too_small.text

    answer = me.send(page, "apply", {"files": [picture(), picture(65)]}, consent="true")
    assert TERMS["confirmationMessage"] in answer.text
    assert list(Application.objects.get().file_kinds.values()) == ["upload", "upload"]


# ------------------------------------------------------------------ gates


def test_gates_that_are_missing_are_said_before_the_form(worker: Api) -> None:
    bounty = asking(
        identity_required=True,
        linkedin_verified_required=True,
        mic_check_required=True,
        language_requirement={"language": "en", "minimumCefr": "B2"},
    )
    worker.account.linkedin_verified_at = clock.now()
    worker.account.save()

    page = Visitor(worker.account).open(path(bounty))

    assert [form.act for form in page.forms if form.act] == []
    assert page.text.count("Missing") == 3 and page.text.count("You have it") == 3
    verified_at = f"/sandbox?next={path(bounty)}#verification"
    assert {verified_at, f"/jobs/{bounty.public_id}/recordings"} <= set(page.links)
    page = Visitor(worker.account)._seen(Visitor(worker.account).client.get(path(bounty), REMOTE_ADDR="192.0.2.7"))
    assert verified_at not in page.links and "/support" in page.links, "only who sits at the sandbox is led there"


def test_the_job_says_beforehand_in_the_same_words_what_it_asks_for(worker: Api) -> None:
    wanted = {"identity_required": True, "linkedin_verified_required": True, "mic_check_required": True}
    spoken = {"language": "en", "minimumCefr": "B2"}
    bounty = asking(**wanted, language_requirement=spoken, required_links=[{"type": "github"}])
    me = Visitor(worker.account)

    before, applying = me.open(f"/jobs/{bounty.public_id}"), me.open(path(bounty))

    for words in (
        *("Your identity is verified", "Your LinkedIn profile is verified", "A short recording with your microphone"),
        "A recording that shows your spoken English at level B2 or better",
    ):
        assert words in before.text and words in applying.text
    assert "A link: GitHub" in before.text


def test_without_a_profile_one_is_led_to_it(worker: Api) -> None:
    Profile.objects.update(is_complete=False)

    bounty = asking()
    page = Visitor(worker.account).open(path(bounty))

    assert f"/join/profile?next={path(bounty)}" in page.links and "Missing" in page.text
    assert not [form for form in page.forms if form.act == "apply"]


def test_the_place_is_asked_only_where_a_country_decides(worker: Api) -> None:
    far, free, me = asking(supported_countries=["PT"]), asking(), Visitor(worker.account)
    assert not re.search(r"data-place[ >]", me.open(path(free)).html)
    page = me.open(path(far))
    assert "Asked below" in page.text and re.search(r"data-place[ >]", page.html)
    now = clock.wall().isoformat()

    with untouched():
        nowhere = me.send(page, "apply")
        elsewhere = me.send(page, "apply", **HERE | {"latitude": "52.52", "longitude": "13.4", "locatedAt": now})
        odd = me.send(page, "apply", **HERE | {"latitude": "here", "locatedAt": now})
    assert (nowhere.status, elsewhere.status, odd.status) == (403, 403, 400)

    assert me.send(page, "apply", **HERE, locatedAt=now).path.startswith("/work/")
    assert Application.objects.get().country == "PT"


def test_a_verified_identity_answers_for_the_country() -> None:
    worker = given_worker(identity_verified_at=clock.now(), identity_country="PT")
    me, bounty = Visitor(worker.account), asking(supported_countries=["PT"])

    page = me.open(path(bounty))

    assert not re.search(r"data-place[ >]", page.html)
    assert me.send(page, "apply").path.startswith("/work/")


def test_who_has_applied_is_led_to_their_application(worker: Api) -> None:
    bounty = asking()
    _, made = given_application(bounty, worker)
    me = Visitor(worker.account)

    page = me.open(path(bounty))

    assert f"/work/{made.public_id}" in page.links
    assert not [form for form in page.forms if form.act == "apply"]


def test_what_takes_nobody_says_so(worker: Api) -> None:
    agent, me = given_funded_agent(), Visitor(worker.account)
    over = given_bounty(agent)
    Bounty.objects.filter(pk=over.pk).update(deadline=clock.now())
    given_humanization()

    assert "The time for applying to this job is over." in me.open(path(over)).text
    assert "This is your own job." in Visitor(agent.account).open(path(given_bounty(agent))).text
    text = Bounty.objects.get(kind="humanization")
    page = me.open(path(text))
    assert f"/jobs/{text.public_id}/sample" in page.links and "POST" not in page.text
    assert not [form for form in page.forms if form.act == "apply"]


# ------------------------------------------------------------------ who, how much


def test_a_stranger_signs_in_first_and_a_hidden_job_is_a_404(worker: Api) -> None:
    open_, private = asking(), asking()
    Bounty.objects.filter(pk=private.pk).update(is_private=True)

    assert Visitor().open(path(open_)).path.startswith("/account/login")
    assert Visitor(worker.account).open(path(private)).status == 404
    assert Visitor(worker.account).open("/jobs/bty_nothing/apply").status == 404


def test_hostile_words_stay_words(worker: Api) -> None:
    evil = "<script>alert(1)</script>"
    bounty = asking(
        title=evil,
        agent_name=evil,
        application_details=[{"id": "d1", "type": "text", "label": evil, "required": False}],
        required_links=[{"type": "custom", "label": evil}],
        submission_mode="photo_upload",
        upload_settings={"maxImages": 1, "consentText": evil * 2, "confirmationMessage": evil * 2},
    )
    me = Visitor(worker.account)
    page = me.open(path(bounty))
    answer = me.send(page, "apply", coverLetter=evil)

    assert evil not in page.html and evil not in answer.html
    assert "&lt;script&gt;" in page.html


def test_the_number_of_queries_does_not_grow(worker: Api) -> None:
    counts = []
    for many in (1, 5):
        details = [{"id": f"d{n}", "type": "text", "label": "What?", "required": True} for n in range(many)]
        bounty, me = asking(application_details=details, identity_required=True), Visitor(worker.account)
        me.open(path(bounty))
        with CaptureQueriesContext(
            connection,
        ) as seen:
            me.open(path(bounty))
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 15
