"""The reference implementation, without the packages that it asks for at import and that are never used here."""

# ruff: noqa: E402

import sys
import types

for _name in ("torchaudio", "huggingface_hub"):
    sys.modules.setdefault(_name, types.ModuleType(_name)).hf_hub_download = None  # type: ignore[attr-defined]

from echo_tts import autoencoder, inference, model

__all__ = ["autoencoder", "inference", "model"]
