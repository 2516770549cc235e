"""Measurements for people: `python -m bench`."""
