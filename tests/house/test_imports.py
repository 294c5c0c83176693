"""No module imports itself by way of others. The linter's contract compares packages beside each other; a package and its
own modules are compared only here."""

import graphlib

import grimp

from tests.house.test_sizes import APPS


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph(*APPS, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}

    graphlib.TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle
