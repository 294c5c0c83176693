"""`./dev` in a checkout of its own, with a stand-in for the installer that records what it was asked."""

import os
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

import pytest

from config.devstack import locations

PRETEND_UV = """#!/bin/sh
echo "$@" >> "{calls}"
if [ "$1" = venv ]; then
    for place; do :; done
    "{python}" -m venv --without-pip "$place"
fi
if [ "$1" = pip ]; then
    sleep "${{PRETEND_SECONDS:-0}}"
    exit "${{PRETEND_CODE:-0}}"
fi
"""
PRETEND_PROGRAM = "import os, sys; print('ran', sys.argv[1:], os.environ.get('COLOUR'), os.getcwd())"


@pytest.fixture(scope="module")
def dev():
    loader = SourceFileLoader("dev_command", str(locations.ROOT / "dev"))
    module = module_from_spec(spec_from_loader("dev_command", loader))
    loader.exec_module(module)
    return module


class Checkout:
    def __init__(self, root):
        self.root = root / "a checkout"
        self.root.mkdir()
        self.venv = self.root / ".venv"
        self.calls = root / "calls"
        shutil.copy(locations.ROOT / "dev", self.root)
        for name in ("manage.py", "pytest.py"):
            (self.root / name).write_text(PRETEND_PROGRAM)
        self.lock("requirements.lock", "one==1")
        self.lock("requirements-test.lock", "one==1\ntwo==2")
        programs = root / "programs"
        programs.mkdir()
        (programs / "uv").write_text(PRETEND_UV.format(calls=self.calls, python=sys._base_executable))
        (programs / "uv").chmod(0o755)
        self.path = f"{programs}:/usr/bin:/bin"

    def lock(self, name, text):
        (self.root / name).write_text(text + "\n")

    def start(self, *arguments, cwd="/", **variables):
        return subprocess.Popen(
            [sys.executable, str(self.root / "dev"), *arguments],
            cwd=cwd,
            env={"PATH": self.path, "HOME": "/nonexistent"} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *arguments, code=0, **more):
        process = self.start(*arguments, **more)
        output, _ = process.communicate(timeout=30)
        assert process.returncode == code, output
        return output

    def installed(self):
        """The lock files that were installed since the last time somebody asked."""
        calls = self.calls.read_text().splitlines() if self.calls.exists() else []
        self.calls.unlink(missing_ok=True)
        return [call.rpartition("/")[2] for call in calls if call.startswith("pip install")]


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("A=b", "A", "b"),
        ("export A_1 = b c ", "A_1", "b c"),
        ("A=", "A", ""),
        ("A=b # why", "A", "b"),
        ("A=b#c", "A", "b#c"),
        ("A=# why", "A", ""),
        ("A='b # c'", "A", "b # c"),
        ('A="b \\"c\\" $d" # why', "A", 'b "c" $d'),
        ('A="b\\nc"', "A", "b\nc"),
        ("A=postgresql://u:p=w@h/d?x=y", "A", "postgresql://u:p=w@h/d?x=y"),
    ],
)
def test_env_file_syntax(dev, line, name, value):
    assert dev.parse_assignment(line, "here") == (name, value)


@pytest.mark.parametrize("line", ["no equals sign s3cret", "1A=s3cret", "A='s3cret", 'A="s3cret" rest'])
def test_env_file_mistakes_are_located_without_repeating_a_secret(dev, line):
    with pytest.raises(dev.Refusal, match=r"^\.env, line 2: ") as refusal:
        dev.parse_assignment(line, ".env, line 2")
    assert "s3cret" not in str(refusal.value)


def test_environment_wins_over_env_file(checkout):
    (checkout.root / ".env").write_text("# why\n\nCOLOUR=blue\n")
    assert "blue" in checkout.run("manage", "x")
    assert "red" in checkout.run("manage", "x", COLOUR="red")


def test_tests_never_read_env_file(checkout):
    (checkout.root / ".env").write_text("this is not an assignment\n")
    assert ".env, line 1" in checkout.run("manage", "x", code=1)
    assert "ran ['--version']" in checkout.run("test", "--version")


def test_without_arguments_for_pytest_the_gates_run(checkout):
    package = checkout.root / "config" / "devstack"
    package.mkdir(parents=True)
    (package / "gates.py").write_text(PRETEND_PROGRAM.replace("ran", "gates"))
    assert "gates []" in checkout.run("test")
    assert "gates ['--full']" in checkout.run("test", "--full")
    assert "ran ['-k', 'x']" in checkout.run("test", "-k", "x")


def test_unknown_command_prints_help(checkout):
    output = checkout.run("rnu", code=2)
    assert "no command 'rnu'" in output
    assert "./dev run" in output
    assert "./dev run" in checkout.run()
    assert checkout.installed() == []


def test_arguments_and_working_directory_reach_manage(checkout, tmp_path):
    assert f"ran ['x', '--y', 'a b'] None {tmp_path}" in checkout.run("manage", "x", "--y", "a b", cwd=tmp_path)
    link = tmp_path / "link-to-dev"
    link.symlink_to(checkout.root / "dev")
    assert "ran ['serve']" in subprocess.check_output([sys.executable, link, "run"], text=True)


def test_packages_are_installed_once_per_lock(checkout):
    checkout.run("manage", "x")
    checkout.run("run")
    assert checkout.installed() == ["requirements.lock"]
    checkout.lock("requirements.lock", "one==2")
    checkout.run("run")
    assert checkout.installed() == ["requirements.lock"]


def test_the_smaller_set_never_replaces_the_larger(checkout):
    checkout.run("manage", "x")
    checkout.run("test", "--version")
    checkout.run("run")
    assert checkout.installed() == ["requirements.lock", "requirements-test.lock"]
    checkout.lock("requirements.lock", "one==2")
    checkout.lock("requirements-test.lock", "one==2\ntwo==2")
    checkout.run("run")
    checkout.run("test", "--version")
    assert checkout.installed() == ["requirements-test.lock"]


def test_two_at_once_install_once(checkout):
    both = [checkout.start("manage", "x", PRETEND_SECONDS="1") for _ in range(2)]
    outputs = sorted((process.communicate(timeout=30)[0] for process in both), key=len)
    assert all("ran ['x']" in output for output in outputs)
    assert any("another ./dev is installing" in output for output in outputs)
    assert checkout.installed() == ["requirements.lock"]


def test_a_killed_installation_is_made_afresh(checkout):
    killed = checkout.start("manage", "x", PRETEND_SECONDS="20")
    while not (checkout.venv / "bin" / "python").exists():
        assert killed.poll() is None
    killed.kill()
    killed.communicate()
    (checkout.venv / "half a package").touch()
    assert "was interrupted" in checkout.run("manage", "x")
    assert not (checkout.venv / "half a package").exists()


def test_a_failed_installation_says_so_and_can_be_repeated(checkout):
    assert "uv failed with exit code 3" in checkout.run("manage", "x", code=1, PRETEND_CODE="3")
    assert "ran" in checkout.run("manage", "x")


def test_an_environment_whose_python_is_gone_is_made_afresh(checkout):
    checkout.run("manage", "x")
    (checkout.venv / "bin" / "python").unlink()
    (checkout.venv / "bin" / "python").symlink_to("/nonexistent/python")
    assert "ran" in checkout.run("manage", "x")


def test_a_copied_checkout_is_installed_for_its_new_place(checkout):
    checkout.run("manage", "x")
    checkout.installed()
    checkout.root = checkout.root.rename(checkout.root.with_name("elsewhere"))
    checkout.run("manage", "x")
    assert checkout.installed() == ["requirements.lock"]


def test_a_linked_environment_is_used_as_it_is_and_never_written(checkout):
    checkout.run("manage", "x")
    checkout.installed()
    theirs = checkout.venv.rename(checkout.root.parent / "theirs")
    checkout.venv.symlink_to(theirs)
    before = {path: path.stat().st_mtime_ns for path in theirs.rglob("*")}
    assert ".venv is a link" in checkout.run("manage", "x", code=1)  # made for another place
    assert {path: path.stat().st_mtime_ns for path in theirs.rglob("*")} == before
    assert checkout.installed() == []

    stamp = (theirs / "installed.json").read_text().replace(str(checkout.venv), str(theirs))
    (theirs / "installed.json").write_text(stamp)
    assert "ran ['x']" in checkout.run("manage", "x")
    checkout.lock("requirements.lock", "one==2")
    assert ".venv is a link" in checkout.run("manage", "x", code=1)
    assert checkout.installed() == []


def test_a_python_that_is_too_old_is_told_what_to_do(dev, monkeypatch):
    monkeypatch.setattr(dev.sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    with pytest.raises(dev.Refusal, match=r"Python 3\.11 or newer is needed"):
        dev.use_new_enough_python()


def test_a_newer_python_on_the_path_is_used_instead(dev, monkeypatch):
    became = []
    monkeypatch.setattr(dev.sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(dev.shutil, "which", lambda name: "/usr/bin/python3.12" if name == "python3.12" else None)

    def become(program, arguments):
        became.append(program)
        raise SystemExit

    monkeypatch.setattr(dev.os, "execv", become)
    with pytest.raises(SystemExit):
        dev.use_new_enough_python()
    assert became == ["/usr/bin/python3.12"]


def test_a_python_without_venv_is_told_what_to_install(dev, monkeypatch):
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(dev.Refusal, match="apt-get install python3-venv"):
        dev.make_venv(None)


def test_dev_is_executable():
    assert os.access(locations.ROOT / "dev", os.X_OK)
