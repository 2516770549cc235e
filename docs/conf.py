"""Settings of the documentation: ``make docs``."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

import livret

sys.path.append(str(Path(__file__).parent))

from diagnostic_pages import write_pages
from evidence_tables import write_evidence
from performance_tables import write_performance
from timing_pictures import write_pictures

project = "livret"
author = "the livret authors"
copyright = "the livret authors"
version = release = livret.__version__

exclude_patterns = ["_build"]
html_theme = "alabaster"
html_theme_options = {"description": "Rules of games, written, checked and played"}
highlight_language = "none"


def setup(app: Sphinx) -> None:
    """Write the pages and pictures that livret makes before the documentation is read."""
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir, "diagnostics")))
    app.connect("builder-inited", lambda app: write_pictures(Path(app.srcdir, "pictures")))
    app.connect(
        "builder-inited", lambda app: write_performance(Path(app.srcdir, "pictures"))
    )
    app.connect("builder-inited", lambda app: write_evidence(Path(app.srcdir, "pictures")))
