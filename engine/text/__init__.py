"""Text on its way to the model: cleaned, split into segments, tokenised."""
