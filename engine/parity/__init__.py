"""Comparing a loaded model with recorded activations of its reference, stage by stage."""
