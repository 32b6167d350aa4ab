"""What looks wrong with the take that is shown: a list to click, and the magnitudes of all layers."""
