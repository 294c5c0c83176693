"""The supervisor of an instance, with shell programs in place of ours."""

import subprocess
import sys

from config.devstack import locations

# A server, then two programs of which each ends only when the other was asked, too: a second request would be written down.
STOPPED = """
import sys, time
from pathlib import Path
from config.devstack.children import Service, Supervisor
from config.devstack.guard import Guard

folder = Path(sys.argv[1])

class Shell(Service):
    grace = 20.0

    def __init__(self, guard, name, at_stop, together):
        super().__init__(guard)
        self.name, self.at_stop, self.asked_together = name, at_stop, together

    def start(self, checkpoint=None):
        trap = f"echo {self.name} asked >> said; {self.at_stop}; echo {self.name} ends >> said; exit"
        script = f"trap '{trap}' TERM; touch {self.name}; while :; do sleep 0.05; done"
        self.process = self.launch(["sh", "-c", script], cwd=folder)
        while not (folder / self.name).exists():
            time.sleep(0.01)

supervisor = Supervisor(Guard())
wait = 'while ! grep -q "{} asked" said; do sleep 0.05; done'
for name, at_stop, together in (
    ("server", ":", False), ("worker", wait.format("web"), True), ("web", wait.format("worker"), True)
):
    child = Shell(supervisor.guard, name, at_stop, together)
    child.start()
    supervisor.add(child)
supervisor.stop()
"""


def test_programs_are_asked_to_stop_at_one_time_and_once_and_their_server_after_all_of_them(folder):
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, str(folder)], cwd=locations.ROOT, capture_output=True, text=True, timeout=60
    )

    assert done.returncode == 0, done.stderr
    said = (folder / "said").read_text().splitlines()
    assert sorted(said[:2]) == ["web asked", "worker asked"]
    assert sorted(said[2:4]) == ["web ends", "worker ends"]
    assert said[4:] == ["server asked", "server ends"]
    assert [line.split()[2] for line in done.stdout.splitlines()] == ["web", "worker", "server"]
