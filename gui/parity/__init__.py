"""A model against recorded activations of its reference: stages worst first, and any stage's tensors to look at."""
