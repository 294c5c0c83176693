"""django-hordak's transfer on the same server, for comparison in bench/ledger.py. Runs under another interpreter (see
bench/hordak.txt), because its packages are not ours:

    PYTHON -m bench.hordak fill DATABASE_URL
    PYTHON -m bench.hordak run DATABASE_URL SECONDS

It stores no balances and does not refuse overdrafts; a transfer is one transaction with two legs, checked to sum to zero.
"""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from bench import clients as gate

ROOT = Path(__file__).resolve().parent.parent
ACCOUNTS = 20_000


def contender(python: str) -> Callable[[int, float], float]:
    """A function (clients, seconds) -> committed transfers per second, run in processes of the interpreter `python`."""
    here = urlsplit(os.environ["DATABASE_URL"])
    address = urlunsplit(here._replace(path="/hordak"))
    environment = {"PATH": os.environ["PATH"]}
    command = [
        python,
        "-m",
        "bench.hordak",
    ]  # run from the root: in bench/, http.py would shadow the standard library's http

    filled = subprocess.run([*command, "fill", address], env=environment, cwd=ROOT, timeout=300, check=False)
    if filled.returncode:
        raise SystemExit(f"{python} could not prepare django-hordak: is it made from bench/hordak.txt?")

    def run(clients: int, seconds: float) -> float:
        return gate.together([*command, "run", address, str(seconds)], clients, seconds, environment)

    return run


def setup(address: str) -> None:
    import django
    from django.conf import settings
    from psycopg.conninfo import conninfo_to_dict

    where = conninfo_to_dict(address)
    settings.configure(
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "mptt", "djmoney", "hordak"],
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": where["dbname"],
                "HOST": where.get("host", ""),
                "PORT": where.get("port", ""),
                "USER": where.get("user", ""),
            }
        },
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        CURRENCIES=["USD"],
        DEFAULT_CURRENCY="USD",
        USE_TZ=True,
    )
    django.setup()


def fill(address: str) -> None:
    import psycopg

    with psycopg.connect(address.rsplit("/hordak", 1)[0] + "/postgres" + _query(address), autocommit=True) as server:
        server.execute("create database hordak")
    setup(address)
    from django.core.management import call_command
    from django.db import connection
    from hordak.models import Account

    call_command("migrate", verbosity=0)
    with Account.objects.disable_mptt_updates():
        Account.objects.bulk_create(
            Account(name=f"a{n}", code=str(n), type="LI", currencies=["USD"], lft=1, rght=2, tree_id=n + 1, level=0)
            for n in range(ACCOUNTS)
        )
    with connection.cursor() as cursor:
        cursor.execute("vacuum analyze")


def run(address: str, seconds: float) -> None:
    setup(address)
    from django.db import transaction
    from hordak.models import Account
    from moneyed import Money

    accounts = list(Account.objects.all())
    cent = Money("0.01", "USD")

    def once() -> None:
        one, other = random.sample(accounts, 2)
        with transaction.atomic():
            one.transfer_to(other, cent)

    gate.run_client(once, seconds)


def _query(address: str) -> str:
    return f"?{urlsplit(address).query}" if urlsplit(address).query else ""


if __name__ == "__main__":
    if sys.argv[1] == "fill":
        fill(sys.argv[2])
    else:
        run(sys.argv[2], float(sys.argv[3]))
