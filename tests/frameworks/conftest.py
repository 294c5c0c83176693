"""Programs of agents' frameworks on a live instance, with a stand-in for the model. What is not installed is left out and named."""

import os
import subprocess
from pathlib import Path

import pytest

from config.devstack import gates, locations
from tests import families
from tests.frameworks.scripted import Model
from tests.stories.conftest import Caller, Instance, instance  # noqa: F401  a live instance

HERE = Path(__file__).parent
PROGRAMS = locations.ROOT / "examples" / "frameworks"
# A model of the family whose tools take pictures; CrewAI chooses the service by the name.
MODEL = "gpt-scripted"
NOWHERE = "http://127.0.0.1:9"


def python_of(name: str) -> Path:
    return HERE / "installed" / name / "bin" / "python"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test marked `framework` runs one program, whose name is its row."""
    theirs = [item for item in items if item.get_closest_marker("framework")]
    missing = {name for item in theirs if not python_of(name := item.callspec.params["name"]).exists()}  # type: ignore[attr-defined]
    if missing:
        left_out = [item for item in theirs if item.callspec.params["name"] in missing]  # type: ignore[attr-defined]
        words = f"{len(left_out)} tests of frameworks are left out ({', '.join(sorted(missing))})"
        families.tell(config, f"{words}: run tests/frameworks/install first")
        items[:] = [item for item in items if item not in left_out]


def environment(instance: Instance, agent: Caller) -> dict[str, str]:  # noqa: F811
    """Nothing of this machine's, and no way to any other: what a program sends elsewhere goes nowhere."""
    kept = gates.without_configuration(os.environ, gates.configuration_names())
    kept = {name: value for name, value in kept.items() if not name.startswith(("OPENAI", "ANTHROPIC", "CREWAI"))}
    proxies = {"HTTP_PROXY": NOWHERE, "HTTPS_PROXY": NOWHERE, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
    market = {"AHM_BASE_URL": instance.base_url, "AHM_API_KEY": agent.headers["X-API-Key"]}
    return kept | proxies | market | {"HOME": str(instance.data_dir.parent)}


def run(name: str, instance: Instance, agent: Caller, model: Model) -> str:  # noqa: F811
    """What the program prints. Fails with what it says, and with what the stand-in would not take, when it fails."""
    quiet = {"OPENAI_AGENTS_DISABLE_TRACING": "1", "CREWAI_DISABLE_TELEMETRY": "true", "OTEL_SDK_DISABLED": "true"}
    there = {"OPENAI_BASE_URL": f"{model.url}/v1", "ANTHROPIC_BASE_URL": model.url, "MODEL": MODEL}
    keys = {"OPENAI_API_KEY": "none", "ANTHROPIC_API_KEY": "none"}
    done = subprocess.run(
        [python_of(name), PROGRAMS / f"{name}.py"],
        env=environment(instance, agent) | quiet | there | keys,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert model.refused == [], (model.refused, done.stderr[-3000:])
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout
