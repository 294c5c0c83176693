"""Is this installation sound? A line for each finding, and what to do about it. Exit code 2: a fault; 1: a warning; else 0."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from config.doctor import examination
from config.doctor.findings import LEVELS, Finding

_MARKS = {"ok": "ok", "skipped": "-", "warning": "WARNING", "fault": "FAULT"}


class Command(BaseCommand):
    help = (
        "Look at settings, versions, migrations, queues, books, files, keys, clock, disk and certificate, and say what to do. "
        "Changes nothing. Exit code 0: sound; 1: warnings; 2: faults."
    )
    requires_system_checks = ()  # wrong settings are findings

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("parts", nargs="*", metavar="PART", help=f"Only these: {', '.join(examination.PARTS)}.")
        parser.add_argument("--json", action="store_true", help="One JSON object instead of lines.")

    def handle(self, *args: Any, **options: Any) -> None:
        parts: list[str] = options["parts"]
        if unknown := [name for name in parts if name not in examination.PARTS]:
            self.stderr.write(f"doctor: no part is called {unknown[0]}; there are {', '.join(examination.PARTS)}.")
            sys.exit(2)
        found: list[Finding] = []
        for finding in examination.examine(parts):
            found.append(finding)
            if not options["json"]:
                self._say(finding)
        counts = Counter(finding.level for finding in found)
        if options["json"]:
            summary = {level: counts[level] for level in LEVELS}
            shown = {"isSound": not counts["fault"], "counts": summary, "findings": [asdict(one) for one in found]}
            self.stdout.write(json.dumps(shown, indent=2))
        else:
            self.stdout.write(f"doctor: {counts['fault']} faults, {counts['warning']} warnings")
        if code := 2 if counts["fault"] else 1 if counts["warning"] else 0:
            sys.exit(code)

    def _say(self, finding: Finding) -> None:
        self.stdout.write(f"{_MARKS[finding.level]:<8} {finding.part:<12} {finding.words}")
        if finding.advice:
            self.stdout.write(f"{'':<21} -> {finding.advice}")
