"""The published codec as a GGUF file of the architecture "dac".

Dimensions follow from the shapes of tensors; what no shape tells is in `CodecSettings`. Metadata::

    dac.sample_rate, dac.latent_width, dac.codeword_width, dac.codebook_sizes (semantic quantizer first),
    dac.resampling_ratios (of upsample.N), dac.decoder.{width,rates}, dac.encoder.{width,rates},
    dac.{post,pre,enc.tfm}.{block_count,embedding_length,feed_forward_length,attention.head_count,
    attention.head_count_kv,attention.key_length,attention.sliding_window,rope.freq_base,
    attention.layer_norm_rms_epsilon}

Tensor names are listed in `phonoscope.engine.codecs.dac.tensor_names`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path

from phonoscope.engine.codecs.dac.stored_rows import FoldedWeight, ReshapedRows, RowSlice
from phonoscope.engine.codecs.dac.tensor_names import QKV, TensorName, is_dropped, translate
from phonoscope.engine.errors import ModelError
from phonoscope.engine.message import Message
from phonoscope.engine.models.checkpoint import SourceTensor, list_tensors
from phonoscope.engine.models.config_file import Config, Value
from phonoscope.engine.models.conversion_plan import PlannedFile, PlannedTensor, Rows, planned
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.torch_file import list_torch_tensors

_MARK = "quantizer.semantic_quantizer.quantizers.0.codebook.weight"
_GENERATOR = "generator."  # what a checkpoint of training puts before every name
_PAIRS = (
    (".parametrizations.weight.original1", ".parametrizations.weight.original0"),
    (".weight_v", ".weight_g"),
)
"""Endings of the two halves of a weight under weight normalisation: direction and gain."""
_ENCODER_TRANSFORMER = "dac.enc.tfm."
_INCOMPLETE = Message("fetch the model again")


@dataclass(frozen=True)
class CodecSettings:
    """What a checkpoint's tensors do not tell.

    Parameters
    ----------
    name
        Of the codec.
    head_width, encoder_head_width
        Width of an attention head, in the transformers around the quantizer and in that of the encoder.
    post_window, pre_window, encoder_window
        Positions that attention sees, its own among them, in the transformer after the quantizer, in the one before it,
        and in the one behind the encoder's convolutions.
    sample_rate_hz
        Rate of the audio.
    rope_base, norm_eps
        Base of the rotary angles and epsilon of the RMS norms.
    """

    name: str
    head_width: int = 64
    encoder_head_width: int = 64
    post_window: int = 128
    pre_window: int = 128
    encoder_window: int = 512
    sample_rate_hz: int = 44100
    rope_base: float = 10000.0
    norm_eps: float = 1e-5

    @classmethod
    def beside(cls, name: str, checkpoint: Path) -> CodecSettings:
        """Return the settings of a checkpoint: those of the published ones, or what a configuration beside it says.

        Small checkpoints that were made for tests come with a description of their codec, alone in ``config.json`` or
        as ``dac`` in a file whose name ends in ``_config.json``.

        Raises
        ------
        ModelError
            When there is such a description and a value in it is not a positive integer.
        """
        for path in [checkpoint.with_name("config.json"), *sorted(checkpoint.parent.glob("*_config.json"))]:
            if path.is_file() and (described := cls.described(name, Config.read(path))) is not None:
                return described
        return cls(name)

    @classmethod
    def described(cls, name: str, config: Config) -> CodecSettings | None:
        """Return the settings that a configuration describes, None when it is of something else.

        Raises
        ------
        ModelError
            When a value in it is not a positive integer.
        """
        if config.has("dac"):
            dac = config.part("dac")
            head, window = dac.integer("q_head_dim", low=1), dac.integer("q_window", low=1)
            encoder_head = dac.integer("enc_tr_head_dim", otherwise=head, low=1)
            return cls(name, head, encoder_head, window, window, dac.integer("enc_tr_window", low=1))
        if config.has("dec_base"):
            head = config.integer("head_dim", low=1)
            windows = [config.part(part).integer("window", low=1) for part in ("post", "pre", "enc")]
            return cls(name, head, head, *windows)
        return None

    def head_width_of(self, tensor: str) -> int:
        """Return the width of a head in the transformer that a tensor belongs to, by its name in GGUF."""
        return self.encoder_head_width if tensor.startswith(_ENCODER_TRANSFORMER) else self.head_width


def find_codec(folder: Path) -> Path | None:
    """Return the file of a published codec in ``folder`` or one level below: ``codec.pth``, or any safetensors file."""
    pickled = sorted(folder.glob("codec.pth"))
    if pickled:
        return pickled[0]
    for path in [*sorted(folder.glob("*.safetensors")), *sorted(folder.glob("*/*.safetensors"))]:
        if any(tensor.name.removeprefix(_GENERATOR) == _MARK for tensor in list_tensors(path)):
            return path
    return None


def codec_tensors(path: Path) -> dict[str, SourceTensor]:
    """List the tensors of a codec's checkpoint, a ``.safetensors`` file or one that PyTorch wrote.

    Raises
    ------
    ModelError
        When the file is damaged.
    """
    listing = list_tensors(path) if path.suffix == ".safetensors" else list_torch_tensors(path)
    return {tensor.name.removeprefix(_GENERATOR): tensor for tensor in listing}


def plan_codec(path: Path, settings: CodecSettings, policy: QuantisationPolicy) -> PlannedFile:
    """Return the GGUF file that a codec's checkpoint becomes.

    Parameters
    ----------
    path
        A ``.safetensors`` file, or one that PyTorch wrote.
    settings
        What its tensors do not tell.
    policy
        Storage types. A pruned codec comes without its encoder.

    Raises
    ------
    ModelError
        When the file is damaged, or a tensor is missing, unknown or of a shape that fits no codec of this kind.
    """
    return plan_codec_tensors(path, codec_tensors(path), settings, policy)


def plan_codec_tensors(
    path: Path, sources: Mapping[str, SourceTensor], settings: CodecSettings, policy: QuantisationPolicy
) -> PlannedFile:
    """Return the GGUF file that the tensors of a codec become; see `plan_codec`. ``path`` is where they come from."""
    if _MARK not in sources:
        raise ModelError(
            "{path}: holds no codec", "give the codec.pth or .safetensors file that was published", path=path
        )
    parts = [part for part in _parts(path, sources, settings) if not (policy.pruned and part.name.for_encoder)]
    tensors: dict[str, PlannedTensor] = {}
    for part in parts:
        if part.name.gguf in tensors:
            raise ModelError("{path}: {tensor} is there under two names", _INCOMPLETE, path=path, tensor=part.name.gguf)
        wanted = policy.wanted(part.name.role)
        tensors[part.name.gguf] = planned(part.name.gguf, wanted, part.shape, part.rows, f"{path}: {part.name.gguf}")
    shapes = {name: tensor.shape for name, tensor in tensors.items()}
    keys = [("general.name", settings.name), *_Dimensions(path, shapes, settings).keys(with_encoder=not policy.pruned)]
    return PlannedFile("dac", "f32" if policy.type == "f32" else "f16", keys, list(tensors.values()))


@dataclass(frozen=True)
class _Part:
    """A tensor of the codec, its weight normalisation folded."""

    name: TensorName
    shape: tuple[int, ...]
    rows: Rows


def _parts(path: Path, sources: Mapping[str, SourceTensor], settings: CodecSettings) -> Iterator[_Part]:
    gains = {gain for _, gain in _PAIRS}
    for name, source in sources.items():
        if is_dropped(name) or any(name.endswith(gain) for gain in gains):
            continue
        rows: Rows = source.rows
        folded = name
        for direction, gain in _PAIRS:
            if name.endswith(direction):
                folded = name.removesuffix(direction) + ".weight"
                norm = sources.get(name.removesuffix(direction) + gain)
                if norm is None or norm.n_values != source.shape[0]:
                    raise ModelError("{path}: {name} has no gains of its length", _INCOMPLETE, path=path, name=name)
                rows = FoldedWeight(source, norm).rows
        target = translate(folded)
        if target is None:
            raise ModelError(
                "{path}: tensor {name} is unknown", "give the codec as it was published", path=path, name=name
            )
        shape = _squeezed(target, source.shape)
        if target.gguf.endswith(QKV):
            yield from _query_key_value(path, sources, target, source, settings.head_width_of(target.gguf))
        else:
            as_it_is = folded == name and shape == source.shape
            yield _Part(target, shape, rows if as_it_is else ReshapedRows(rows, shape[-1]).rows)


def _squeezed(name: TensorName, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Drop the dimensions of one that a vector or a projection of codewords has as a convolution."""
    if ".alpha" in name.gguf or "_proj.weight" in name.gguf:
        return tuple(n for n in shape if n > 1) or (1,)
    return shape


def _query_key_value(
    path: Path, sources: Mapping[str, SourceTensor], name: TensorName, source: SourceTensor, head_width: int
) -> Iterator[_Part]:
    output = sources.get(source.name.removeprefix(_GENERATOR).replace(".wqkv.", ".wo."))
    if output is None or len(output.shape) != 2 or len(source.shape) != 2:
        raise ModelError("{path}: {name} has no output projection beside it", _INCOMPLETE, path=path, name=source.name)
    n_queries = output.shape[1]
    n_keys = (source.shape[0] - n_queries) // 2
    if n_keys <= 0 or n_queries + 2 * n_keys != source.shape[0] or n_queries % head_width or n_keys % head_width:
        raise ModelError(
            "{path}: {name} cannot be split into heads of {head_width}",
            _INCOMPLETE,
            path=path,
            name=source.name,
            head_width=head_width,
        )
    first = 0
    for part, n_rows in (("attn_q", n_queries), ("attn_k", n_keys), ("attn_v", n_keys)):
        target = TensorName(name.gguf.removesuffix(QKV) + part + ".weight", name.role)
        yield _Part(target, (n_rows, source.shape[1]), RowSlice(source, first, first + n_rows).rows)
        first += n_rows


class _Dimensions:
    """Reads the codec's dimensions off the shapes of its tensors."""

    def __init__(self, path: Path, shapes: Mapping[str, tuple[int, ...]], settings: CodecSettings) -> None:
        self._path, self._shapes, self._settings = path, shapes, settings

    def keys(self, *, with_encoder: bool) -> Iterator[tuple[str, Value]]:
        s = self._settings
        width, latent, _ = self._shape("dac.dec.0.conv.weight", 3)
        n_quantizers = self._count("dac.vq.{}.codebook")
        codebooks = [self._shape(f"dac.vq.{q}.codebook", 2) for q in range(n_quantizers)]
        yield "dac.sample_rate", s.sample_rate_hz
        yield "dac.latent_width", latent
        yield "dac.codeword_width", codebooks[0][1]
        yield "dac.codebook_sizes", [entries for entries, _ in codebooks]
        ratios = [
            self._shape(f"dac.upsample.{i}.conv.weight", 3)[2]
            for i in range(self._count("dac.upsample.{}.conv.weight"))
        ]
        yield "dac.resampling_ratios", ratios
        yield "dac.decoder.width", width
        rates = [self._shape(f"dac.dec.{i}.conv_t.weight", 3)[2] for i in self._blocks("dac.dec.{}.conv_t.weight")]
        yield "dac.decoder.rates", self._halves(rates)
        yield from self._transformer("dac.post.", s.post_window)
        if with_encoder:
            yield "dac.encoder.width", self._shape("dac.enc.0.conv.weight", 3)[0]
            strided = self._blocks("dac.enc.{}.snake.alpha")[:-1]  # the last snake stands before the last convolution
            kernels = [self._shape(f"dac.enc.{i}.conv.weight", 3)[2] for i in strided]
            yield "dac.encoder.rates", self._halves(kernels)
            yield from self._transformer(_ENCODER_TRANSFORMER, s.encoder_window)
            yield from self._transformer("dac.pre.", s.pre_window)

    def _transformer(self, prefix: str, window: int) -> Iterator[tuple[str, Value]]:
        s, block = self._settings, f"{prefix}blk.0."
        head_width = s.head_width_of(prefix)
        queries, width = self._shape(block + "attn_q.weight", 2)
        yield prefix + "block_count", self._count(prefix + "blk.{}.attn_q.weight")
        yield prefix + "embedding_length", width
        yield prefix + "feed_forward_length", self._shape(block + "ffn_gate.weight", 2)[0]
        yield prefix + "attention.head_count", queries // head_width
        yield prefix + "attention.head_count_kv", self._shape(block + "attn_k.weight", 2)[0] // head_width
        yield prefix + "attention.key_length", head_width
        yield prefix + "attention.sliding_window", window
        yield prefix + "rope.freq_base", s.rope_base
        yield prefix + "attention.layer_norm_rms_epsilon", s.norm_eps

    def _halves(self, kernels: list[int]) -> list[int]:
        if not kernels or any(kernel % 2 for kernel in kernels):
            raise ModelError("{path}: has a convolution that is not two strides long", _INCOMPLETE, path=self._path)
        return [kernel // 2 for kernel in kernels]

    def _count(self, pattern: str) -> int:
        count = 0
        while pattern.format(count) in self._shapes:
            count += 1
        return count

    def _blocks(self, pattern: str) -> list[int]:
        """Numbers from 1 on for which there is such a tensor."""
        numbers: list[int] = []
        while pattern.format(len(numbers) + 1) in self._shapes:
            numbers.append(len(numbers) + 1)
        return numbers

    def _shape(self, name: str, n_dimensions: int) -> tuple[int, ...]:
        shape = self._shapes.get(name)
        if shape is None or len(shape) != n_dimensions or not prod(shape):
            raise ModelError(
                "{path}: what becomes {name} is missing or misshapen", _INCOMPLETE, path=self._path, name=name
            )
        return shape
