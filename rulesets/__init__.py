"""The transcribed rulebooks, one folder per game."""
