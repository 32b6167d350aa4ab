"""What a Qwen3-TTS talker file says about itself: ids, languages, speakers, sampling defaults.

Two GGUF dialects are in use. The first is recognised by the key ``qwen3-tts.talker.block_count`` and stores every
special id; the second stores few of them and leaves placeholders in its token list, so that the ids of the
released checkpoints stand in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from phonoscope._native import GgufFile
from phonoscope.engine.families.qwen3_tts.tokenizer_tables import TokenizerTables, read_tokenizer
from phonoscope.engine.models.metadata_reader import MetadataReader

_N_CONTROL_IDS = 1024  # fixed in the reference


class Dialect(Enum):
    """Which converter's conventions a file follows."""

    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True)
class SpecialIds:
    """Ids with a meaning, all inside the vocabulary that they index.

    The text ids index the text embedding, those called ``codec_*`` the talker's codec embedding and head.
    """

    im_start: int
    im_end: int
    assistant: int
    newline: int
    tts_pad: int
    tts_bos: int
    tts_eos: int
    codec_pad: int
    codec_bos: int
    codec_eos: int
    codec_think: int
    codec_nothink: int
    codec_think_bos: int
    codec_think_eos: int


# Ids of the released checkpoints, by the key under which the first dialect stores them.
RELEASED_IDS: Mapping[str, int] = MappingProxyType(
    {
        "text.im_start_id": 151644,
        "text.im_end_id": 151645,
        "text.assistant_id": 77091,
        "text.newline_id": 198,
        "text.tts_pad_id": 151671,
        "text.tts_bos_id": 151672,
        "text.tts_eos_id": 151673,
        "codec.pad_id": 2148,
        "codec.bos_id": 2149,
        "codec.eos_id": 2150,
        "codec.think_id": 2154,
        "codec.nothink_id": 2155,
        "codec.think_bos_id": 2156,
        "codec.think_eos_id": 2157,
    }
)


@dataclass(frozen=True)
class Speaker:
    """A named voice of the checkpoint: a row of the codec embedding.

    ``dialect`` is the language that replaces an unspecified or Chinese one, or None.
    """

    id: int
    dialect: str | None


@dataclass(frozen=True)
class GenerationDefaults:
    """Sampling defaults stored with the checkpoint (``subtalker`` is the code predictor)."""

    do_sample: bool = True
    temperature: float = 0.9
    top_k: int = 50
    top_p: float = 1.0
    repetition_penalty: float = 1.05
    subtalker_do_sample: bool = True
    subtalker_temperature: float = 0.9
    subtalker_top_k: int = 50
    subtalker_top_p: float = 1.0


@dataclass(frozen=True)
class Qwen3ModelInfo:
    """Everything that Python needs to know of a talker file; dimensions are rows or columns of its matrices."""

    dialect: Dialect
    name: str
    size: str
    """As declared: "0b6", "1b7" or whatever the checkpoint says."""
    model_type: str
    """base, custom_voice or voice_design."""
    width: int
    """Talker width; x-vectors have this many values."""
    text_vocab: int
    codec_vocab: int
    n_codebooks: int
    codebook_size: int
    max_positions: int
    has_speaker_encoder: bool
    ids: SpecialIds
    languages: Mapping[str, int]
    speakers: Mapping[str, Speaker]
    generation: GenerationDefaults
    file: GgufFile

    @property
    def first_suppressed(self) -> int:
        """The first of the control ids at the end of the codec vocabulary; of these only the end is ever drawn."""
        return self.codec_vocab - _N_CONTROL_IDS

    def read_tokenizer(self) -> TokenizerTables:
        """Read the tokenizer's tables, which are too large to keep beside the tokenizer itself.

        Raises
        ------
        ModelError
            When a table is missing, or disagrees with another or with the text embedding.
        """
        return read_tokenizer(self.file, self.text_vocab, has_placeholders=self.dialect is Dialect.SECOND)


def has_talker(file: GgufFile) -> bool:
    """Whether a file holds a talker and its code predictor."""
    return file.has_tensor("talker.codec_head.weight")


def has_speaker_encoder(file: GgufFile) -> bool:
    """Whether a file holds what makes x-vectors of recordings."""
    return file.has_tensor("spk_enc.conv0.weight")


def read_model_info(file: GgufFile) -> Qwen3ModelInfo:
    """Read and check what a talker file of either dialect declares.

    Parameters
    ----------
    file
        An open GGUF file with talker weights (it may hold the speech tokenizer as well).

    Raises
    ------
    ModelError
        When this is no Qwen3-TTS talker, or a declared id, language or speaker lies outside its vocabulary.
    """
    keys = MetadataReader(file)
    first = file.get("qwen3-tts.talker.block_count") is not None
    dialect = Dialect.FIRST if first else Dialect.SECOND
    prefix = "qwen3-tts.talker." if first else "qwen3-tts."
    width = keys.integer(prefix + "embedding_length", low=1)
    text_vocab = keys.integer(prefix + "text_vocab_size", low=1)
    codec_vocab = keys.integer(prefix + "vocab_size", low=1)
    codebook_size = keys.integer(
        "qwen3-tts.code_pred.vocab_size" if first else "qwen3-tts.code_predictor.vocab_size", low=1
    )
    model_type = keys.string("qwen3-tts.model_type", otherwise="")
    return Qwen3ModelInfo(
        dialect=dialect,
        name=keys.string("general.name", otherwise="Qwen3-TTS"),
        size=keys.string("qwen3-tts.model_size", otherwise=""),
        model_type=model_type or ("base" if has_speaker_encoder(file) else "custom_voice"),
        width=width,
        text_vocab=text_vocab,
        codec_vocab=codec_vocab,
        n_codebooks=keys.integer("qwen3-tts.num_code_groups", low=2, high=64),
        codebook_size=codebook_size,
        max_positions=keys.integer(prefix + "context_length", low=1, otherwise=32768),
        has_speaker_encoder=has_speaker_encoder(file),
        ids=_read_ids(keys, text_vocab, codec_vocab, first),
        languages=_read_names(
            keys, "qwen3-tts.codec.language_" if first else "qwen3-tts.language.", "language", codec_vocab
        ),
        speakers=_read_speakers(keys, "qwen3-tts.codec.speaker_" if first else "qwen3-tts.speaker.", codec_vocab),
        generation=_read_generation(keys),
        file=file,
    )


def _read_ids(keys: MetadataReader, text_vocab: int, codec_vocab: int, first: bool) -> SpecialIds:
    found: dict[str, int] = {}
    for key, released in RELEASED_IDS.items():
        area, name = key.split(".")
        vocab = text_vocab if area == "text" else codec_vocab
        # Converters of the first dialect write all ids but these two; a file of other vocabulary sizes without
        # them is read through its token list.
        optional = not first or key in ("text.assistant_id", "text.newline_id")
        value = keys.integer("qwen3-tts." + key, high=vocab - 1, otherwise=-1 if optional else None)
        if value < 0 and key in ("text.assistant_id", "text.newline_id"):
            value = _token_id(keys, "assistant" if name == "assistant_id" else "Ċ", released)
        elif value < 0:
            value = released
        if value >= vocab:
            keys.refuse(
                "id {value} for {key} lies outside its vocabulary of {vocab}", value=value, key=key, vocab=vocab
            )
        found[("codec_" if area == "codec" else "") + name.removesuffix("_id")] = value
    return SpecialIds(**found)


def _token_id(keys: MetadataReader, token: str, released: int) -> int:
    tokens = keys.strings("tokenizer.ggml.tokens")
    if released < len(tokens) and tokens[released] == token:
        return released
    if token not in tokens:
        keys.refuse("the token list lacks {token!r}, which every prompt starts with", token=token)
    return tokens.index(token)


def _read_names(keys: MetadataReader, prefix: str, kind: str, vocab: int) -> Mapping[str, int]:
    names = keys.strings(prefix + "names")
    ids = keys.integers(prefix + "ids")
    if len(names) != len(ids):
        keys.refuse("lists {n_names} {kind} names but {n_ids} ids", n_names=len(names), kind=kind, n_ids=len(ids))
    for name, value in zip(names, ids, strict=True):
        if not 0 <= value < vocab:
            keys.refuse(
                "{kind} {name!r} has id {value}, outside the codec vocabulary of {vocab}",
                kind=kind,
                name=name,
                value=value,
                vocab=vocab,
            )
    table = {name.lower(): value for name, value in zip(names, ids, strict=True)}
    if len(table) != len(names):
        keys.refuse("lists a {kind} twice", kind=kind)
    return MappingProxyType(table)


def _read_speakers(keys: MetadataReader, prefix: str, vocab: int) -> Mapping[str, Speaker]:
    ids = _read_names(keys, prefix, "speaker", vocab)
    dialects = keys.strings(prefix + "dialects") or [""] * len(ids)
    if len(dialects) != len(ids):
        keys.refuse(
            "lists {n_ids} speakers but {n_dialects} speaker dialects", n_ids=len(ids), n_dialects=len(dialects)
        )
    return MappingProxyType(
        {
            name: Speaker(value, dialect.lower() or None)
            for (name, value), dialect in zip(ids.items(), dialects, strict=True)
        }
    )


def _read_generation(keys: MetadataReader) -> GenerationDefaults:
    d = GenerationDefaults()
    p = "generation."
    return GenerationDefaults(
        do_sample=keys.boolean(p + "do_sample", otherwise=d.do_sample),
        temperature=keys.number(p + "temperature", low=0.0, high=100.0, otherwise=d.temperature),
        top_k=keys.integer(p + "top_k", otherwise=d.top_k),
        top_p=keys.number(p + "top_p", low=0.0, high=1.0, otherwise=d.top_p),
        repetition_penalty=keys.number(p + "repetition_penalty", low=1e-3, high=1e3, otherwise=d.repetition_penalty),
        subtalker_do_sample=keys.boolean(p + "subtalker_do_sample", otherwise=d.subtalker_do_sample),
        subtalker_temperature=keys.number(
            p + "subtalker_temperature", low=0.0, high=100.0, otherwise=d.subtalker_temperature
        ),
        subtalker_top_k=keys.integer(p + "subtalker_top_k", otherwise=d.subtalker_top_k),
        subtalker_top_p=keys.number(p + "subtalker_top_p", low=0.0, high=1.0, otherwise=d.subtalker_top_p),
    )
