"""Makes a site of docs for mkdocs: pages of the root come along, and folders of equals list themselves."""

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
# Pages that lie in the root, where people look for them first, and their names on the site.
GUESTS = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put every page of a folder where the navigation names the folder."""

    def listed(entry: Any) -> Any:
        ((name, place),) = entry.items() if isinstance(entry, dict) else [("", entry)]
        if not (isinstance(place, str) and place.endswith("/")):
            return entry
        return {name: [place + page.name for page in sorted((ROOT / "docs" / place).glob("*.md"))]}

    config.nav = [listed(entry) for entry in config.nav or []]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Bring the pages of the root, whose links begin with docs."""
    for name, page in GUESTS.items():
        content = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        files.append(File.generated(config, page, content=content))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Lead from docs to the pages of the root where they are on the site."""
    for name, page in GUESTS.items():
        markdown = markdown.replace(f"](../{name})", f"]({page})")
    return markdown
