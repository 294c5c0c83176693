"""What an instance does while nobody uses it: CPU of all its processes with PostgreSQL and Redis, and statements a minute.

`.venv/bin/python -m bench.idle [--minutes 3] [--quick]`
"""

import argparse
import os
import re
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from bench import instance
from config.devstack import locations

AIM_CPU, AIM_STATEMENTS = 1.0, 60.0  # % of a core; a minute
SETTLE_SECONDS = 75.0  # until what the start has made due is done, and beat has looked once more
_TICKS = os.sysconf("SC_CLK_TCK")
_STATEMENT = re.compile(rb"LOG:  (?:statement|execute [^:]*): +(.*)")


def main() -> int:
    taken = argparse.ArgumentParser(prog="python -m bench.idle", description=(__doc__ or "").split("\n")[0])
    taken.add_argument("--minutes", type=float, default=3.0)
    taken.add_argument(
        "--quick", action="store_true", help="one minute for each of the two measurements, after about two of start"
    )
    given = taken.parse_args()
    seconds = 60.0 * (1.0 if given.quick else given.minutes)
    with instance.serve() as served:
        time.sleep(SETTLE_SECONDS)
        before = cpu_by_program(served.pid)
        time.sleep(seconds)
        cpu = {name: used - before.get(name, 0.0) for name, used in cpu_by_program(served.pid).items()}
        # After the CPU, since PostgreSQL then writes each statement to its log.
        statements = count_statements(served.data_dir, seconds)
    return judge(cpu, statements, seconds)


def cpu_by_program(root: int) -> dict[str, float]:
    """Seconds of CPU until now, of `root` and all below it, by what they are. Of children that have ended, too."""
    children: dict[int, list[int]] = defaultdict(list)
    used: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        children[int(fields[1])].append(int(folder.name))
        used[int(folder.name)] = sum(map(int, fields[11:15])) / _TICKS
    found: dict[str, float] = defaultdict(float)
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        found[_program(pid)] += used.get(pid, 0.0)
        waiting += children[pid]
    return dict(found)


def _program(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
    except OSError:
        return "ended"
    for mark, name in (
        ("config.beat", "beat"),
        ("config.waiting", "waiting"),
        ("granian", "web"),
        ("--queues", "workers"),
        ("postgres", "postgres"),
        ("valkey-server", "redis"),
        ("redis-server", "redis"),
    ):
        if mark in words:
            return name
    return "serve"


def count_statements(data_dir: Path, seconds: float) -> Counter[str]:
    """By their beginning. BEGIN, COMMIT and checks of a connection are statements, too."""
    import psycopg

    log = data_dir / "log" / "postgres.log"
    with psycopg.connect(locations.superuser_url(data_dir), autocommit=True) as connection:
        connection.execute("alter system set log_statement = 'all'")
        connection.execute("select pg_reload_conf()")
        time.sleep(1)
        begins = log.stat().st_size
        time.sleep(seconds)
        written = log.read_bytes()[begins:]
        connection.execute("alter system reset log_statement")
        connection.execute("select pg_reload_conf()")
    return Counter(_kind(match.end(), match.group(1), written) for match in _STATEMENT.finditer(written))


def _kind(end: int, line: bytes, written: bytes) -> str:
    """The first words, which may stand on the next line."""
    text = line if line.strip() else written[end : end + 300]
    return " ".join(text.decode(errors="replace").split())[:60]


def judge(cpu: dict[str, float], statements: Counter[str], seconds: float) -> int:
    print(f"idle for {seconds / 60:.0f} min each; % of a core:")
    for name, used in sorted(cpu.items(), key=lambda pair: -pair[1]):
        print(f"  {name:<10} {100 * used / seconds:6.2f}")
    print("statements a minute:")
    for text, number in statements.most_common():
        print(f"  {number * 60 / seconds:6.1f}  {text}")
    figures = [
        ("CPU, % of a core", 100 * sum(cpu.values()) / seconds, AIM_CPU),
        ("statements a minute", statements.total() * 60 / seconds, AIM_STATEMENTS),
    ]
    print(f"{'':24}{'now':>8}{'aim':>8}{'ratio':>8}")
    for title, now, aim in figures:
        print(f"{title:24}{now:8.2f}{aim:8.2f}{now / aim:8.2f}")
    return 0 if all(now <= aim for _, now, aim in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
