from typing import Any

from django.core.management.base import BaseCommand

from marketplace.api import catalogue


class Command(BaseCommand):
    help = "Write the catalogue of tools anew, from the apps' tools.py and from the operations that they call."

    def handle(self, *args: Any, **options: Any) -> None:
        catalogue.write()
