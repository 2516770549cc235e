"""The game: Program and choices in, states and journal out."""
