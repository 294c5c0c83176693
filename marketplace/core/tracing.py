"""Spans for OpenTelemetry and reports to Sentry, each by a setting and an optional extra: nothing is imported without it.

Requests, tasks, webhooks and calls of providers are spans of one trace, whose id is that of the log lines: that of a caller's
`traceparent`, or what follows from the request id. No span and no report has a value of an address, a query, a header, a body or
a mail address.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, NamedTuple

from django.conf import settings

from marketplace.core import context, processes, traces

_SENSITIVE: Final = ("cookies", "data", "env", "headers", "query_string", "url")


class Opened(NamedTuple):
    """A span that is the current one of its thread until it is ended."""

    span: Any
    token: Any


def is_on() -> bool:
    """Are spans made?"""
    return bool(settings.OTLP_ENDPOINT)


@cache
def tracer() -> Any:
    """The tracer of this process; made at first use, so that Celery's children each have their own."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    return made(BatchSpanProcessor(OTLPSpanExporter(endpoint=settings.OTLP_ENDPOINT)))


def made(processor: Any) -> Any:
    """A tracer whose spans go to this processor."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.id_generator import RandomIdGenerator

    class Ids(RandomIdGenerator):
        def generate_trace_id(self) -> int:
            known = context.trace_id()
            return int(known, 16) if known else super().generate_trace_id()

    names = {"service.name": settings.SERVICE_NAME, "service.instance.id": processes.kind()}
    provider = TracerProvider(id_generator=Ids(), resource=Resource.create(names))
    provider.add_span_processor(processor)
    return provider.get_tracer("ahm")


def start(name: str, kind: str, parent: str | None = None) -> Opened | None:
    """A span begins: `kind` is server, consumer, client or internal; `parent` the traceparent of who waits for it, elsewhere.
    Without one it belongs to the current span of this thread, or begins its trace here. None while switched off.
    """
    if not is_on():
        return None
    from opentelemetry import context as current
    from opentelemetry import trace

    above = _remote(parent) if parent and traces.offered(parent) else None
    span = tracer().start_span(name, context=above, kind=trace.SpanKind[kind.upper()])
    return Opened(span, current.attach(trace.set_span_in_context(span)))


def finish(opened: Opened | None, name: str = "", *, is_failed: bool = False, **attributes: str | int | float) -> None:
    """It is over: `name` as it is known now, and what became of it."""
    if opened is None:
        return
    from opentelemetry import context as current
    from opentelemetry.trace import StatusCode

    if name:
        opened.span.update_name(name)
    opened.span.set_attributes(attributes)
    if is_failed:
        opened.span.set_status(StatusCode.ERROR)
    current.detach(opened.token)
    opened.span.end()


@contextmanager
def span(name: str, kind: str = "client") -> Iterator[None]:
    """This block is a span, failed when it raises."""
    opened = start(name, kind)
    try:
        yield
    except BaseException:
        finish(opened, is_failed=True)
        raise
    finish(opened)


def traceparent() -> str:
    """To hand on: of the current span, or, without one, of the current trace; empty outside of both."""
    if is_on():
        from opentelemetry import trace

        now = trace.get_current_span().get_span_context()
        if now.is_valid:
            return f"00-{now.trace_id:032x}-{now.span_id:016x}-01"
    known = context.trace_id()
    return traces.header(known) if known else ""


def _remote(parent: str) -> Any:
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({"traceparent": parent.strip()})


def start_reports() -> None:
    """Reports of errors go to SENTRY_DSN, if it is set. Raises ImportError when the extra `sentry` is missing."""
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        send_default_pii=False,
        max_request_body_size="never",
        include_local_variables=False,
        server_name=processes.kind(),
        before_send=without_secrets,
        before_breadcrumb=lambda crumb, hint: None,
        traces_sample_rate=None,
    )


def without_secrets(event: Any, hint: Any = None) -> Any:
    """A report without addresses, headers, bodies and people; with the request id, by which the log has the rest."""
    request = event.get("request")
    if isinstance(request, dict):
        for name in _SENSITIVE:
            request.pop(name, None)
    event.pop("user", None)
    event.pop("extra", None)
    event.setdefault("tags", {})["requestId"] = context.request_id()
    return event
