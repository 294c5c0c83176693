"""One line per request and per task, under the id of the request, without secrets."""

import logging
import time
from types import SimpleNamespace

import pytest
from django.db import connection, connections

from marketplace import tasks
from marketplace.core import context, processes, traces, watching
from marketplace.models import Mail
from marketplace.services import mails
from tests.api import Api

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


def lines(caplog, message):
    return [record for record in caplog.records if record.getMessage() == message]


@pytest.fixture
def heard(caplog, settings):
    settings.ACCESS_LOG = True
    caplog.set_level(logging.INFO)
    return caplog


# ------------------------------------------------------------------ requests


@pytest.mark.django_db
def test_each_request_has_one_line_with_its_route_and_its_cost(heard):
    answer = Api(headers={"traceparent": PARENT}).get("/api/humans?q=a.person@example.org")

    (line,) = lines(heard, "request")
    assert (line.route, line.method, line.status, line.account) == ("api/humans", "GET", answer.status, None)
    assert line.statements > 0
    assert line.databaseMs > 0
    assert line.ms >= line.databaseMs
    assert line.traceId == TRACE
    assert "example.org" not in repr(vars(line))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/bounties/bty_01h2xcejqtf2nbrexx3vqjhp41", "api/bounties/<str:bounty_id>"),
        ("/admin/escrow/case/s3cret/change/", "admin/escrow/case/<path:object_id>/change/"),
        ("/s3cret/nowhere", "(none)"),
    ],
)
def test_a_line_names_the_pattern_and_never_the_address(heard, path, route):
    Api().get(path)

    (line,) = lines(heard, "request")
    assert line.route == route
    assert path not in repr(vars(line))


@pytest.mark.django_db
def test_a_caller_is_named_by_the_public_id_of_the_account(heard, agent):
    agent.get("/api/account")

    (line,) = lines(heard, "request")
    assert line.account == agent.account.public_id
    assert agent.account.email not in repr(vars(line))


@pytest.mark.django_db
def test_probes_that_succeed_write_no_line_and_switched_off_nothing_does(heard, settings):
    Api().get("/healthz")
    settings.ACCESS_LOG = False
    Api().get("/api/humans")

    assert lines(heard, "request") == []


@pytest.mark.django_db
def test_a_slow_request_and_a_slow_statement_are_warnings_with_their_route(heard, settings, monkeypatch):
    settings.SLOW_REQUEST_MS = settings.SLOW_STATEMENT_MS = 1
    seconds = iter(range(10**6)).__next__
    monkeypatch.setattr(watching, "time", SimpleNamespace(monotonic=seconds, perf_counter=seconds))

    Api().get("/api/humans")

    (line,) = lines(heard, "request")
    assert line.levelno == logging.WARNING
    slow = lines(heard, "slow statement")[0]
    assert slow.route == "api/humans"
    assert slow.ms == 1000


# ------------------------------------------------------------------ tasks


@pytest.fixture
def run(heard):
    """Runs a task as a worker does, woken by a request."""

    def work(act, *, kwargs=None, headers=None, name="tests.act", state="SUCCESS"):
        task = SimpleNamespace(name=name, request=SimpleNamespace(kwargs=kwargs, args=[], **(headers or {})))
        tasks._carry_request_id(task)  # as the signals of Celery's worker do
        act()
        tasks._end_context(task, state)
        return lines(heard, "task")[-1]

    return work


WOKEN = {"request_id": "req_of_somebody", "trace_id": TRACE, "woken_by": "api/bounties"}


@pytest.mark.django_db
def test_each_task_has_one_line_that_says_what_woke_it(run):
    seen = []

    line = run(
        lambda: (seen.append(context.request_id()), Mail.objects.exists()),
        kwargs={"outflow_id": "x"},
        headers=WOKEN,
    )

    assert (line.task, line.wokenBy, line.state, line.statements) == ("tests.act", "api/bounties", "SUCCESS", 1)
    assert (line.traceId, seen) == (TRACE, ["req_of_somebody"])
    assert context.request_id() == ""


def test_beats_own_pulse_is_told_only_when_it_is_slow_or_fails(run, settings, caplog):
    caplog.set_level(logging.DEBUG, logger=tasks.log.name)
    for name in tasks.PULSES:
        assert run(lambda: None, name=name).levelno == logging.DEBUG
        assert run(lambda: None, name=name, state="FAILURE").levelno == logging.INFO
        settings.SLOW_REQUEST_MS = 1
        assert run(lambda: time.sleep(0.005), name=name).levelno == logging.WARNING
        settings.SLOW_REQUEST_MS = 0


def test_a_task_for_whatever_is_due_has_an_id_of_its_own_and_names_what_woke_it(run):
    seen = []

    line = run(lambda: seen.append(context.request_id()), headers=WOKEN)

    assert seen != ["req_of_somebody"]
    assert (line.wokenBy, line.wokenByRequest) == ("api/bounties", "req_of_somebody")


@pytest.mark.django_db
def test_a_mail_is_logged_under_the_request_that_wrote_it_and_not_the_one_that_woke_the_task(
    heard, monkeypatch, settings
):
    context.begin("req_of_its_own")
    row = mails.write(to="a@example.org", subject="s", text="t")
    context.begin("req_of_the_task")
    seen = []

    def down(*_):
        seen.append(context.request_id())
        raise OSError("no mail server")

    monkeypatch.setattr(mails.SENDING, "ask", down)
    answered = mails.SENDING.ask_now(row.pk)
    context.end()

    assert answered
    assert row.caused_by == "req_of_its_own"
    assert seen == ["req_of_its_own"]


# ------------------------------------------------------------------ ids


def test_our_own_ids_tell_when_they_were_made_and_others_do_not():
    made = context.new_request_id()

    assert context.made_at(made) == pytest.approx(time.time(), abs=60)
    assert context.made_at("req_of_somebody") is None
    assert context.made_at("req_" + "f" * 24) is None


@pytest.mark.parametrize(
    "header",
    [None, "", "x", f"ff-{TRACE}-00f067aa0ba902b7-01", f"00-{'0' * 32}-00f067aa0ba902b7-01", f"00-{TRACE}-1-01"],
)
def test_a_malformed_traceparent_is_as_none(header):
    assert traces.offered(header) == ""


def test_a_request_without_a_trace_has_the_one_that_follows_from_its_id():
    context.begin("req_12345678")
    first = context.trace_id()
    context.end()

    assert first == traces.of_request("req_12345678")
    assert traces.offered(traces.header(first)) == first


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (["/venv/lib/celery/__main__.py", "--app", "config", "worker", "--queues", "speech"], "worker speech"),
        (["/venv/bin/celery", "--app", "config", "worker", "--queues", "celery"], "worker"),
        (["manage.py", "migrate"], "manage migrate"),
        (["pytest"], ""),
    ],
)
def test_the_kind_of_a_process_follows_from_its_command(command, kind):
    assert processes.of_command(command) == kind


@pytest.mark.django_db
def test_the_database_knows_what_kind_of_process_asks():
    with connection.cursor() as cursor:
        cursor.execute("show application_name")
        assert cursor.fetchone()[0].startswith("ahm")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "limit"), [("web", "30s"), ("waiting", "30s"), ("worker speech", "10min"), ("manage migrate", "0")]
)
def test_a_statement_that_never_ends_costs_a_request_or_a_task_and_not_the_instance(kind, limit, monkeypatch) -> None:
    monkeypatch.setenv("PROCESS_KIND", kind)
    ours = connections["default"]

    made = ours.copy()
    try:
        with made.cursor() as cursor:
            cursor.execute("select current_setting('statement_timeout'), current_setting('lock_timeout')")
            assert cursor.fetchone() == (limit, "5s")
    finally:
        made.close()
