"""Model files: found, checked, described and converted."""
