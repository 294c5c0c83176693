"""What a run of many tests says at its end: a line for each family (a folder of tests), and the ten slowest."""

from collections import Counter
from typing import Any

import pytest

from tests.sampling import SEED

SLOWEST = 10


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--families", action="store_true", help="say at the end what each folder of tests took")


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(LeftOut(config.workeroutput))
    else:
        config.pluginmanager.register(Families(config.getoption("families")))


def family(nodeid: str) -> str:
    """The folder below `tests`."""
    return nodeid.split("/")[1] if nodeid.count("/") > 1 else "tests"


class LeftOut:
    """In a worker of xdist, whose controller hears of the tests that run and not of those that do not."""

    def __init__(self, output: dict[str, Any]) -> None:
        self.output = output

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.output["left_out"] = dict(Counter(family(item.nodeid) for item in items))


class Families:
    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self.tests: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()  # by family
        self.each: Counter[str] = Counter()  # by test
        self.left_out: Counter[str] = Counter()

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self._write(session.config, f"seed {SEED} (TEST_SEED={SEED} draws the same again)")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = family(report.nodeid)
        self.tests[name] += report.when == "setup"
        self.seconds[name] += report.duration  # type: ignore[assignment]
        self.each[report.nodeid] += report.duration  # type: ignore[assignment]

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.left_out.update(family(item.nodeid) for item in items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self.left_out = Counter(getattr(node, "workeroutput", {}).get("left_out", self.left_out))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.wanted:
            return
        write = terminalreporter.write_line
        write("")
        for name, seconds in self.seconds.most_common():
            of = f"of {self.tests[name] + self.left_out[name]}" if self.left_out[name] else ""
            write(f"{name:<15}{self.tests[name]:>6} {of:<8} tests {seconds:>8.1f} s")
        write(f"{'all':<15}{self.tests.total():>6} {'':<8} tests {self.seconds.total():>8.1f} s")
        write(f"\nthe {SLOWEST} slowest:")
        for nodeid, seconds in self.each.most_common(SLOWEST):
            write(f"{seconds:8.1f} s  {nodeid}")
        write(f"seed {SEED}")

    def _write(self, config: pytest.Config, line: str) -> None:
        if reporter := config.pluginmanager.get_plugin("terminalreporter"):
            reporter.write_line(line)
