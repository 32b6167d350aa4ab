"""Makes the Audio8 fixtures in this folder with the golden recorder, from other seeds and in other dimensions.

    python tests/data/make_audio8_fixtures.py PATH/TO/make_audio8_golden.py

It needs PyTorch and transformers 4.57. Each layout (hybrid, hybrid with every option, dense) becomes a folder with the
tiny checkpoint under its published names and the recorded activations. ``audio8_long.npz`` holds what the state-space
states of the hybrid one were like over 600 positions.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np

OUT = Path(__file__).parent
N_LONG = 600
# A width that is no multiple of a vector, an odd number of layers, heads that are no power of two.
DIMENSIONS: dict[str, dict[str, Any]] = {
    "ship": {"dim": 40, "n_head": 6, "n_local_heads": 2, "head_dim": 8, "intermediate_size": 56, "mamba_n_heads": 6,
             "mamba_d_head": 8, "mamba_d_ssm": 48, "mamba_d_state": 16, "n_layer": 3, "fast_dim": 40, "fast_n_head": 5,
             "fast_n_local_heads": 1, "fast_head_dim": 8, "fast_intermediate_size": 48},
    "full": {"dim": 36, "n_head": 4, "n_local_heads": 2, "head_dim": 12, "intermediate_size": 44, "mamba_n_heads": 6,
             "mamba_d_head": 4, "mamba_d_ssm": 24, "mamba_d_state": 12, "n_layer": 2, "fast_dim": 24, "fast_n_head": 2,
             "fast_n_local_heads": 1, "fast_head_dim": 12, "fast_intermediate_size": 40},
    "dense": {"dim": 48, "n_head": 3, "n_local_heads": 1, "head_dim": 16, "intermediate_size": 72, "n_layer": 3,
              "fast_dim": 48, "fast_n_head": 3, "fast_n_local_heads": 3, "fast_head_dim": 16,
              "fast_intermediate_size": 56},
}  # fmt: skip
SMALL = {"codebook_size": 48, "vocab_size": 112, "semantic_begin_id": 64, "semantic_end_id": 111}
KEPT = (
    "prompt.columns", "embed.scaled", "slow.layer_out", "slow.mamba_branch", "slow.attn_branch", "slow.final_hidden",
    "slow.logits", "slow.conv_state", "slow.ssm_state", "slow.ssm_state_steps", "slow.key_cache", "slow.value_cache",
    "fast.codes", "fast.logits", "fast.hidden", "fast.frame0_keys", "fast.frame0_values", "sampler.params",
    "sampler.logits", "sampler.uniform", "sampler.scaled_scores", "sampler.pick", "ras.normal", "ras.high",
    "ras.out_list_window",
)  # fmt: skip


def load(path: Path) -> Any:
    """Import the recorder."""
    spec = importlib.util.spec_from_file_location("make_audio8_golden", path)
    assert spec is not None
    assert spec.loader is not None
    recorder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recorder)
    return recorder


def record_long(recorder: Any, config: dict[str, Any], weights: dict[str, Any]) -> None:
    """Run the reference over `N_LONG` columns and keep the magnitudes of its states, and the last states whole."""
    torch = recorder.torch
    rng = recorder.Rng(77)
    model, new_cache = recorder.build_hf({**config, "max_seq_len": N_LONG}, weights)
    codes = rng.ints(config["codebook_size"], config["num_codebooks"], N_LONG)
    columns = torch.cat([codes[:1] + config["semantic_begin_id"], codes])
    cache, absmax, rms, hidden = new_cache(), [], [], []
    with torch.inference_mode():
        for t in range(N_LONG):
            raw = recorder.embed_columns(config, weights, columns[:, t : t + 1], "slow.embed_tokens.weight")
            out = model(
                inputs_embeds=(raw * config["embedding_multiplier"])[None],
                attention_mask=torch.ones(1, t + 1, dtype=torch.long),
                position_ids=torch.tensor([[t]]),
                past_key_values=cache,
                use_cache=True,
                cache_position=torch.tensor([t]),
            )
            states = torch.stack([cache.ssm_states[i][0] for i in range(config["n_layer"])]).flatten(1)
            absmax.append(states.abs().amax(1).numpy().copy())
            rms.append(states.pow(2).mean(1).sqrt().numpy().copy())
            hidden.append(out.last_hidden_state[0, -1].numpy().copy())
    np.savez_compressed(
        OUT / "audio8_long.npz",
        columns=columns.numpy().astype(np.int16),
        ssm_absmax=np.stack(absmax),
        ssm_rms=np.stack(rms),
        last_ssm=torch.stack([cache.ssm_states[i][0] for i in range(config["n_layer"])]).numpy(),
        hidden=np.stack(hidden[:: N_LONG // 12]),
    )


CODEC: dict[str, Any] = {
    "latent": 16, "dec_base": 16, "enc_base": 1, "head_dim": 8, "sem_size": 48, "res_size": 24, "vq_dim": 4, "n_res": 9,
    "post": {"n_layer": 2, "n_head": 2, "n_kv": 1, "inter": 24, "window": 4},
    "pre": {"n_layer": 1, "n_head": 2, "n_kv": 2, "inter": 24, "window": 4},
    "enc": {"n_layer": 1, "n_head": 2, "n_kv": 2, "inter": 24, "window": 8},
}  # fmt: skip


def write_codec(recorder: Any, folder: Path) -> None:
    """Write a codec for the tiny models, with residual codebooks smaller than what is drawn, as in earnest."""
    folder.mkdir(exist_ok=True)
    weights = recorder.codec_weights(recorder.Rng(104), CODEC)
    recorder.save_safetensors(str(folder / "codec.safetensors"), weights, bf16=True)
    (folder / "config.json").write_text(json.dumps(CODEC, indent=1) + "\n")


SPECIAL_TOKENS = ("<|im_start|>", "<|im_end|>", "<|voice|>", "<|speaker:0|>", "<|speaker:7|>")
CHARACTERS = " \n\t:.,abcdefghijklmnopqrstuvwxyzHST你好世界"


def write_tokenizer(path: Path) -> None:
    """Write a tokenizer of single characters in which ``<|im_end|>`` has the tiny checkpoints' id 5."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    ids = {"<unk>": 0, "<|im_end|>": 5, **{c: 6 + i for i, c in enumerate(CHARACTERS)}}
    for token in SPECIAL_TOKENS:
        ids.setdefault(token, next(i for i in range(64) if i not in ids.values()))
    tokenizer = Tokenizer(models.WordLevel(ids, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    tokenizer.add_special_tokens(list(SPECIAL_TOKENS))
    assert {token: tokenizer.token_to_id(token) for token in ids} == ids
    tokenizer.save(str(path))


def make(recorder: Any) -> None:
    """Make all fixtures."""
    original = recorder.ar_config

    def configuration(profile: str) -> dict[str, Any]:
        return {**original(profile), **SMALL, **DIMENSIONS[profile], "max_seq_len": 768}

    recorder.ar_config = configuration
    draft = OUT / "audio8_draft"
    config, weights = recorder.run_falcon("ship", 101, str(draft))
    recorder.run_falcon("full", 102, str(draft))
    recorder.run_dense(103, str(draft))
    record_long(recorder, config, weights)
    for profile in DIMENSIONS:
        target = OUT / f"audio8_{profile}"
        target.mkdir(exist_ok=True)
        for name in ("config.json", "model.safetensors"):
            shutil.copyfile(draft / profile / name, target / name)
        arrays = np.load(draft / profile / "golden.npz")
        np.savez_compressed(target / "golden.npz", **{name: arrays[name] for name in KEPT if name in arrays.files})
    shutil.rmtree(draft)
    write_codec(recorder, OUT / "audio8_ship" / "codec")
    write_tokenizer(OUT / "audio8_ship" / "tokenizer.json")


if __name__ == "__main__":
    make(load(Path(sys.argv[1])))
