"""Checks a release tag against the version, and prints the release notes from the changelog.

`python -m tools.release v0.1.0` prints the notes, or one line with the reason why the tag cannot be released.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
_SECTION = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<day>\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


class NotReady(Exception):
    """The tag cannot be released."""


def notes(changelog: str, version: str) -> str:
    """Return the changelog's section of *version* without its heading. Raises NotReady."""
    headings = list(_SECTION.finditer(changelog))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading["version"] == version:
            if heading["day"] is None:
                raise NotReady(f"the changelog has no release date for {version}")
            text = changelog[heading.end() : following.start() if following else None].strip()
            if not text:
                raise NotReady(f"the changelog's section [{version}] is empty")
            return text + "\n"
    raise NotReady(f"the changelog has no section [{version}]")


def release(tag: str, root: Path = ROOT) -> str:
    """Return the notes of *tag*. Raises NotReady if it is not the version of pyproject.toml."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if tag != f"v{project['version']}":
        raise NotReady(f"the tag {tag} is not the version {project['version']} of pyproject.toml")
    return notes((root / "CHANGELOG.md").read_text(encoding="utf-8"), project["version"])


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tools.release TAG")
    try:
        sys.stdout.write(release(sys.argv[1]))
    except NotReady as missing:
        sys.exit(f"not a release: {missing}")


if __name__ == "__main__":
    main()
