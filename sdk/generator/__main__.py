"""Write the generated files of both SDKs; with --check, only say which of them are not as they would be written."""

import argparse
import os
import sys
from pathlib import Path

import django

from sdk.generator import python, typescript
from sdk.generator.operations import Document, operations


def generated() -> dict[Path, str]:
    """Each generated file with the text that it should have. Django has to be set up."""
    from tests.contract.document import document

    found: Document = document()
    return python.files(found, operations(found)) | typescript.files(found, operations(found))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m sdk.generator", description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    stale = [path for path, text in generated().items() if not path.exists() or path.read_text() != text]
    for path in stale:
        print(path)
        if not check:
            path.write_text(generated()[path])
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
