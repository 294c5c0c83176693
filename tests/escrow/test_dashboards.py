"""Every metric that the dashboard and the alert rules of `deploy/` name is one that `/metrics` gives, with its labels."""

import json
import re
from http import HTTPStatus
from pathlib import Path

import pytest
import yaml
from celery import states

from escrow.selectors import gauges
from marketplace.core import metrics
from tests.api import Api
from tests.escrow.test_metrics import TOKEN, forget_what_was_counted

pytestmark = pytest.mark.django_db
DEPLOY = Path(__file__).parents[2] / "deploy"
BY_PROMETHEUS = {"up"}


def alerts():
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    return {rule["alert"]: rule["expr"] for rule in group["rules"]}


def panels():
    board = json.loads((DEPLOY / "grafana.json").read_text())
    return {panel["title"]: " ".join(target["expr"] for target in panel["targets"]) for panel in board["panels"]}


@pytest.fixture
def given(settings, tmp_path):
    """Name of a series -> its labels, as a scrape gives them after one of each was counted."""
    settings.METRICS_TOKEN, settings.DATA_DIR = TOKEN, tmp_path
    forget_what_was_counted()
    for metric in metrics.kinds():
        one = metric.labels(*("x" for _ in metric._labelnames)) if metric._labelnames else metric
        (getattr(one, "observe", None) or getattr(one, "set", None) or one.inc)(1)
    text = Api(headers={"Authorization": f"Bearer {TOKEN}"}).get("/metrics").body.decode()
    forget_what_was_counted()
    found = {}
    for name, labels in re.findall(r"^(\w+)(?:\{(.*)\})? \S+$", text, flags=re.MULTILINE):
        found.setdefault(name, set()).update(re.findall(r"(\w+)=\"", labels))
    return found


def test_every_metric_that_is_asked_for_is_given_with_its_labels(given):
    for title, expression in (alerts() | panels()).items():
        bare = re.sub(r'"[^"]*"', '""', expression)
        for name, matched in re.findall(r"\b(ahm_\w+|up)\b(?:\{(.*?)\})?", bare):
            if name not in BY_PROMETHEUS:
                assert name in given, (title, name)
                assert set(re.findall(r"(\w+)\s*=", matched)) <= given[name], (title, name)
        labels = {label.strip() for group in re.findall(r"by \((.*?)\)", bare) for label in group.split(",")}
        names = re.findall(r"\bahm_\w+", bare)
        assert labels <= set().union(*(given[name] for name in names)), title


def test_every_value_that_is_asked_for_is_one_that_the_metric_has():
    """A rule about a state that nothing has would never fire."""
    had = {
        (gauge.name, label): {sample[number] for sample in gauge.samples}
        for gauge in gauges.measured()
        for number, label in enumerate(gauge.labels)
    }
    had |= {
        ("ahm_tasks_total", "state"): set(states.ALL_STATES),
        ("ahm_requests_total", "status"): {str(status.value) for status in HTTPStatus},
        ("ahm_pool_connections", "state"): set(metrics.POOL_STATES),
        ("up", "job"): set(re.findall(r"job_name: (\w+)", (DEPLOY.parent / "docs" / "operations.md").read_text())),
    }
    asked = re.findall(r'(\w+)\{(\w+)(=~?)"([^"]*)"\}', " ".join((alerts() | panels()).values()))
    assert len(asked) > 5
    for name, label, how, wanted in asked:
        pattern = wanted if how == "=~" else re.escape(wanted)
        assert any(re.fullmatch(pattern, value) for value in had[name, label]), (name, label, wanted)


def test_every_metric_that_is_given_is_on_the_dashboard(given):
    shown = set(re.findall(r"ahm_\w+", " ".join(panels().values())))

    families = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in given if name.startswith("ahm_")}
    assert families == {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in shown}
