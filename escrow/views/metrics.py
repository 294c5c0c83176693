"""`/metrics`, in the text format of Prometheus: for whoever sends METRICS_TOKEN as a bearer token. Without that setting there is no
such address. It is here because this is the lowest step that sees timers, deliveries and money.
"""

import hmac
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from escrow.selectors import gauges
from marketplace.api.authentication import bearer_token
from marketplace.core import metrics
from marketplace.core.errors import Unauthorized


def scrape(request: HttpRequest) -> HttpResponse:
    """Raises Http404 while switched off, Unauthorized (401) without the token."""
    if not metrics.is_on():
        raise Http404
    if not hmac.compare_digest((bearer_token(request) or "").encode(), settings.METRICS_TOKEN.encode()):
        raise Unauthorized("Send METRICS_TOKEN of this instance as a bearer token.")
    metrics.kinds()
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    metrics.remove_old(metrics.folder())
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(metrics.folder()))
    registry.register(_Measured())
    return HttpResponse(
        generate_latest(registry), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"}
    )


class _Measured:
    """The gauges, as the library collects them."""

    def collect(self) -> Iterable[Any]:
        from prometheus_client.core import GaugeMetricFamily

        for gauge in gauges.measured():
            family = GaugeMetricFamily(gauge.name, gauge.help, labels=gauge.labels)
            for values, number in gauge.samples.items():
                family.add_metric(values, number)
            yield family

    def describe(self) -> Iterable[Any]:
        return []
