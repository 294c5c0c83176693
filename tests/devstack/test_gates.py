import re
import sys
import time

import pytest

from config.devstack import gates, locations
from config.devstack.gate_runner import Gate, Runner


@pytest.fixture
def runner(tmp_path):
    runner = Runner(tmp_path)
    yield runner
    runner.stop()


def python(code):
    return [sys.executable, "-c", code]


def test_a_failure_hides_no_later_gate_and_shows_its_output(runner, capsys):
    good = Gate("good", [python("print('quiet')"), python("print('last words')")], {})
    bad = Gate("bad", [python("print('loud'); exit(3)"), python("print('never')")], {})
    runner.run_together([bad, good, bad, good])
    assert [result.passed for result in sorted(runner.results, key=lambda r: r.name)] == [False, False, True, True]
    printed = capsys.readouterr().out
    assert printed.count("        loud") == 2
    assert "never" not in printed
    assert "        quiet" not in printed
    assert re.search(r"^ok +good +\d+\.\d s  last words$", printed, flags=re.MULTILINE)
    assert gates.summary(runner, 1.0) == 1
    assert "2 of 4 gates passed" in capsys.readouterr().out


def test_two_gates_run_at_once(runner, tmp_path):
    meet = "import pathlib, time; pathlib.Path({!r}).touch()\nwhile not pathlib.Path({!r}).exists(): time.sleep(0.01)"
    one, other = str(tmp_path / "one"), str(tmp_path / "other")
    runner.run_together(
        [Gate("a", [python(meet.format(one, other))], {}), Gate("b", [python(meet.format(other, one))], {})]
    )
    assert gates.summary(runner, 1.0) == 0


def test_a_long_gate_is_shown_as_it_runs_and_its_closing_line_kept(runner, capfdbinary):
    runner.run_alone(Gate("long", [python("print('=== 7 passed in 3.2s ===')")], {}))
    assert runner.results[0].last_line == "7 passed in 3.2s"
    assert b"=== 7 passed in 3.2s ===\n" in capfdbinary.readouterr().out


def test_what_a_gate_leaves_running_is_ended(runner, tmp_path):
    leave = "import subprocess, sys; print(subprocess.Popen(['sleep', '60']).pid)"
    runner.run_together([Gate("leaves", [python(leave)], {})])
    pid = int(runner.results[0].last_line)
    status = locations.Path(f"/proc/{pid}/status")
    for _ in range(100):  # a process that was killed ends when it is next scheduled, which a busy machine may put off
        if not status.exists() or "zombie" in status.read_text():
            return
        time.sleep(0.1)
    pytest.fail(status.read_text())


TEMPLATE = "postgresql://postgres@/tests_template"


def test_a_full_gate_runs_every_test_and_another_a_sample(tmp_path):
    for full in (True, False):
        gate = gates.test_gate({}, {}, TEMPLATE, tmp_path, full=full)
        assert ("--sample" in gate.commands[0]) is not full
        assert "--families" in gate.commands[0]


def test_tests_start_on_the_migrated_database():
    gate = gates.test_gate({}, {}, TEMPLATE, locations.Path("/nowhere"), full=False)
    assert gate.environment == {"TEST_DATABASE_TEMPLATE": "tests_template"}


def test_live_tests_start_on_the_prepared_instance_unless_preparing_it_failed(tmp_path):
    assert "PREPARED_INSTANCE" not in gates.test_gate({}, {}, TEMPLATE, tmp_path, full=False).environment
    (tmp_path / "demo.json").touch()
    environment = gates.test_gate({}, {}, TEMPLATE, tmp_path, full=False).environment
    assert environment["PREPARED_INSTANCE"] == str(tmp_path)


def test_gates_are_hidden_from_the_callers_configuration():
    names = gates.configuration_names()
    assert {"DATABASE_URL", "REDIS_URL", "SANDBOX", "STRIPE_API_KEY", "PORT"} <= set(names)
    left = gates.without_configuration({"STRIPE_API_KEY": "sk_live_x", "PATH": "/bin", "CI": "true"}, names)
    assert left == {"PATH": "/bin", "CI": "true"}


def test_every_setting_is_explained_in_the_example_file():
    used = set()
    for path in (locations.ROOT / "config" / "settings").glob("*.py"):
        used |= set(re.findall(r"""(?:env|reading)\.\w+\(\s*"([A-Z0-9_]+)\"""", path.read_text()))
    assert {"PORT", "EMAIL_URL", "TRUSTED_PROXIES", "STATIC_ROOT"} <= used
    assert used - set(gates.configuration_names()) == set()

    lines = (locations.ROOT / ".env.example").read_text().splitlines()
    for line, before in zip(lines[1:], lines, strict=False):
        if re.match(r"# [A-Z0-9_]+=", line):
            assert re.match(r"# [^-]", before), f"{line} is not explained"


def test_a_database_for_one_purpose_begins_empty_and_goes_away():
    import psycopg

    server = gates.os.environ["DATABASE_URL"]
    with gates.database_beside(server, "purpose") as url:
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE story ()")
        with gates.database_beside(server, "purpose") as again, psycopg.connect(again) as connection:
            assert connection.execute("SELECT to_regclass('story')").fetchone() == (None,)
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(url)
