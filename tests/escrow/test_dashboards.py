"""Every metric that the dashboard and the alert rules of `deploy/` name is one that `/metrics` gives, with its labels."""

import json
import re
from pathlib import Path

import pytest
import yaml

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


def test_every_metric_that_is_given_is_on_the_dashboard(given):
    shown = set(re.findall(r"ahm_\w+", " ".join(panels().values())))

    families = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in given if name.startswith("ahm_")}
    assert families == {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in shown}
