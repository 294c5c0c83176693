"""No module imports itself by way of others. The linter's contract compares packages beside each other; a package and its
own modules are compared only here."""

import graphlib

import grimp

from tests.house.test_sizes import APPS

# Removed with the import itself.
KNOWN = {("marketplace.core.tools.tool", "marketplace.core.tools.registry")}


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph(*APPS, cache_dir=None)
    imports = {
        module: {other for other in graph.find_modules_directly_imported_by(module) if (module, other) not in KNOWN}
        for module in graph.modules
    }

    graphlib.TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle
