"""What a run of many tests says at its end: a line for each family (a folder of tests), and the ten slowest."""

from collections import Counter
from typing import Any

import pytest

from tests.sampling import SEED

SLOWEST = 10


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--families", action="store_true", help="say at the end what each folder of tests took")


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):  # xdist's, whose controller hears of the tests that ran and gets this at the end
        config.stash[_output] = config.workeroutput
    else:
        config.stash[_output] = {}
        config.pluginmanager.register(Families(config.getoption("families"), config.stash[_output]))


def pytest_deselected(items: list[pytest.Item]) -> None:
    if items:
        output = items[0].config.stash[_output]
        output["left_out"] = Counter(output.get("left_out", {})) + Counter(family(item.nodeid) for item in items)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    output = session.config.stash[_output]
    output["left_out"] = dict(output.get("left_out", {}))  # what xdist can send


def tell(config: pytest.Config, line: str) -> None:
    """Say this once at the end, whichever process knows of it."""
    config.stash[_output].setdefault("told", []).append(line)


_output = pytest.StashKey[dict[str, Any]]()


def family(nodeid: str) -> str:
    """The folder below `tests`."""
    return nodeid.split("/")[1] if nodeid.count("/") > 1 else "tests"


class Families:
    def __init__(self, wanted: bool, output: dict[str, Any]) -> None:
        self.wanted = wanted
        self.output = output
        self.tests: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()  # by family
        self.each: Counter[str] = Counter()  # by test

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        if reporter := session.config.pluginmanager.get_plugin("terminalreporter"):
            reporter.write_line(f"seed {SEED} (TEST_SEED={SEED} draws the same again)")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = family(report.nodeid)
        self.tests[name] += report.when == "setup"
        self.seconds[name] += report.duration  # type: ignore[assignment]
        self.each[report.nodeid] += report.duration  # type: ignore[assignment]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Both workers left out the same."""
        self.output.update(getattr(node, "workeroutput", None) or {})

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        write = terminalreporter.write_line
        for line in self.output.get("told", []):
            write(line)
        if not self.wanted:
            return
        write("")
        left_out = self.output.get("left_out", {})
        for name in sorted(self.seconds, key=lambda name: -self.seconds[name]):
            of = f"of {self.tests[name] + left_out[name]}" if name in left_out else ""
            write(f"{name:<15}{self.tests[name]:>6} {of:<8} tests {self.seconds[name]:>8.1f} s")
        write(f"{'all':<15}{self.tests.total():>6} {'':<8} tests {self.seconds.total():>8.1f} s")
        write(f"\nthe {SLOWEST} slowest:")
        for nodeid, seconds in self.each.most_common(SLOWEST):
            write(f"{seconds:8.1f} s  {nodeid}")
        write(f"seed {SEED}")
