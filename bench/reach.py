#!/usr/bin/env python3
"""What it costs to estimate a job's reach: GET /api/bounties/reach beside the first page of jobs for the same caller.

    .venv/bin/python -m bench.reach [--sizes 1000,100000] [--explain]

Starts its own PostgreSQL and Redis and fills one database for each size by COPY (bench/crowd.py). The form of `/owner/jobs/new`
asks after each change, so the estimate must not cost many pages. The baseline is GET /api/bounties?sort=new with the same
credential; the requests are made in turns, in process and through all middleware (bench/beside.py). Nothing leaves 127.0.0.1.
The exit code is 0 whenever it could measure.
"""

import argparse
import sys
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import beside, crowd, stage  # noqa: E402
from bench.discovery import Market, explain_statements  # noqa: E402

AIM = 10.0  # times the baseline, at any size: people are counted up to 1,000, and of a late gate 10,000 are checked
BASELINE = "GET /api/bounties?sort=new"
_REACH = "/api/bounties/reach"
_SKILL, _CITY, _CATEGORY = crowd.SKILLS[0], crowd.CITIES[0].replace(" ", "+"), crowd.CATEGORIES[0]
_HERE = f"isRemoteAllowed=false&country=US&city={_CITY}"
_JOB = f"category={_CATEGORY}&price=25&estimatedHours=1"
CASES = {
    BASELINE: "/api/bounties?sort=new",
    "nothing but remote": f"{_REACH}?isRemoteAllowed=true",
    "a common skill": f"{_REACH}?skillsNeeded={_SKILL}",
    "a skill of 30": f"{_REACH}?skillsNeeded={crowd.RARE}",
    "three skills": f"{_REACH}?skillsNeeded={_SKILL},{crowd.SKILLS[9]},{crowd.RARE}",
    "in a city": f"{_REACH}?{_HERE}&{_JOB}",
    "in a city, a common skill": f"{_REACH}?{_HERE}&{_JOB}&skillsNeeded={_SKILL}",
    "three countries": f"{_REACH}?supportedCountries=US,PT,DE&{_JOB}",
    "no category, a common skill": f"{_REACH}?skillsNeeded={_SKILL}&price=25&estimatedHours=1",
    "verified people": f"{_REACH}?identityRequired=true&{_JOB}",
    "LinkedIn and B2": f"{_REACH}?linkedinVerifiedRequired=true&minimumCefr=B2&{_JOB}",
    "all of it": (
        f"{_REACH}?{_HERE}&{_JOB}&skillsNeeded={_SKILL}&identityRequired=true&linkedinVerifiedRequired=true&minimumCefr=B2"
    ),
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--sizes", default="1000,100000")
    options.add_argument("--explain", action="store_true", help="print the plans at the last size")
    given = options.parse_args()
    with stage.servers() as started:
        import django

        django.setup()
        for size in map(int, given.sizes.split(",")):
            market = Market(size, started)
            beside.measure(market, CASES, baseline=BASELINE, aim=AIM)
        if given.explain:
            for name, path in CASES.items():
                explain_statements(market, f"{name}: {path}", partial(market.client.get, path, headers=market.headers))
        market.connection.close()
    print(f"\naim: at most {AIM:.0f} times {BASELINE} (! where it is missed)")


if __name__ == "__main__":
    main()
