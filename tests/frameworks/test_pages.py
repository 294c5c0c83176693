"""Each page of docs/frameworks shows its program as it is run, and the versions that it is run with."""

import re

import pytest

from config.devstack import locations
from marketplace.selectors import guides

from .conftest import HERE, PROGRAMS

pytestmark = pytest.mark.main
PAGES = locations.ROOT / "docs" / "frameworks"
SHOWN = {
    "openai-agents": "openai_agents.py",
    "langchain": "langchain_agent.py",
    "crewai": "crewai_crew.py",
    "claude": "claude_mcp.py",
    "curl": "hire.sh",
}


@pytest.mark.parametrize(("page", "file"), SHOWN.items())
def test_a_page_shows_the_very_file_that_is_run(page: str, file: str) -> None:
    text = (PAGES / f"{page}.md").read_text()
    blocks = re.findall(r"```(?:python|sh)\n(.*?)```", text, flags=re.DOTALL)

    assert (PROGRAMS / file).read_text() in blocks
    assert f"`examples/frameworks/{file}`" in text
    for trouble in ("402", "202", "waiting"):
        assert f"\n| {trouble}" in text, trouble


@pytest.mark.parametrize("page", sorted(set(SHOWN) - {"curl"}))
def test_a_page_installs_the_versions_that_are_tested(page: str) -> None:
    lock = (HERE / SHOWN[page].replace(".py", ".lock")).read_text()
    [line] = re.findall(r"^pip install (.*?)\s+#", (PAGES / f"{page}.md").read_text(), flags=re.MULTILINE)

    named = re.findall(r"'([a-z-]+)(?:\[\w+\])?==([\d.]+)'", line)
    assert len(named) == line.count("==") > 0
    for name, version in named:
        assert f"\n{name}=={version} " in f"\n{lock}", name
    assert "://" not in lock and "--index" not in lock


def test_every_page_and_program_is_found() -> None:
    assert {path.stem for path in PAGES.iterdir()} == set(SHOWN)
    assert {path.name for path in PROGRAMS.iterdir() if path.is_file()} == {*SHOWN.values(), "people.sh"}
    assert {path.stem for path in HERE.glob("*.lock")} == {file.partition(".")[0] for file in SHOWN.values()} - {"hire"}
    overview = guides.markdown("frameworks")
    for page, file in SHOWN.items():
        assert f"(frameworks/{page}.md)" in overview and f"`examples/frameworks/{file}`" in overview
