"""Phonoscope's windows. Drawing and controls only: no maths, no knowledge of any model."""
