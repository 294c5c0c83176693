"""Seal and sign anew what is kept under an older SECRET_KEY; exit code 1 while something is left under one."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from marketplace.services import rekeying


class Command(BaseCommand):
    help = (
        "Seal every encrypted value, and sign every session, anew under SECRET_KEY. Safe to kill and to run again. When it "
        "ends with `0 under an old key`, the old keys can leave SECRET_KEY_FALLBACKS."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="Only say what is under which key; change nothing.")
        parser.add_argument("--batch", type=int, default=rekeying.BATCH, help="Rows read at a time.")

    def handle(self, *args: Any, **options: Any) -> None:
        old = unreadable = 0
        for place in rekeying.places():
            found = rekeying.count(place) if options["check"] else rekeying.rekey(place, batch=max(1, options["batch"]))
            old, unreadable = old + found.old, unreadable + found.unreadable
            if found.current or found.old or found.unreadable:
                self.stdout.write(
                    f"{place.name}: {found.current} under SECRET_KEY, {found.old} under an old key, "
                    f"{found.unreadable} that no key opens"
                )
        self.stdout.write(f"rekey: {old} under an old key, {unreadable} that no key opens")
        if unreadable:
            self.stdout.write("Put the key that they were sealed with into SECRET_KEY_FALLBACKS and run this again.")
        if old or unreadable:
            sys.exit(1)
