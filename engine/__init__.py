"""Phonoscope's engine: text in, speech out, with every layer's state on record. Imports no Qt."""

from importlib.metadata import version

__version__ = version("phonoscope")
