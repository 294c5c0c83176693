"""What a newcomer copies from the README works as it stands, with only the two variables at its top changed."""

import os
import re
import subprocess
import sys

from config.devstack import gates, locations

EXAMPLE = locations.ROOT / "examples" / "first_hire.py"


def five_calls(base_url, data_dir):
    readme = (locations.ROOT / "README.md").read_text()
    (block,) = re.findall(r"```sh\n(export B=.*?)```", readme, flags=re.DOTALL)
    first, rest = block.split("\n", 1)
    assert first == "export B=http://127.0.0.1:8000 D=var"
    return subprocess.run(
        ["sh", "-c", f"export B={base_url} D='{data_dir}'\n{rest}"],
        cwd=locations.ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def example(*arguments, **variables):
    environment = gates.without_configuration(os.environ, gates.configuration_names()) | variables
    return subprocess.run(
        [sys.executable, EXAMPLE, *arguments], env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_five_calls_stop_at_the_first_failure(folder, free_ports):
    nothing_seeded = five_calls("http://127.0.0.1:1", folder)
    assert nothing_seeded.returncode != 0
    assert "demo.json" in nothing_seeded.stderr and "Traceback" not in nothing_seeded.stderr

    (folder / "demo.json").write_text('{"agent": {"apiKey": "x"}, "workers": [{"email": "e", "password": "p"}]}')
    nobody_there = five_calls(f"http://127.0.0.1:{free_ports[0]}", folder)
    assert nobody_there.returncode != 0 and nobody_there.stdout == ""
    assert nobody_there.stderr.splitlines()[-1] == "stopped: no answer"


def test_the_example_says_what_to_start_and_what_it_takes(free_ports):
    alone = example(PORT=str(free_ports[0]))
    assert alone.returncode == 1
    assert f"no service at http://127.0.0.1:{free_ports[0]} (" in alone.stderr
    assert "start ./dev run" in alone.stderr and alone.stderr.count("\n") == 1

    helped = example("--help")
    assert (helped.returncode, helped.stderr) == (0, "")
    assert all(name in helped.stdout for name in ("BASE_URL", "PORT", "var"))
    assert example("now").returncode == 1
