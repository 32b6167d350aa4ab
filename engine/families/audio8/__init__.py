"""Audio8: a slow model over frames, a fast model over the codebooks of a frame, and the causal 44.1 kHz codec."""

from phonoscope.engine.families.audio8.declaration import DECLARATION

__all__ = ["DECLARATION"]
