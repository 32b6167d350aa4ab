"""Echo-TTS: a diffusion transformer that denoises half a minute of codec latents at once."""
