"""Qwen3-TTS: talker, code predictor and speech tokenizer."""
