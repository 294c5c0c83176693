"""The TypeScript SDK as a stranger gets it: packed, installed from the file without a network, its README and examples run."""

import json
import os
import re
import shutil
import signal
import subprocess
import tarfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from config.devstack import locations
from marketplace import VERSION
from sdk.generator import typescript
from sdk.generator.operations import operations
from tests.clients import generators
from tests.contract.document import document
from tests.stories import conftest as stories
from tests.stories.conftest import Caller, Instance, balance, free_port, wait_until

pytestmark = [
    pytest.mark.node,
    pytest.mark.skipif(bool(generators.missing_node()), reason=generators.missing_node()),
]
instance = stories.instance
PACKAGE = typescript.SOURCES.parent
SNIPPETS = re.findall(r"```ts\n(.*?)```", (PACKAGE / "README.md").read_text(), flags=re.DOTALL)
FIRST = 'import { AgentHire } from "agent-hire";\n\nconst client = new AgentHire();\n'
# As strict as a program may be, and without the browser's types, which Node's stand in for.
STRICT = {
    "target": "es2022",
    "lib": ["es2022"],
    "types": ["node"],
    "module": "nodenext",
    "moduleResolution": "nodenext",
    "strict": True,
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
    "rootDir": ".",
    "outDir": "built",
}


@pytest.fixture(scope="module")
def tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `npm pack` makes of the package."""
    folder = tmp_path_factory.mktemp("package") / "typescript"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("dist", "node_modules", "*.tgz"))
    npm(folder, "pack", "--silent")
    return folder / f"agent-hire-{VERSION}.tgz"


@pytest.fixture(scope="module")
def program(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that was empty: the package is installed there, and its tests, examples and the README's snippets are compiled."""
    folder = tmp_path_factory.mktemp("program")
    (folder / "package.json").write_text('{"type": "module", "private": true}')
    npm(folder, "install", "--offline", "--no-audit", "--no-fund", tarball)
    assert [path.name for path in (folder / "node_modules").iterdir() if path.is_dir()] == ["agent-hire"]
    (folder / "node_modules" / "@types").symlink_to(generators.HERE / "node_modules" / "@types")
    for name in ("test", "examples"):
        shutil.copytree(PACKAGE / name, folder / name)
    (folder / "readme").mkdir()
    for number, snippet in enumerate(SNIPPETS):
        text = snippet if "new AgentHire(" in snippet else FIRST + snippet
        (folder / "readme" / f"{number}.ts").write_text(f"{text}\nexport {{}};\n")
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": STRICT}))
    generators.node("tsc", "--project", folder, cwd=folder)
    return folder


def npm(folder: Path, *words: object) -> None:
    """With a cache of its own: nothing comes from an earlier installation. `tsc` is that of the tools."""
    environment = os.environ | {
        "PATH": f"{generators.BIN}{os.pathsep}{os.environ['PATH']}",
        "npm_config_cache": str(folder.parent / "npm"),
        "npm_config_update_notifier": "false",
    }
    done = subprocess.run(
        ["npm", *map(str, words)], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (words, done.stdout, done.stderr)


def environment_of(agent: Caller, **more: str) -> dict[str, str]:
    return os.environ | {"AHM_BASE_URL": agent.base_url, "AHM_API_KEY": agent.headers["X-API-Key"]} | more


def run(program: Path, script: str, agent: Caller) -> list[str]:
    """The lines that this compiled script prints."""
    command = ["node", str(program / "built" / script)]
    done = subprocess.run(
        command, cwd=program, env=environment_of(agent), capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@contextmanager
def running(program: Path, script: str, environment: dict[str, str]) -> Iterator[tuple["subprocess.Popen[str]", Path]]:
    """The same, while it runs: the process, and the file that it prints into."""
    log = program / f"{Path(script).stem}.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            ["node", program / "built" / script],
            cwd=program,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:
        yield process, log
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(timeout=30)


def test_the_types_are_those_of_the_document() -> None:
    found = document()

    written = typescript.schema(found, operations(found))

    assert (typescript.SOURCES / "schema.ts").read_text() == written, "Write it anew: .venv/bin/python -m sdk.generator"


def test_the_package_has_what_is_needed_and_nothing_else(tarball: Path) -> None:
    with tarfile.open(tarball) as packed:
        names = {name.removeprefix("package/") for name in packed.getnames()}

    sources = {path.stem for path in typescript.SOURCES.glob("*.ts")}
    built = {f"dist/{name}{end}" for name in sources for end in (".js", ".js.map", ".d.ts", ".d.ts.map")}
    shipped = {
        f"{path.parent.name}/{path.name}" for name in ("src", "examples") for path in (PACKAGE / name).glob("*.ts")
    }
    assert names == built | shipped | {"package.json", "README.md"}


def test_the_installed_package_can_be_imported(program: Path) -> None:
    code = 'const sdk = await import("agent-hire"); console.log(sdk.VERSION, Object.keys(sdk).sort().join());'

    told = generators.run(["node", "--input-type=module", "--eval", code], cwd=program)

    version, exported = told.split()
    assert version == VERSION
    errors = re.findall(r"^export class (\w+)", (typescript.SOURCES / "errors.ts").read_text(), re.MULTILINE)
    assert set(exported.split(",")) == {"AgentHire", "Page", "Pages", "VERSION", "webhooks", *errors}


def test_it_keeps_its_promises_against_a_service_that_is_played(program: Path) -> None:
    webhooks = (locations.ROOT / "docs" / "webhooks.md").read_text()
    [vectors] = [found for found in re.findall(r"```json\n(.*?)```", webhooks, flags=re.DOTALL) if '"secret"' in found]
    (program / "vectors.json").write_text(vectors)
    environment = os.environ | {"VECTORS": str(program / "vectors.json")}

    done = subprocess.run(
        ["node", "--test", "--test-reporter=tap", "built/test/"],
        cwd=program,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-6000:]
    passed = re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed and int(passed[1]) >= 60, done.stdout[-2000:]


@pytest.mark.live
def test_the_example_hires_somebody_in_the_sandbox(program: Path, instance: Instance) -> None:
    told = run(program, "examples/hire.js", instance.agent(20))

    assert told[0].startswith("would cost 5.9 dollars: [{")
    assert re.fullmatch(r"posted bty_\w{26}", told[1])
    assert told[2:4] == ["Lena plays redo", "Lena Costa (simulated) applied"]
    assert told[4].startswith("sent back: ")
    assert told[5:7] == ["a photo of all its bytes: image/png", "paid: paid"]
    assert {"  application.submitted", "  escrow.funded", "  proof.uploaded", "  escrow.released"} <= set(told[7:])
    instance.check_ledger()


@pytest.mark.live
def test_the_readmes_hire_works_while_a_person_does_their_part(program: Path, instance: Instance) -> None:
    agent = instance.agent(40)
    agent("PATCH", "/api/sandbox/people", {"simulated": True, "scripts": ["reliable"]})

    with running(program, "readme/0.js", environment_of(agent)) as (process, log):

        def is_over() -> bool:
            instance.advance(600)
            return process.poll() is not None

        wait_until(is_over, 90, log.read_text)

    assert process.returncode == 0, log.read_text()
    assert re.fullmatch(r"a photo of [1-9]\d* bytes\n", log.read_text())
    assert balance(agent) == 4000 - 1770
    instance.check_ledger()


@pytest.mark.live
def test_the_readmes_other_snippets_work_as_they_stand(program: Path, instance: Instance) -> None:
    agent, poor = instance.agent(100), instance.agent()
    (_, types, lists, keyed, dry, money, tail, worker, files, errors) = range(len(SNIPPETS))

    def told(number: int, by: Caller = agent) -> list[str]:
        return run(program, f"readme/{number}.js", by)

    assert told(types) == told(files) == told(worker) == []
    priced, moved = told(dry)
    assert priced == "11.8 dollars with the fee []"
    assert re.fullmatch(r"wallet to pool:\S+: 1180 cents", moved)
    assert balance(agent) == 10_000
    once, again = told(keyed), told(keyed)
    assert once == again and re.fullmatch(r"bty_\w{26}", once[0])
    assert balance(agent) == 10_000 - 1180
    assert told(lists) == [f"{once[0]} Name a tea", "2 null null"]
    assert told(money) == []
    assert balance(agent) < 10_000 - 1180
    assert re.match(r"[1-9]\d* cents are missing \[", told(money, poor)[0])
    assert told(tail) == []
    assert told(errors) == ["never was, or isn't yours: not_found"]
    instance.check_ledger()


@pytest.mark.live
def test_the_readmes_call_waits_for_its_owner_and_goes_on_with_the_same_key(program: Path, instance: Instance) -> None:
    owner = instance.new_worker()
    agent = instance.caller(**{"X-API-Key": owner("POST", "/api/keys", {"name": "My agent"})["apiKey"]})
    instance.pay(agent("POST", "/api/wallet/deposit", {"amount": 50})["checkoutUrl"])
    owner("PATCH", "/api/wallet/controls", {"askAboveCents": 500})
    [number] = [number for number, text in enumerate(SNIPPETS) if "waitForApproval" in text]

    with ThreadPoolExecutor(1) as beside:
        done = beside.submit(run, program, f"readme/{number}.js", agent)
        wait_until(lambda: bool(owner("GET", "/api/approvals?status=pending")["approvals"]), 60)
        [asked] = owner("GET", "/api/approvals?status=pending")["approvals"]
        assert balance(agent) == 5000, "nothing moved"
        owner("POST", f"/api/approvals/{asked['id']}", {"decision": "approve"})
        assert done.result(timeout=90) == []

    assert balance(agent) == 5000 - asked["cents"], "once"
    assert owner("GET", f"/api/approvals/{asked['id']}")["approval"]["status"] == "used"
    instance.check_ledger()


def test_the_readmes_worker_takes_what_was_signed_and_refuses_the_rest(program: Path) -> None:
    [number] = [number for number, text in enumerate(SNIPPETS) if "webhooks.verify" in text]
    code = f"""
        import {{ webhooks }} from "agent-hire";
        const worker = (await import("./built/readme/{number}.js")).default;
        const env = {{ WEBHOOK_SECRET: "whsec_1" }};
        const body = JSON.stringify({{ id: "webhook.test:1", type: "webhook.test" }});
        for (const secret of ["whsec_1", "whsec_2"]) {{
          const headers = {{ [webhooks.HEADER]: await webhooks.sign(body, secret) }};
          const answer = await worker.fetch(new Request("https://hook.example/", {{ method: "POST", body, headers }}), env);
          console.log(answer.status);
        }}
    """

    told = generators.run(["node", "--input-type=module", "--eval", code], cwd=program)

    assert told.splitlines() == ["webhook.test webhook.test:1", "200", "401"]


@pytest.mark.live
def test_the_example_receives_webhooks_once_each_and_refuses_forged_ones(program: Path, instance: Instance) -> None:
    agent, port = instance.agent(), str(free_port())

    with running(program, "examples/webhook-receiver.js", environment_of(agent, PORT=port)) as (process, log):
        wait_until(lambda: log.read_text().startswith("listening for "), 30, log.read_text)
        endpoint = log.read_text().split()[2]
        agent("POST", f"/api/webhooks/endpoints/{endpoint}/test")
        wait_until(lambda: "webhook.test webhook.test:" in log.read_text(), 60, log.read_text)
        [delivery] = agent("GET", "/api/webhooks/deliveries")["deliveries"]
        log_of_it = f"/api/webhooks/deliveries/{delivery['deliveryId']}"
        agent("POST", f"{log_of_it}/redeliver")
        wait_until(lambda: len(agent("GET", log_of_it)["delivery"]["history"]) == 2, 60)
        forged = httpx.post(f"http://127.0.0.1:{port}", content=b"{}", headers={"X-Service-Signature": "t=1,v1=00"})
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0

    assert [attempt["status"] for attempt in agent("GET", log_of_it)["delivery"]["history"]] == [200, 200]
    assert forged.status_code == 401
    assert log.read_text().count("webhook.test ") == 1
    assert "refused: The service did not sign" in log.read_text()
