"""The wheel's contents beside its packages: pyproject.toml has everything else."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
SHIPPED = ("templates", "docs", "CHANGELOG.md")


class BuildWithFolders(build_py):
    """Adds the folders that are no packages as `config/shipped/`, where `config.devstack.locations.SHIPPED` finds them."""

    def run(self) -> None:
        super().run()
        target = Path(self.build_lib) / "config" / "shipped"
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        for name in SHIPPED:
            source = HERE / name
            if source.is_dir():
                shutil.copytree(source, target / name)
            else:
                shutil.copy(source, target / name)


setup(cmdclass={"build_py": BuildWithFolders})
