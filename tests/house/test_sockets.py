"""Every socket stands in docs/architecture.md, with who asks and who answers as the code has it."""

import ast
import importlib
import re
from types import ModuleType

from marketplace.ports import Registry, Socket

from .test_sizes import APPS, ROOT, product

ROW = re.compile(r"^\| `(\w+\.ports\.\w+)` \| ([^|]+) \| ([^|]+) \|", re.M)


def sockets() -> dict[str, Socket[object] | Registry[object]]:
    modules = [importlib.import_module(f"{app}.ports") for app in APPS if (ROOT / app / "ports.py").exists()]
    return {f"{module.__name__}.{name}": found for module in modules for name, found in own(module).items()}


def own(module: ModuleType) -> dict[str, Socket[object] | Registry[object]]:
    return {name: value for name, value in vars(module).items() if isinstance(value, Socket | Registry)}


def askers() -> dict[str, set[str]]:
    """By socket: the modules that import it and don't plug it in."""
    found: dict[str, set[str]] = {}
    for path in product():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if module.endswith(".plugs"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.ImportFrom):
                continue
            for alias in node.names:
                assert alias.name != "ports", f"{module}: import the socket itself, so that this test sees who asks"
                if (node.module or "").endswith(".ports"):
                    found.setdefault(f"{node.module}.{alias.name}", set()).add(module)
    return found


def answerers() -> dict[str, set[str]]:
    """By socket: the apps whose plugs.py fills it."""
    found: dict[str, set[str]] = {}
    for path in ROOT.glob("*/plugs.py"):
        tree = ast.parse(path.read_text())
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        origins = {
            alias.asname or alias.name: (node.module or "", alias.name) for node in imports for alias in node.names
        }
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=socket), attr="plug")):
                    found.setdefault(".".join(origins[socket]), set()).add(path.parent.name)
    return found


def test_the_page_lists_every_socket_with_who_asks_and_who_answers() -> None:
    written = {
        name: (set(re.findall(r"`([\w.]+)`", asked)), set(re.findall(r"\w+", answered)))
        for name, asked, answered in ROW.findall((ROOT / "docs/architecture.md").read_text())
    }

    ask, answer = askers(), answerers()
    assert written == {name: (ask.get(name, set()), answer.get(name, set())) for name in sockets()}


def test_a_socket_that_hardly_anybody_asks_and_one_app_answers_has_a_reason_on_the_page() -> None:
    ask, answer = askers(), answerers()
    rare = {name for name in sockets() if len(ask.get(name, ())) <= 2 and len(answer.get(name, ())) == 1}
    text = (ROOT / "docs/architecture.md").read_text()
    _, start, rest = text.partition(
        "A socket that one or two modules ask and one app answers has one of these reasons:"
    )

    reasons, end, _ = rest.partition("We define no Django signals.")

    assert start and end
    assert {name.rpartition(".")[2] for name in rare} <= set(re.findall(r"`(\w+)`", reasons))
