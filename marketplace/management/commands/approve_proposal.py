from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from marketplace.admin.accountability import carry_out
from marketplace.core import ids
from marketplace.core.errors import Problem
from marketplace.models import Proposal
from marketplace.services import proposals


class Command(BaseCommand):
    help = "Approve what the single operator of this instance has proposed in the back office (docs/backoffice.md, Two operators)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("proposal", help="spr_…, as its page shows it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = proposals.approve_by_command(ids.decode("spr", options["proposal"]), carry_out)
        except ValueError:
            raise CommandError("That is no id of a proposal: copy it from its page, such as spr_01h….")
        except Proposal.DoesNotExist:
            raise CommandError("There is no such proposal.")
        except Problem as problem:
            raise CommandError(problem.message)
        self.stdout.write(f"{done.name}: done, as {done.proposer.display_name} proposed it.")
