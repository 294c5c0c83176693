"""Requests of one caller in turns, each beside a baseline of the same run, so that other load affects all of them."""

import statistics
import time
from collections.abc import Mapping

from bench.discovery import Market

TURNS, EACH = 20, 5


def measure(market: Market, cases: Mapping[str, str], *, baseline: str, aim: float) -> None:
    """Print the median and the CPU of each request (name -> path), with their ratios to the baseline's; ! where the aim is
    missed. CPU is the time of this process and its PostgreSQL backend for one request.
    """
    taken: dict[str, list[float]] = {name: [] for name in cases}
    worked = dict.fromkeys(cases, 0.0)
    for turn in range(TURNS + 1):
        for name, path in cases.items():
            before = market.worked()
            for _ in range(EACH):
                begun = time.perf_counter()
                answer = market.client.get(path, headers=market.headers)
                if answer.status_code != 200:
                    raise SystemExit(f"{path}: {answer.status_code} {answer.content[:300]!r}")
                if turn:  # the first turn warms up
                    taken[name].append((time.perf_counter() - begun) * 1000)
            worked[name] += (market.worked() - before) / EACH / TURNS if turn else 0
    print(f"\n{market.size:,} bounties{'':24}{'median':>10}{'ratio':>8}{'CPU':>10}{'ratio':>8}")
    base = statistics.median(taken[baseline])
    for name in cases:
        median, cpu = statistics.median(taken[name]), worked[name]
        ratio = median / base
        mark = "" if ratio <= aim else " !"
        print(f"  {name:32}{median:8.1f} ms{ratio:8.2f}{cpu:7.1f} ms{cpu / worked[baseline]:8.2f}{mark}")
