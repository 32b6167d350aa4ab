"""Qwen3-TTS: talker, code predictor and speech tokenizer."""

from phonoscope.engine.families.qwen3_tts.declaration import DECLARATION

__all__ = ["DECLARATION"]
