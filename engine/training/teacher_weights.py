"""Step 2: repack the published int8 ONNX of Kokoro-82M (Apache-2.0) for the torch teacher.

The export keeps module paths in its node names; weights are matched to parameters through them,
so no table of names is needed.  Quantised tensors stay 8 bit: the archive is small enough to
carry to a GPU machine.
"""

from __future__ import annotations

import argparse
import importlib
import lzma
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Packed = tuple[Array, Array | None]
ENGLISH_VOICES = (
    "af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah "
    "af_sky am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa "
    "bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis"
).split()
FRENCH_VOICES = ("ff_siwis",)
STYLE_ROWS, STYLE_WIDTH, STYLE_STEP = 510, 256, 6


def module_path(node: str) -> str:
    """Turn an ONNX node name into the torch module path.

    Parameters
    ----------
    node : str
        For example ``/encoder/F0.0/conv1/Conv_quant``.

    Returns
    -------
    str
        For example ``predictor.F0.0.conv1``.
    """
    parts = [p for p in node.split("/") if p][1:-1]
    kept: list[str] = []
    for part in parts:
        if kept and part.startswith(kept[-1] + "."):
            kept[-1] = part
        else:
            kept.append(part)
    path = ".".join(kept)
    if re.match(r"(F0|N)(\.|_proj)|shared", path):
        path = "predictor." + path
    return path


def _lstm(prefix: str, arrays: list[Packed], bias: Array) -> dict[str, Packed]:
    def reorder(x: Array) -> Array:
        i, o, f, g = np.split(x, 4)
        return np.concatenate([i, f, g, o])

    out: dict[str, Packed] = {}
    for direction, suffix in ((0, ""), (1, "_reverse")):
        for (quantised, scale), name in zip(arrays, ("ih", "hh"), strict=True):
            assert scale is not None
            rows = reorder(quantised[direction].T)
            out[f"{prefix}.weight_{name}_l0{suffix}"] = (rows, scale[direction].reshape(1, 1))
        for half, name in zip(np.split(bias[direction], 2), ("ih", "hh"), strict=True):
            out[f"{prefix}.bias_{name}_l0{suffix}"] = (reorder(half), None)
    return out


def read_onnx(path: Path) -> dict[str, Packed]:
    """Collect the teacher's parameters.

    Parameters
    ----------
    path : Path
        ``kokoro-v1.0.int8.onnx``.

    Returns
    -------
    dict
        Torch parameter name to (values, scale); scale None means the values are plain.
    """
    onnx: Any = importlib.import_module("onnx")
    graph = onnx.load(str(path)).graph
    init = {i.name: onnx.numpy_helper.to_array(i) for i in graph.initializer}
    out: dict[str, Packed] = {}

    def quantised(name: str) -> Packed:
        base = name.removesuffix("_quantized")
        values, scale = init[name], init[base + "_scale"]
        return values, np.asarray(scale, np.float32)

    for node in graph.node:
        kind, inputs = node.op_type, list(node.input)
        weights = [x for x in inputs if x in init and x.endswith("_quantized")]
        path_ = module_path(node.name) if node.name else ""
        if kind == "MatMulInteger" and weights:
            values, scale = quantised(weights[0])
            assert scale is not None
            out[path_ + ".weight"] = (values.T, scale.reshape(-1, 1))
        elif kind == "ConvInteger" and weights:
            values, scale = quantised(weights[0])
            assert scale is not None
            centred = values.astype(np.int16) - init[inputs[3]].astype(np.int16)
            assert abs(centred).max() < 128
            out[path_ + ".weight"] = (centred.astype(np.int8), scale.reshape(-1, 1, 1))
        elif kind == "DynamicQuantizeLSTM":
            w, r = quantised(inputs[1]), quantised(inputs[2])
            out |= _lstm(path_, [w, r], init[inputs[3]])
        elif kind in ("Conv", "ConvTranspose") and inputs[1] in init and "istft" not in node.name:
            out[path_ + ".weight"] = (init[inputs[1]], None)
        elif kind == "MatMul" and inputs[1] in init:
            out[path_ + ".weight"] = (init[inputs[1]].T, None)
    for name, values in init.items():
        first, _, rest = name.partition(".")
        if first not in ("encoder", "decoder") or "stft" in rest:
            continue
        if rest.endswith("_quantized"):
            if "embedding" in rest and "mapping" not in rest:
                plain = rest.removesuffix("_quantized")
                out[plain] = quantised(name)
        elif re.search(r"[._](bias|gamma|beta|alpha[12]\.\d|LayerNorm\.weight|norm\.weight)$", rest):
            out[rest] = (np.asarray(values, np.float32), None)
    return out


def pack(parameters: dict[str, Packed]) -> bytes:
    """Compress parameters; large plain tensors are stored as their few distinct values."""
    slim: dict[str, Packed] = {}
    for name, (values, scale) in parameters.items():
        if scale is None and values.size > 4096:
            levels = np.unique(values)
            if len(levels) <= 256:
                indices = np.searchsorted(levels, values).astype(np.uint8)
                slim[name] = (indices, levels.astype(np.float32))
            else:
                slim[name] = (values.astype(np.float16), None)
        else:
            slim[name] = (np.ascontiguousarray(values), scale)
    return lzma.compress(pickle.dumps(slim, 4), preset=6)


def unpack(data: bytes) -> dict[str, NDArray[np.float32]]:
    """Undo `pack`."""
    out = {}
    for name, (values, scale) in pickle.loads(lzma.decompress(data)).items():
        if values.dtype == np.uint8 and scale is not None and scale.ndim == 1:
            full = scale[values]
        else:
            full = values.astype(np.float32) * (1.0 if scale is None else scale)
        out[name] = np.ascontiguousarray(full, np.float32)
    return out


def style_tables(folder: Path) -> dict[str, NDArray[np.float16]]:
    """Read the voice tables, thinned to every `STYLE_STEP`-th length.

    Parameters
    ----------
    folder : Path
        Folder of ``NAME.bin`` files (510 x 256 f32).

    Returns
    -------
    dict
        Voice name to thinned table.
    """
    out = {}
    for name in (*ENGLISH_VOICES, *FRENCH_VOICES):
        table = np.fromfile(folder / f"{name}.bin", "<f4").reshape(STYLE_ROWS, STYLE_WIDTH)
        out[name] = table[::STYLE_STEP].astype(np.float16)
    return out


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--onnx", type=Path, required=True)
    parser.add_argument("--voices", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    parameters = read_onnx(args.onnx)
    (args.out / "teacher.xz").write_bytes(pack(parameters))
    tables: dict[str, Any] = dict(style_tables(args.voices))
    np.savez_compressed(args.out / "voices.npz", **tables)
    sizes = {p.name: p.stat().st_size for p in sorted(args.out.iterdir())}
    print(len(parameters), "tensors", sizes)


if __name__ == "__main__":
    main()
