"""Voices: what a model can be asked to sound like, and the files that hold them."""
