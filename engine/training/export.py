"""Step 8: write the trained parts as a Hugging Face style Qwen3-TTS folder and the voices as x-vectors."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from phonoscope.engine.training import tokens
from phonoscope.engine.training.dims import (
    CONTROL_IDS,
    ENCODER_RATIOS,
    FIRST_SPEAKER_OFFSET,
    LANGUAGES,
    ROPE_THETA,
    SAMPLE_RATE,
    SIZES,
    UPSAMPLE_RATES,
    UPSAMPLING_RATIOS,
    BlockDims,
    CodecDims,
    CodecIds,
    VoiceDims,
)
from phonoscope.engine.training.styles import named_speakers, speaker_vectors
from safetensors.torch import save_file
from torch import Tensor

FRAME = 1920
QUANTIZERS = (
    ("first", "rvq_first", "semantic_residual_vector_quantizer"),
    ("rest", "rvq_rest", "acoustic_residual_vector_quantizer"),
)
Parameters = dict[str, Tensor]


def codec_parameters(state: Parameters) -> Parameters:
    """Rename the codec's parameters; codebooks are stored as sums over one use each."""
    out: Parameters = {}
    for name, value in state.items():
        if name.startswith(("decoder.", "encoder.")):
            out[name] = value
    for mine, dec, enc in QUANTIZERS:
        for proj in ("input_proj", "output_proj"):
            # The encoder side has its own output projection back to its width, unused in encoding.
            value = state[f"{mine}.{proj}.weight"]
            out[f"decoder.quantizer.{dec}.{proj}.weight"] = value
            out[f"encoder.quantizer.{enc}.{proj}.weight"] = value
        wide = state[f"{mine}.input_proj.weight"]
        out[f"decoder.quantizer.{dec}.input_proj.weight"] = wide[:, : out_width(state, mine)].contiguous()
        out[f"encoder.quantizer.{enc}.output_proj.weight"] = wide.transpose(0, 1).contiguous()
        i = 0
        while f"{mine}.layers.{i}.embed" in state:
            table = state[f"{mine}.layers.{i}.embed"]
            ones = torch.ones(len(table))
            base = f"decoder.quantizer.{dec}.vq.layers.{i}._codebook."
            out |= {base + "embedding_sum": table, base + "cluster_usage": ones}
            base = f"encoder.quantizer.{enc}.layers.{i}.codebook."
            out |= {base + "embed_sum": table, base + "cluster_usage": ones, base + "initialized": torch.ones(1)}
            i += 1
    return out


def out_width(state: Parameters, mine: str) -> int:
    """Width that the decoder reads from a quantizer."""
    return int(state[f"{mine}.output_proj.weight"].shape[0])


def codec_config(d: CodecDims) -> dict[str, Any]:
    """Give the configuration of the speech tokenizer."""
    shared = {"codebook_size": d.codebook_size, "num_semantic_quantizers": 1, "max_position_embeddings": 8000}
    decoder = shared | {
        "hidden_size": d.hidden, "latent_dim": d.latent, "codebook_dim": d.codebook_dim, "head_dim": d.head_dim,
        "num_attention_heads": d.heads, "num_key_value_heads": d.heads, "num_hidden_layers": d.layers,
        "intermediate_size": d.feed_forward, "sliding_window": d.window, "decoder_dim": d.decoder_dim,
        "num_quantizers": d.quantizers, "upsample_rates": list(UPSAMPLE_RATES),
        "upsampling_ratios": list(UPSAMPLING_RATIOS), "rms_norm_eps": 1e-5, "rope_theta": 10000,
        "layer_scale_initial_scale": 0.01, "attention_bias": False, "hidden_act": "silu",
        "semantic_codebook_size": d.codebook_size, "vector_quantization_hidden_dimension": d.codebook_dim,
    }  # fmt: skip
    encoder = shared | {
        "num_filters": d.filters, "hidden_size": d.encoder_hidden, "num_hidden_layers": d.encoder_layers,
        "num_attention_heads": d.encoder_heads, "num_key_value_heads": d.encoder_heads,
        "head_dim": d.encoder_hidden // d.encoder_heads, "intermediate_size": d.encoder_feed_forward,
        "codebook_dim": d.vector, "vector_quantization_hidden_dimension": d.vector,
        "num_quantizers": d.quantizers, "upsample_groups": d.encoder_hidden, "sliding_window": 250,
        "audio_channels": 1, "kernel_size": 7, "last_kernel_size": 3, "residual_kernel_size": 3,
        "num_residual_layers": 1, "dilation_growth_rate": 2, "compress": 2,
        "upsampling_ratios": list(ENCODER_RATIOS[::-1]), "use_causal_conv": True, "pad_mode": "constant",
        "norm_eps": 1e-5, "rope_theta": 10000.0, "layer_scale_initial_scale": 0.01,
        "sampling_rate": SAMPLE_RATE, "use_cache": False, "use_streaming": False, "hidden_act": "gelu",
    }  # fmt: skip
    return {
        "architectures": ["Qwen3TTSTokenizerV2Model"], "model_type": "qwen3_tts_tokenizer_12hz",
        "encoder_config": encoder, "decoder_config": decoder, "encoder_valid_num_quantizers": d.quantizers,
        "input_sample_rate": SAMPLE_RATE, "output_sample_rate": SAMPLE_RATE,
        "decode_upsample_rate": FRAME, "encode_downsample_rate": FRAME,
    }  # fmt: skip


def _stack(d: BlockDims) -> dict[str, Any]:
    return {
        "hidden_size": d.hidden, "intermediate_size": d.feed_forward, "num_hidden_layers": d.layers,
        "num_attention_heads": d.heads, "num_key_value_heads": d.kv_heads, "head_dim": d.head_dim,
        "rope_theta": int(ROPE_THETA), "rms_norm_eps": 1e-6,
    }  # fmt: skip


def model_config(codec: CodecDims, voice: VoiceDims, voices: list[str], languages: list[str]) -> dict[str, Any]:
    """Give the configuration of the language model."""
    ids = CodecIds(codec.codebook_size)
    c, half = voice.speaker_channels, voice.talker.head_dim // 2
    speakers = {name: codec.codebook_size + FIRST_SPEAKER_OFFSET + i for i, name in enumerate(voices)}
    predictor = _stack(voice.predictor) | {
        "vocab_size": codec.codebook_size, "max_position_embeddings": 64, "num_code_groups": codec.quantizers,
    }  # fmt: skip
    side = half // 3
    talker = _stack(voice.talker) | {
        "text_vocab_size": voice.text_vocabulary, "text_hidden_size": voice.text_hidden,
        "vocab_size": codec.codebook_size + CONTROL_IDS, "hidden_act": "silu", "max_position_embeddings": 4096,
        "rope_scaling": {"interleaved": True, "mrope_section": [half - 2 * side, side, side],
                         "rope_type": "default", "type": "default"},
        "num_code_groups": codec.quantizers, "position_id_per_seconds": 13,
        "codec_pad_id": ids["pad"], "codec_bos_id": ids["bos"], "codec_eos_token_id": ids["eos"],
        "codec_think_id": ids["think"], "codec_nothink_id": ids["nothink"],
        "codec_think_bos_id": ids["think_bos"], "codec_think_eos_id": ids["think_eos"],
        "codec_language_id": {name: ids[name] for name in languages}, "spk_id": speakers,
        "spk_is_dialect": dict.fromkeys(speakers, False), "code_predictor_config": predictor,
    }  # fmt: skip
    return {
        "architectures": ["Qwen3TTSForConditionalGeneration"], "model_type": "qwen3_tts",
        "transformers_version": "4.57.3", "talker_config": talker,
        "speaker_encoder_config": {
            "enc_dim": voice.talker.hidden, "sample_rate": SAMPLE_RATE, "mel_dim": 128,
            "enc_channels": [c, c, c, c, voice.speaker_pooled], "enc_kernel_sizes": [5, 3, 3, 3, 1],
            "enc_dilations": [1, 2, 3, 4, 1], "enc_attention_channels": voice.speaker_attention,
            "enc_res2net_scale": 8, "enc_se_channels": voice.speaker_se,
        },
        "tokenizer_type": "qwen3_tts_tokenizer_12hz", "tts_model_size": "30M", "tts_model_type": "base",
        "assistant_token_id": tokens.ASSISTANT, "im_start_token_id": tokens.IM_START,
        "im_end_token_id": tokens.IM_END, "tts_pad_token_id": tokens.TTS_PAD,
        "tts_bos_token_id": tokens.TTS_BOS, "tts_eos_token_id": tokens.TTS_EOS,
    }  # fmt: skip


GENERATION = {
    "do_sample": True, "top_k": 50, "top_p": 1.0, "temperature": 0.5, "repetition_penalty": 1.05,
    "subtalker_dosample": True, "subtalker_top_k": 50, "subtalker_top_p": 1.0, "subtalker_temperature": 0.5,
    "max_new_tokens": 1024,
}  # fmt: skip


def _json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _tensors(path: Path, state: Parameters) -> None:
    half = {k: v.to(torch.float16).contiguous().clone() for k, v in state.items()}
    save_file(half, path, metadata={"format": "pt"})


def write_tokenizer(folder: Path) -> None:
    """Write vocab.json, merges.txt and tokenizer_config.json."""
    _json(folder / "vocab.json", tokens.vocabulary())
    merges = "\n".join(" ".join(pair) for pair in tokens.MERGES)
    (folder / "merges.txt").write_text(f"#version: 0.2\n{merges}\n", encoding="utf-8")
    flags = {"lstrip": False, "rstrip": False, "normalized": False, "single_word": False, "special": True}
    special = {str(i): {"content": text, **flags} for text, i in tokens.SPECIAL_IDS.items()}
    _json(
        folder / "tokenizer_config.json",
        {
            "tokenizer_class": "Qwen2Tokenizer", "processor_class": "Qwen3TTSProcessor",
            "add_prefix_space": False, "add_bos_token": False, "clean_up_tokenization_spaces": False,
            "errors": "replace", "model_max_length": 4096, "bos_token": None, "eos_token": "<|endoftext|>",
            "pad_token": "<|endoftext|>", "unk_token": None, "split_special_tokens": False,
            "additional_special_tokens": [], "added_tokens_decoder": special,
        },
    )  # fmt: skip


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, required=True, help="talker.pt, codec.pt, speaker.pt")
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--size", default="small")
    parser.add_argument("--languages", nargs="+", default=["english"], choices=LANGUAGES, help="those of the corpus")
    args = parser.parse_args()
    codec_dims, voice_dims = SIZES[args.size]
    folder: Path = args.out
    (folder / "speech_tokenizer").mkdir(parents=True, exist_ok=True)
    (folder / "voices").mkdir(exist_ok=True)

    def read(name: str) -> Parameters:
        return {k: v.float() for k, v in torch.load(args.models / name, map_location="cpu").items()}

    styles = dict(np.load(args.teacher / "voices.npz"))
    voices = named_speakers(styles)
    vectors = speaker_vectors(list(voices.values()), styles, voice_dims.talker.hidden)
    talker = read("talker.pt")
    first = codec_dims.codebook_size + FIRST_SPEAKER_OFFSET
    talker["model.codec_embedding.weight"][first : first + len(voices)] = torch.from_numpy(vectors)
    state = {f"talker.{k}": v for k, v in talker.items()}
    state |= {f"speaker_encoder.{k}": v for k, v in read("speaker.pt").items()}
    _tensors(folder / "model.safetensors", state)
    _tensors(folder / "speech_tokenizer" / "model.safetensors", codec_parameters(read("codec.pt")))
    _json(folder / "generation_config.json", GENERATION)
    _json(folder / "speech_tokenizer" / "config.json", codec_config(codec_dims))
    extractor = {"feature_size": 1, "sampling_rate": SAMPLE_RATE, "padding_side": "right", "padding_value": 0.0}
    extractor |= {"feature_extractor_type": "EncodecFeatureExtractor", "return_attention_mask": True}
    _json(folder / "speech_tokenizer" / "preprocessor_config.json", extractor)
    write_tokenizer(folder)
    for name, vector in zip(voices, vectors, strict=True):
        vector.astype("<f4").tofile(folder / "voices" / f"{name}.spk")
    _json(folder / "config.json", model_config(codec_dims, voice_dims, list(voices), args.languages))
    print({str(p.relative_to(folder)): p.stat().st_size for p in sorted(folder.rglob("*.safetensors"))})


if __name__ == "__main__":
    main()
