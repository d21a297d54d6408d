"""Hooks for mkdocs: add the pages of the repository root, and list folders in the navigation."""

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
# Pages in the repository root, with their names on the site.
ROOT_PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Replace folders in the navigation with their pages."""

    def listed(entry: Any) -> Any:
        ((name, place),) = entry.items() if isinstance(entry, dict) else [("", entry)]
        if not (isinstance(place, str) and place.endswith("/")):
            return entry
        return {name: [place + page.name for page in sorted((ROOT / "docs" / place).glob("*.md"))]}

    config.nav = [listed(entry) for entry in config.nav or []]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the root pages, with links relative to docs/."""
    for name, page in ROOT_PAGES.items():
        content = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        files.append(File.generated(config, page, content=content))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Rewrite links to the root pages."""
    for name, page in ROOT_PAGES.items():
        markdown = markdown.replace(f"](../{name})", f"]({page})")
    return markdown
