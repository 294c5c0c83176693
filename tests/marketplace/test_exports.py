"""A copy of one's data: everything of the person who asked, nothing of others, for its owner only and for a few days."""

import io
import zipfile
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import orjson
import pytest
from django.conf import settings

from escrow.models import DisputeDecision
from marketplace.core import clock
from marketplace.core.states import InvalidState
from marketplace.errors import ExportTooSoon, OperatorRequired
from marketplace.models import Account, Export, File, Mail
from marketplace.selectors import account_data
from marketplace.services import closing, exports, files, orphaned_files
from tests.api import Api
from tests.digest import unchanged
from tests.factories.accounts import given_worker
from tests.factories.conversations import given_hired_talk
from tests.factories.decisions import given_preview
from tests.factories.desks import given_case, given_desk
from tests.factories.files import given_file, picture
from tests.factories.market import acting, given_funded_agent, given_released, given_review
from tests.factories.office import given_operator
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db(transaction=True)


def made(account: Account) -> tuple[Export, dict[str, Any]]:
    """The copy as its owner fetches it: the tables, by name."""
    row = exports.request(acting(Api(account)))
    assert exports.make_due() == 1
    row.refresh_from_db()
    answer = Visitor(account).client.get(f"/settings/data/{row.public_id}")
    assert answer.status_code == 200, answer
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        assert archive.testzip() is None
        found: dict[str, Any] = {name: archive.read(name) for name in archive.namelist()}
    return row, {name: orjson.loads(data) if name.endswith(".json") else data for name, data in found.items()}


def test_a_copy_holds_what_the_person_typed_and_what_is_known_about_them(at: Callable[[str], datetime]) -> None:
    seat = given_released()
    worker = seat.worker.account
    given_review(human=worker, author=seat.agent.account)
    file = given_file(worker, picture(name="door.jpg"))

    row, data = made(worker)

    assert data["account.json"][0]["email"] == worker.email
    assert data["profile.json"][0]["bio"] == "Ten years of courier work."
    (application,) = data["applications.json"]
    assert application["coverLetter"] == "On my way." or application["coverLetter"]
    assert application["bountyId"] == seat.bounty.public_id
    assert data["evidence_you_sent.json"] and data["pay_you_earned.json"] and data["earnings_statement.json"]
    assert len(data["reviews_about_you.json"]) == 1
    assert any(name.startswith(f"files/{file.public_id}-") for name in data)
    assert b"A copy" in data["README.txt"] or b"copy of your data" in data["README.txt"]
    mail = Mail.objects.filter(to=worker.email).latest("id")
    assert "ready" in mail.subject and "/settings" in mail.text
    assert row.expires_at == row.ready_at + exports.KEPT  # type: ignore[operator]


def test_a_copy_never_holds_what_is_private_to_somebody_else() -> None:
    talk = given_hired_talk(confirmed=True)
    agent, worker = talk.agent.account, talk.worker.account
    secrets = {
        agent.pk: {"phone": "+351911111111", "billing_email": "bills@agent.example"},
        worker.pk: {"phone": "+351922222222", "billing_email": "bills@worker.example"},
    }
    for pk, columns in secrets.items():
        Account.objects.filter(pk=pk).update(**columns)
    stranger = given_worker(name="Stranger").account

    copies = {account.pk: orjson.dumps(made(account)[1]["account.json"]) for account in (agent, worker)}
    texts = {}
    for account in (agent, worker):
        row = Export.objects.get(account=account)
        with zipfile.ZipFile(files.by_id(row.file.public_id)) as archive:  # type: ignore[union-attr]
            texts[account.pk] = b"".join(archive.read(name) for name in archive.namelist()).decode()

    for mine, other in ((agent, worker), (worker, agent)):
        assert secrets[mine.pk]["phone"] in texts[mine.pk] and copies[mine.pk]
        for private in (other.email, *secrets[other.pk].values(), other.public_id, stranger.email, str(stranger.pk)):
            assert str(private) not in texts[mine.pk], private
        assert "digest" not in texts[mine.pk] and "password" not in texts[mine.pk]


def test_an_address_that_nobody_confirmed_brings_no_mail_of_somebody_else_and_takes_none_away() -> None:
    """A billing address is whatever somebody typed: with another's, the codes in the other's mails would be theirs to use."""
    thief, other = given_worker().account, given_worker().account
    code = Mail.objects.create(to=other.email, subject="Your code is 123456", text="123456")
    Account.objects.filter(pk=thief.pk).update(billing_email=other.email)
    thief.refresh_from_db()

    _, data = made(thief)

    told = orjson.dumps({name: str(content) for name, content in data.items()}).decode()
    assert code.subject not in told and str(code.pk) not in told
    assert not [mail for mail in data["records/marketplace.Mail.email-to.json"] if mail["to"] == other.email]
    closing.close_own(acting(Api(thief)))
    assert Mail.objects.filter(pk=code.pk).exists()


def test_what_staff_or_others_wrote_to_the_other_side_is_not_in_a_copy() -> None:
    _, case = given_case()
    at = given_desk(case)
    at.act("write", to="worker", words="Which shop is it?")
    at.act("write", to="both", words="We read it all.")
    assert case.dispute_id is not None
    preview = given_preview(at.actor, case.dispute_id, worker_cents=500, reason="Not a good reason.")
    DisputeDecision.objects.create(
        dispute=case.dispute, preview_id=preview, state="sent_back", decision="release", proposer=at.who.account,
        reason="Not a good reason.", amount_cents=590, worker_cents=500, fee_cents=90, refund_cents=0, decided_at=clock.now(),
    )  # fmt: skip

    funder, worker = ({name: str(rows) for name, rows in made(who)[1].items()} for who in (case.owner, case.worker))

    to_them = "what_staff_wrote_to_you_about_disputes.json"
    assert "We read it all." in funder[to_them] and "Which shop" not in "".join(funder.values())
    assert "Which shop is it?" in worker[to_them] and "We read it all." in worker[to_them]
    assert "Not a good reason" not in "".join([*funder.values(), *worker.values()]), "a decision that was never made"


def test_the_last_words_of_a_conversation_are_in_the_copy_of_who_wrote_them() -> None:
    talk = given_hired_talk(confirmed=True)
    assert talk.agent.post(f"{talk.path}/messages", {"content": "Ring twice."}).status == 200

    wrote, read = (str(made(who.account)[1]) for who in (talk.agent, talk.worker))

    assert "Ring twice." in wrote and "Ring twice." not in read


def test_a_copy_is_for_its_owner_only() -> None:
    owner, other = given_worker().account, given_worker().account
    row, _ = made(owner)

    assert Visitor(other).open(f"/settings/data/{row.public_id}").status == 404
    assert Visitor().open(f"/settings/data/{row.public_id}").path.startswith("/account/login")
    assert Visitor(owner).open("/settings/data/exp_nonsense").status == 404
    with pytest.raises(Exception, match="no such photo"):
        files.open_photo(row.file.public_id)  # type: ignore[union-attr]


def test_the_api_makes_and_gives_the_same_copy(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    worker, other = given_worker(), given_worker()
    assert worker.get("/api/account/export").code == "not_found"

    asked, again = (worker.post("/api/account/export") for _ in range(2))
    exports.make_due()
    ready = worker.get("/api/account/export")["export"]
    too_soon = worker.post("/api/account/export")

    assert asked["export"] == again["export"], "one that is being made is answered"
    assert (asked["export"]["status"], asked["export"]["downloadUrl"]) == ("being_made", None)
    assert (ready["id"], ready["status"]) == (asked["export"]["id"], "ready")
    assert (ready["expiresAt"], ready["mayAskAt"]) == ("2026-11-28T10:00:00.000Z", "2026-11-22T10:00:00.000Z")
    fetched = Visitor().client.get(ready["downloadUrl"].removeprefix(settings.BASE_URL))
    content = b"".join(fetched.streaming_content)
    assert len(content) == ready["sizeBytes"]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert orjson.loads(archive.read("account.json"))[0]["email"] == worker.account.email
    assert (too_soon.status, too_soon.code) == (409, "export_too_soon")
    assert other.get("/api/account/export").code == "not_found" and Export.objects.count() == 1
    at("2026-11-28T10:00:01Z")
    gone = worker.get("/api/account/export")["export"]
    assert (gone["status"], gone["downloadUrl"]) == ("expired", None), "even before the timer ran"


def test_an_operator_has_it_made_for_whom_asks_and_can_not_read_it() -> None:
    operator, account = given_operator(), given_worker().account

    exports.request_for(acting(Api(operator)), account.pk)
    exports.make_due()

    row = Export.objects.get(account=account)
    assert row.ready_at is not None
    assert [mail.subject for mail in Mail.objects.filter(to=account.email)] == ["Your data is ready to be fetched"]
    assert Visitor(operator).open(f"/settings/data/{row.public_id}").status == 404
    assert "Your copy is ready" in Visitor(account).open("/settings").text


def test_nobody_else_has_it_made_and_no_copy_is_made_of_a_closed_account() -> None:
    account = given_worker().account
    operator, other = acting(Api(given_operator())), acting(given_worker())
    with unchanged(), pytest.raises(OperatorRequired):
        exports.request_for(other, account.pk)
    Account.objects.filter(pk=account.pk).update(is_active=False)

    with unchanged(), pytest.raises(InvalidState):
        exports.request_for(operator, account.pk)


def test_asking_twice_makes_one_copy_and_another_one_the_day_after(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    account = given_worker().account
    visitor = Visitor(account)
    page = visitor.open("/settings")

    sent = visitor.send(page, "export")
    again = visitor.send(page, "export")

    assert "is being made" in sent.text and "is being made" in again.text
    assert Export.objects.count() == 1 and "export" not in [form.act for form in sent.forms]
    assert exports.make_due() == 1 and exports.make_due() == 0
    assert "Your copy is ready" in visitor.open("/settings").text
    with pytest.raises(ExportTooSoon):
        exports.request(acting(Api(account)))
    at("2026-11-22T10:00:01Z")
    assert "export" in [form.act for form in visitor.open("/settings").forms]
    exports.request(acting(Api(account)))
    assert Export.objects.count() == 2


def test_a_copy_is_deleted_after_a_few_days(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    account = given_worker().account
    row, _ = made(account)

    at("2026-11-28T10:00:01Z")

    assert Visitor(account).open(f"/settings/data/{row.public_id}").status == 404, "even before the timer ran"
    assert exports.delete_expired() == 1 and exports.delete_expired() == 0
    assert not File.objects.filter(purpose=account_data.EXPORT).exists()
    assert orphaned_files.delete_due() >= 1, "and its bytes"


def test_a_copy_that_can_not_be_made_is_tried_again_and_then_given_up(
    monkeypatch: pytest.MonkeyPatch, at: Callable[[str], datetime]
) -> None:
    account = given_worker().account
    row = exports.request(acting(Api(account)))

    def broken(*_: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(exports, "_write", broken)
    for _ in range(exports.ATTEMPTS):
        Export.objects.filter(pk=row.pk, next_attempt_at__isnull=False).update(next_attempt_at=clock.now())
        exports.make_due()

    row.refresh_from_db()
    assert row.failed_at is not None and row.next_attempt_at is None
    page = Visitor(account).open("/settings")
    assert "could not be made" in page.text and "export" in [form.act for form in page.forms]


def test_files_that_do_not_fit_are_only_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    account = given_worker().account
    given_file(account, picture(name="one.jpg"))
    monkeypatch.setattr(exports, "FILE_BYTES", 10)

    _, data = made(account)

    assert len(data["files.json"]) == 1 and not any(name.startswith("files/") for name in data)
    assert b"as far as there is room" in data["README.txt"]


def test_every_part_says_its_rows_column_by_column() -> None:
    """Each table of each app can be read for an account without anything, and for the owner of a job."""
    from marketplace.ports import account_data as sockets

    for account in (given_worker().account, given_funded_agent().account):
        tables = [pair for part in [account_data, *sockets.all()] for pair in part.parts(account)]
        names = [name for name, _ in tables]
        assert len(names) == len(set(names)) >= 35
        for _, rows in tables:
            orjson.dumps(list(rows), default=str)
    assert timedelta(days=1) <= exports.KEPT
