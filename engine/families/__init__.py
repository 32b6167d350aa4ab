"""Model families: one folder each, named as in native/src/models."""
