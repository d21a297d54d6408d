"""What a tag needs before it becomes a release: the version it names, and notes cut from the changelog.

python -m tools.release v0.1.0 prints the notes, or says in one line what is missing.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
_SECTION = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<day>\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


class NotReady(Exception):
    """Why a tag cannot become a release."""


def notes(changelog: str, version: str) -> str:
    """Give what the changelog says of a version, without its heading."""
    headings = list(_SECTION.finditer(changelog))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading["version"] == version:
            if heading["day"] is None:
                raise NotReady(f"the changelog does not say on which day {version} was released")
            text = changelog[heading.end() : following.start() if following else None].strip()
            if not text:
                raise NotReady(f"the changelog has nothing to say of {version}")
            return text + "\n"
    raise NotReady(f"the changelog has no section [{version}]")


def release(tag: str, root: Path = ROOT) -> str:
    """Give the notes of a tag, if the tree is that of the release it names."""
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
