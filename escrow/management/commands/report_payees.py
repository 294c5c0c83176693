"""Whom this instance paid in a year, as tax offices ask for it: CSV on the standard output, the sums by country on the other."""

import csv
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from escrow.selectors import years
from escrow.selectors.years import Month, Payee
from marketplace.core import texts
from marketplace.web.tables import dollars

_WHO = ("account", "name", "email", "country", "region", "country_verified", "payout_account")
# DAC7, article 8ac: activities and what was paid for them, by quarter. Our fee is the payer's, on top.
_QUARTER = ("jobs", "payments", "paid_usd", "fee_charged_to_payers_usd")


class Command(BaseCommand):
    help = (
        "Everybody who was paid in a calendar year (UTC), with sums by quarter (DAC7) or by month (form 1099-K), as CSV; the sums "
        "by country follow on stderr. Names and addresses for tax offices are those that the payout provider has verified."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", help="such as 2026")
        parser.add_argument("--by", choices=("quarter", "month"), default="quarter")
        parser.add_argument("--country", default="", help="two letters; everybody without it")

    def handle(self, *args: Any, **options: Any) -> None:
        year = years.read(options["year"])
        if year is None:
            raise CommandError(f"{options['year'][:20]} is no year that has begun: give one such as 2026")
        country = options["country"].upper()
        if country and not (len(country) == 2 and country.isascii() and country.isalpha()):
            raise CommandError("--country takes two letters, such as DE or US")
        people: dict[str, int] = {}
        sums: dict[str, Month] = {}
        writer = csv.writer(self.stdout)
        writer.writerow([*_WHO, *_heads(options["by"])])
        for payee in years.payees(year, country=country):
            people[payee.country] = people.get(payee.country, 0) + 1
            sums[payee.country] = sums.get(payee.country, years.NOTHING) + payee.year.total
            writer.writerow([*_who(payee), *_sums(payee, options["by"])])
        for name in sorted(people):
            total = sums[name]
            self.stderr.write(
                f"{name or 'unknown'}: {people[name]} people, {total.jobs} jobs, {total.payments} payments, "
                f"{dollars(total.total)} USD paid, {dollars(total.fee)} USD fees charged to payers"
            )


def _heads(by: str) -> Iterator[str]:
    if by == "month":
        yield from ("payments", "gross_usd", *(f"month_{number:02d}_usd" for number in range(1, 13)))
        return
    for number in range(1, 5):
        yield from (f"q{number}_{name}" for name in _QUARTER)
    yield from (f"year_{name}" for name in _QUARTER)


def _who(payee: Payee) -> list[str]:
    account = payee.account
    return [
        account.public_id,
        texts.for_spreadsheet(account.display_name),
        texts.for_spreadsheet(account.email or ""),
        payee.country,
        texts.for_spreadsheet(account.signup_region),
        "yes" if account.identity_country else "no",
        payee.payout_ref,
    ]


def _sums(payee: Payee, by: str) -> Iterator[str]:
    total = payee.year.total
    if by == "month":
        yield from (str(total.payments), dollars(total.total))
        yield from (dollars(payee.year.month(number).total) for number in range(1, 13))
        return
    for number in range(1, 5):
        yield from _quarter(payee.year.quarter(number))
    yield from _quarter(total)


def _quarter(sums: Month) -> tuple[str, ...]:
    return str(sums.jobs), str(sums.payments), dollars(sums.total), dollars(sums.fee)
