"""Settings of the documentation: ``make docs``."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

import livret

sys.path.append(str(Path(__file__).parent))

from diagnostic_pages import write_pages

project = "livret"
author = "the livret authors"
copyright = "the livret authors"
version = release = livret.__version__

exclude_patterns = ["_build"]
html_theme = "alabaster"
html_theme_options = {"description": "Rules of games, written, checked and played"}
highlight_language = "none"


def setup(app: Sphinx) -> None:
    """Write the pages that are made from the code before the documentation is read."""
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir, "diagnostics")))
