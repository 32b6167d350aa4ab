"""Codecs that more than one family speaks through."""
