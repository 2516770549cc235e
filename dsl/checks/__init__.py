"""The checks of a Program, one family per module."""
