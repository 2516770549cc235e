"""The checks of a ruleset, one family per module; `registry` lists them."""
