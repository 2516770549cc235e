"""Settings of the documentation: ``make docs``."""

import livret

project = "livret"
author = "the livret authors"
copyright = "the livret authors"
version = release = livret.__version__

exclude_patterns = ["_build"]
html_theme = "alabaster"
html_theme_options = {"description": "Rules of games, written, checked and played"}
highlight_language = "none"
