"""Sphinx configuration: `make docs` builds the pages into docs/_build/html."""

from importlib.metadata import version as installed_version

project = "adut"
author = "The adut developers"
copyright = f"2026, {author}"
release = version = installed_version("adut")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
nitpicky = False

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "description"

html_theme = "furo"
html_title = f"adut {release}"
