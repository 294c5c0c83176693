"""Programs that read the documents: where they are, and how they are called. `tests/clients/install` brings those that are no
packages of the test set."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tests.contract.document import document

HERE = Path(__file__).parent
BIN = HERE / "node_modules" / ".bin"
JAR = HERE / "java" / "openapi_generator_cli" / "openapi-generator.jar"


def missing_node() -> str:
    """Why the Node tools can't run; empty when they can."""
    if not shutil.which("node"):
        return "there is no Node on PATH"
    return "" if BIN.is_dir() else "run tests/clients/install first"


def missing_java() -> str:
    """Why openapi-generator can't run; empty when it can."""
    if not shutil.which("java"):
        return "there is no Java on PATH"
    return "" if JAR.is_file() else "run tests/clients/install first"


def write_document(folder: Path, base_url: str = "http://127.0.0.1:8000") -> Path:
    """The OpenAPI document, as a server with this address gives it out."""
    path = folder / "openapi.json"
    path.write_text(json.dumps(document() | {"servers": [{"url": base_url}]}))
    return path


def openapi_python_client(source: Path, folder: Path) -> list[str]:
    """Make the package `market_client` in this folder. Returns its warnings, one line each."""
    configuration = folder / "openapi-python-client.json"
    configuration.write_text(json.dumps({"package_name_override": "market_client", "post_hooks": []}))
    made = folder / "market_client"
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--path", source]
    told = run([*command, "--output-path", made, "--config", configuration])
    return [line for line in told.splitlines() if line.startswith(("WARNING", "ERROR"))]


def openapi_generator(kind: str, source: Path, folder: Path, **properties: str) -> None:
    """Make a client of this kind in this folder. Of its defaults one is changed: it leaves out the classes of forms, and imports
    them all the same."""
    options = [f"--additional-properties={name}={value}" for name, value in properties.items()]
    options.append("--global-property=skipFormModel=false")
    run(["java", "-jar", JAR, "generate", "-g", kind, "-i", source, "-o", folder, *options])


def node(*command: object, cwd: Path = HERE) -> str:
    """A program of the Node tools, or a script for Node itself (`node("node", "a.mjs")`)."""
    program, *rest = command
    return run([program if program == "node" else BIN / str(program), *rest], cwd=cwd)


def compile_typescript(folder: Path) -> None:
    """Strictly; fails for a type that does not fit. The folder finds the modules that are installed here."""
    (folder / "node_modules").symlink_to(HERE / "node_modules")
    (folder / "package.json").write_text('{"type": "commonjs"}')  # generated sources import each other without endings
    options = ["--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--skipLibCheck"]
    options += ["--module", "node16", "--moduleResolution", "node16", "--outDir", "built", "--rootDir", "."]
    node("tsc", *options, "hire.ts", cwd=folder)


def run(command: list[object], cwd: Path = HERE) -> str:
    """What it prints. Fails with it when the program does."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, (done.stdout + done.stderr)[-4000:])
    return done.stdout + done.stderr
