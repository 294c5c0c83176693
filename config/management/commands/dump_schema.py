from typing import Any

from django.core.management.base import BaseCommand

from config import schema
from config.schema import dumping


class Command(BaseCommand):
    help = "Make config/schema/schema.sql anew from the migrations, after one was added: new databases get their tables from it."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("Applying every migration to a database of its own, which takes a minute ...")
        self.stdout.flush()
        written = dumping.whole()
        schema.SCRIPT.write_text(written, encoding="utf-8")
        self.stdout.write(f"{schema.SCRIPT.name}: {len(written.splitlines())} lines.")
