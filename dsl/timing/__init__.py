"""The timing graph of a Program and what can be proved on it before play."""
