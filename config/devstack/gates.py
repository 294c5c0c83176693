"""`./dev test`: every gate of the project, also after a failed one, so that one run shows all failures.

Which tests run is described in docs/architecture.md, "How the tests run": with `--full` all of them, else a sample of the slow
ones. All gates share one pair of temporary servers, or those of DATABASE_URL and REDIS_URL. No other configuration of the caller
is used: the variables of `.env.example` are removed from the gates' environment.
"""

import os
import re
import secrets
import shutil
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from config.devstack import leftovers, locations
from config.devstack.embedded import all_named, throwaway_servers
from config.devstack.gate_runner import Gate, Runner
from config.devstack.locations import DevstackError
from config.devstack.postgres import create_database, drop_database

PACKAGES = ["config", "marketplace", "webhooks", "wallet", "escrow", "humans", "bounties", "qa"]
PROGRAMS = Path(sys.executable).parent
MANAGE = [sys.executable, "manage.py"]
# With its own servers, in DATA_DIR. One process: each would import the program and start the servers again.
PREPARE_INSTANCE = ["seed_demo", "--migrate", "--check"]

# The SDK promises types to its users, so it is held to all that mypy knows, by no settings of ours.
SDK_STRICTLY = (
    *("--strict", "--config-file", os.devnull, "--ignore-missing-imports", "--follow-imports", "silent"),
    *("--cache-dir", ".mypy_cache/sdk", "sdk/python/src/agent_hire"),
)
# A complete production configuration with unreachable hosts: the deployment checks must pass without a network.
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings.prod",
    "DATABASE_URL": "postgresql://ahm:unused@database.example.org/ahm",
    "REDIS_URL": "redis://redis.example.org:6379/0",
    "BASE_URL": "https://market.example.org",
    "EMAIL_URL": "smtp+tls://ahm:unused@mail.example.org:587",
    "SUPPORT_EMAIL": "support@example.org",
    "CARD_PROVIDER": "none",
    "STRIPE_API_KEY": "sk_live_unused",
    "STRIPE_WEBHOOK_SECRET": "whsec_unused",
}


def quick_gates(clean: dict[str, str], servers: dict[str, str], template: str, instance: Path) -> list[Gate]:
    """The longest first, so that two parallel gates end at about the same time. `clean` is an environment without configuration;
    `template` the URL of an empty database, `instance` a folder to be made: the tests start on copies of both."""
    alone = clean | {"DJANGO_SETTINGS_MODULE": "config.settings.dev"}
    development = alone | servers | {"SANDBOX": "1"}
    for_tests = clean | servers | {"DATABASE_URL": template, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    production = clean | PRODUCTION | {"SECRET_KEY": secrets.token_urlsafe(48)}
    return [
        Gate("mypy", [[program("mypy"), *PACKAGES], [program("mypy"), *SDK_STRICTLY]], development),
        Gate("demo instance, ledger", [[*MANAGE, *PREPARE_INSTANCE]], alone | {"DATA_DIR": str(instance)}),
        Gate("test database", [[*MANAGE, "migrate", "-v", "0"]], for_tests),
        Gate("ruff check", [[program("ruff"), "check", ".", "dev"]], clean),
        Gate("ruff format", [[program("ruff"), "format", "--check", ".", "dev"]], clean),
        Gate("import contracts", [[program("lint-imports")]], clean),
        Gate("check", [[*MANAGE, "check", "--fail-level", "WARNING"]], development),
        Gate("check --deploy", [[*MANAGE, "check", "--deploy", "--fail-level", "WARNING"]], production),
        Gate("migrations complete", [[*MANAGE, "makemigrations", "--check", "--dry-run"]], development),
        Gate(
            "OpenAPI document",
            [[*MANAGE, "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull]],
            development,
        ),
    ]


def test_gate(clean: dict[str, str], servers: dict[str, str], template: str, instance: Path, *, full: bool) -> Gate:
    """The tests, on copies of the database and of the instance that earlier gates have prepared."""
    command = [sys.executable, "-m", "pytest", "-n", "2", "--families"]
    if not full:
        command.append("--sample")
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        command.append("--color=yes")
    prepared = {"PREPARED_INSTANCE": str(instance)} if (instance / "demo.json").exists() else {}
    copied = {"TEST_DATABASE_TEMPLATE": urlsplit(template).path.strip("/")}
    return Gate("pytest", [command], clean | servers | copied | prepared)


def main(arguments: Sequence[str]) -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    begun = time.monotonic()
    with ExitStack() as stack:
        servers = stack.enter_context(servers_for_gates())
        print(f"servers ready ({time.monotonic() - begun:.1f} s)", flush=True)
        clean = without_configuration(os.environ, configuration_names())
        ownership = leftovers.make_throwaway_folder("gates")
        folder = ownership.data_dir
        stack.callback(ownership.release)
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        clean["DATA_DIR"] = str(folder / "data")
        # A dozen processes import the same modules: one compiles them for all.
        clean.pop("PYTHONDONTWRITEBYTECODE", None)
        instance = folder / "instance"
        template = stack.enter_context(database_beside(servers["DATABASE_URL"], "template"))
        runner = Runner(folder)
        stack.callback(runner.stop)
        runner.run_together(quick_gates(clean, servers, template, instance))
        runner.run_alone(test_gate(clean, servers, template, instance, full="--full" in arguments))
    return summary(runner, time.monotonic() - begun)


def summary(runner: Runner, seconds: float) -> int:
    failed = [result for result in runner.results if not result.passed]
    print(f"\n{len(runner.results) - len(failed)} of {len(runner.results)} gates passed in {seconds:.0f} s")
    for result in failed:
        print(result)
    return 1 if failed else 0


@contextmanager
def servers_for_gates() -> Iterator[dict[str, str]]:
    if all_named():
        yield {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
        return
    with throwaway_servers() as servers:
        yield servers.environment()


@contextmanager
def database_beside(server: str, suffix: str) -> Iterator[str]:
    """A temporary database on the same server, dropped at the end."""
    parts = urlsplit(server)
    name = f"{parts.path.strip('/')}_{suffix}"
    create_database(server, name, afresh=True)
    try:
        yield parts._replace(path=f"/{name}").geturl()
    finally:
        drop_database(server, name)


def configuration_names() -> list[str]:
    example = (locations.ROOT / ".env.example").read_text()
    return re.findall(r"^#?\s?([A-Z][A-Z0-9_]+)=", example, flags=re.MULTILINE)


def without_configuration(environment: Mapping[str, str], names: list[str]) -> dict[str, str]:
    hidden = {*names, "DJANGO_SETTINGS_MODULE"}
    return {name: value for name, value in environment.items() if name not in hidden}


def program(name: str) -> str:
    return str(PROGRAMS / name)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except DevstackError as error:
        sys.exit(f"gates: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
