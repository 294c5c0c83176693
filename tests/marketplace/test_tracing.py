"""Spans and reports leave by setting only, under the trace of the log lines, and carry nothing private."""

import subprocess
import sys
from types import SimpleNamespace

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from marketplace import tasks
from marketplace.core import context, queue, traces, tracing
from tests.api import Api

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


@pytest.fixture
def spans(settings, monkeypatch):
    """The spans that have ended."""
    kept = InMemorySpanExporter()
    tracer = tracing.made(SimpleSpanProcessor(kept))
    settings.OTLP_ENDPOINT = "http://127.0.0.1:9/v1/traces"
    monkeypatch.setattr(tracing, "tracer", lambda: tracer)
    return kept.get_finished_spans


def trace_of(span):
    return f"{span.context.trace_id:032x}"


def test_a_process_imports_no_library_that_its_settings_or_its_work_may_never_ask_for():
    program = (
        "import sys, django; django.setup(); import config.urls; from config.celery import app;"
        "app.loader.import_default_modules(); large = {'sentry_sdk', 'prometheus_client', 'stripe', 'web3', 'numpy', 'fpdf'};"
        "print(sorted(large & sys.modules.keys()), [name for name in sys.modules if name.startswith('opentelemetry.exporter')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[] []"


@pytest.mark.django_db
def test_a_request_is_a_span_of_its_callers_trace_named_by_its_route(spans):
    Api(headers={"traceparent": PARENT}).get("/api/humans?q=a.person@example.org")

    (span,) = spans()
    assert (span.name, trace_of(span), f"{span.parent.span_id:016x}") == ("GET api/humans", TRACE, "00f067aa0ba902b7")
    assert dict(span.attributes) == {"http.response.status_code": 200}


@pytest.mark.django_db
def test_a_request_without_a_trace_begins_the_one_of_its_log_line(spans):
    answer = Api().get("/api/humans")

    (span,) = spans()
    assert span.parent is None
    assert trace_of(span) == traces.of_request(answer.headers["X-Request-Id"])


def test_a_task_about_one_row_goes_on_with_the_span_of_the_request_that_queued_it(spans):
    context.begin("req_12345678", TRACE)
    opened = tracing.start("GET x", "server", PARENT)
    headers = queue._headers()
    tracing.finish(opened)
    context.end()

    task = SimpleNamespace(name="tests.act", request=SimpleNamespace(kwargs={"row": "x"}, args=[], **headers))
    tasks._carry_request_id(task)
    with tracing.span("ask Sending"):
        pass
    tasks._end_context(task, "FAILURE")

    request, ask, act = spans()
    assert {trace_of(span) for span in (request, ask, act)} == {TRACE}
    assert (act.parent.span_id, ask.parent.span_id) == (request.context.span_id, act.context.span_id)
    assert (act.status.is_ok, ask.status.is_ok) == (False, True)


def test_a_report_has_the_request_id_and_nothing_private():
    context.begin("req_12345678")
    report = tracing.without_secrets(
        {
            "request": {"method": "POST", "url": "https://x/?t=s3cret", "headers": {"X": "s3cret"}, "data": "s3cret"},
            "user": {"email": "s3cret@example.org"},
            "extra": {"token": "s3cret"},
        }
    )
    context.end()

    assert report == {"request": {"method": "POST"}, "tags": {"requestId": "req_12345678"}}


def test_reports_are_started_without_people_bodies_and_local_variables(settings, monkeypatch):
    asked = {}
    monkeypatch.setitem(sys.modules, "sentry_sdk", SimpleNamespace(init=lambda **given: asked.update(given)))

    tracing.start_reports()
    assert asked == {}

    settings.SENTRY_DSN = "https://key@sentry.example.org/1"
    tracing.start_reports()
    assert (asked["dsn"], asked["send_default_pii"]) == (settings.SENTRY_DSN, False)
    assert (asked["max_request_body_size"], asked["include_local_variables"]) == ("never", False)
    assert asked["before_send"] is tracing.without_secrets
