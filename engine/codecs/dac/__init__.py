"""The causal 44.1 kHz codec of Audio8 and Echo-TTS: a DAC with transformers around its quantizer."""
