"""`ahm-server start web`: one program of an installation, for containers and systemd, which start and stop each by itself."""

import os
import tempfile
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.devstack import embedded, locations
from config.devstack.programs import PROGRAMS, alone

WAITING_PORT = 8001  # unless WAITING_PORT says otherwise


class Command(BaseCommand):
    help = "Become one program of an installation, whose servers are yours: DATABASE_URL, REDIS_URL. HOST and PORT say where."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("program", choices=sorted(PROGRAMS))

    def handle(self, *args: Any, program: str, **options: Any) -> None:
        if missing := embedded.unnamed_settings():
            raise CommandError(f"{' and '.join(missing)}: name the servers to use; `ahm-server run` brings its own.")
        os.umask(0o077)  # what it writes is private
        environment = {
            "HOST": settings.HOST,
            "PORT": str(settings.PORT),
            "WAITING_PORT": str(settings.WAITING_PORT or WAITING_PORT),
            "DATA_DIR": tempfile.gettempdir(),  # where beat shows that it lives
        }
        command = alone(program, environment)
        if locations.IS_CHECKOUT:
            os.chdir(locations.ROOT)  # -m finds the packages there
        os.execvp(command[0], command)  # signals reach the program itself
