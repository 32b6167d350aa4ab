"""The library of voices: list, map, comparison, mixing."""
