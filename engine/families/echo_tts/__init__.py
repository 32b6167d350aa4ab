"""Echo-TTS: a diffusion transformer that denoises half a minute of codec latents at once."""

from phonoscope.engine.families.echo_tts.declaration import DECLARATION

__all__ = ["DECLARATION"]
