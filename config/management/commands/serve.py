"""`manage.py serve`: the whole service on one machine, in the foreground."""

import io
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections

from config.devstack import locations, readiness
from config.devstack.children import ChildDied, StopRequested, Supervisor, prefix
from config.devstack.embedded import EmbeddedServers
from config.devstack.guard import Guard
from config.devstack.leftovers import Ownership
from config.devstack.locations import DevstackError
from config.devstack.programs import Beat, Reviews, Speech, Waiting, Web, Worker
from config.devstack.servers import Server
from marketplace.core import clock

PATIENCE = 90.0  # seconds for the web server and the worker's first heartbeat, on a slow machine


class Command(BaseCommand):
    help = (
        "Run everything in the foreground: PostgreSQL and Redis (unless DATABASE_URL and REDIS_URL name others), "
        "migrations, Celery worker and timer, web server. HOST, PORT and DATA_DIR say where. Ctrl-C stops it all."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        os.umask(0o077)  # keys, mails and uploaded files are private
        self.data_dir = locations.data_dir()
        try:
            ownership = self._own_instance()
            self.address = readiness.address_to_listen_on(settings.HOST, settings.PORT)
            self.waiting_port = settings.WAITING_PORT or readiness.free_port(self.address)
            readiness.address_to_listen_on(settings.HOST, self.waiting_port)
            readiness.check_named_servers(_report)
        except DevstackError as error:
            sys.exit(f"serve: {error}")
        guard = Guard(keep_open=[ownership.descriptor])
        self.supervisor = Supervisor(guard)
        self.servers = EmbeddedServers(self.data_dir, guard)
        sys.exit(self._run())

    def _own_instance(self) -> Ownership:
        ownership = Ownership(self.data_dir)
        if not ownership.acquire_after_cleanup("manage.py serve", _report):
            raise DevstackError(
                f"{ownership.owner()} already uses {self.data_dir}. Stop it first, or run a second instance beside it "
                "with another DATA_DIR and PORT."
            )
        return ownership

    def _run(self) -> int:
        """The exit code: 0 when the user asked to stop."""
        supervisor = self.supervisor
        begun = time.monotonic()
        try:
            self.servers.start(supervisor.checkpoint, self._server_started)
            self._prepare_database()
            self._start_programs()
            self._wait_until_ready()
            supervisor.say(f"everything up in {time.monotonic() - begun:.1f} s")
            supervisor.say(self._welcome())
            supervisor.watch()
        except StopRequested:
            supervisor.say("asked to stop")
            return 0
        except (DevstackError, ChildDied) as error:
            supervisor.say(f"{error}; stopping the rest")
            return 1
        finally:
            supervisor.stop()

    def _server_started(self, server: Server, seconds: float) -> None:
        self.supervisor.add(server)
        self.supervisor.say(f"{server.name} ready ({seconds:.1f} s)")

    def _prepare_database(self) -> None:
        try:
            with self._step("database migrated"), self.supervisor.interruptible():
                call_command("migrate", interactive=False, verbosity=0)
            if settings.SANDBOX:
                with self._step("demo data in place"), self.supervisor.interruptible():
                    output = io.StringIO()
                    call_command("seed_demo", stdout=output)
                self.supervisor.say(output.getvalue().strip())
                self._refresh_demo_file()
        finally:
            connections.close_all()

    def _refresh_demo_file(self) -> None:
        """Its URL is that of the first start; PORT or BASE_URL may have changed since."""
        path = self.data_dir / "demo.json"
        if not path.exists():
            return
        demo = json.loads(path.read_text())
        if demo["baseUrl"] != settings.BASE_URL:
            fresh = path.with_suffix(".new")
            fresh.write_text(json.dumps(demo | {"baseUrl": settings.BASE_URL}, indent=2) + "\n")
            fresh.replace(path)

    def _start_programs(self) -> None:
        environment = self._environment()
        for kind in (Worker, Speech, Reviews, Beat, Web, Waiting):
            program = kind(self.supervisor.guard, environment, self.supervisor.show)
            program.start()
            self.supervisor.add(program)

    def _environment(self) -> dict[str, str]:
        """The environment of the programs. SANDBOX is explicit: it defaults to on only without DATABASE_URL, which we have set
        ourselves.
        """
        return {
            **os.environ,
            **self.servers.environment(),
            "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"],
            "DATA_DIR": str(self.data_dir),
            "SECRET_KEY": settings.SECRET_KEY,
            "SANDBOX": "1" if settings.SANDBOX else "0",
            "HOST": self.address,
            "PORT": str(settings.PORT),
            "WAITING_PORT": str(self.waiting_port),
            "BASE_URL": settings.BASE_URL,  # derived from the HOST that was configured
            "PYTHONUNBUFFERED": "1",
        }

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        for port, path, title in (
            (settings.PORT, "/livez", "web server answers"),
            (self.waiting_port, "/livez", "process for those who wait answers"),
            (settings.PORT, "/readyz", "worker, database and Redis answer"),
        ):
            with self._step(title):
                while problem := readiness.problem(settings.HOST, port, path, whole=path == "/readyz"):
                    self.supervisor.checkpoint()
                    if time.monotonic() > deadline:
                        raise DevstackError(f"not ready within {PATIENCE:.0f} s: {problem}")
                    self.supervisor.pause(0.3)

    @contextmanager
    def _step(self, title: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        self.supervisor.say(f"{title} ({time.monotonic() - begun:.1f} s)")

    def _welcome(self) -> str:
        base = settings.BASE_URL
        held = f"{locations.service_address(self.address, self.waiting_port)}/api/events"
        rows = [("Service", base), ("API docs", f"{base}/api/docs"), ("Admin", f"{base}/admin/")]
        demo_file = self.data_dir / "demo.json"
        if settings.SANDBOX:
            rows.append(("Sandbox", f"{base}/sandbox  clock, mail, and people to play"))
        if settings.SANDBOX and demo_file.exists():
            demo = json.loads(demo_file.read_text())
            rows += [
                ("Operator", f"{demo['operator']['username']}  password {demo['operator']['password']}"),
                ("Agent key", f"{demo['agent']['apiKey']}  ({demo['agent']['email']})"),
                ("More logins", str(demo_file)),
            ]
        rows.append(("Waiting", f"{held}  for a proxy in front: docs/operations.md, Callers who wait"))
        rows.append(("Data", str(self.data_dir)))
        if ahead := clock.offset_seconds():
            rows.append(("Clock", f"{timedelta(seconds=round(ahead))} ahead of real time, as the sandbox was told"))
        rows.append(("Stop", "Ctrl-C"))
        width = max(len(name) for name, _ in rows)
        return "\n".join(["", *(f"  {name:<{width}}  {value}" for name, value in rows), ""])


def _report(line: str) -> None:
    """For messages before the supervisor exists."""
    print(f"{prefix('serve')}{line}", flush=True)
