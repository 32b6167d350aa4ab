"""Kept takes: recipe, sound, codes, taps and figures of everything that was ever spoken in the window."""
