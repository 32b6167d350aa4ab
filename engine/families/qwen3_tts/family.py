"""Qwen3-TTS as a family: how its files look, how they are converted, loaded and compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from phonoscope._native import GgufFile
from phonoscope.engine.bench.stage_cost import StageCost
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families.declaration import FamilyDeclaration
from phonoscope.engine.families.model_family import SourceFiles
from phonoscope.engine.families.qwen3_tts import parity
from phonoscope.engine.families.qwen3_tts.codec_info import has_codec, read_codec_info
from phonoscope.engine.families.qwen3_tts.conversion import plan
from phonoscope.engine.families.qwen3_tts.declaration import DECLARATION
from phonoscope.engine.families.qwen3_tts.file_info import has_talker, read_model_info
from phonoscope.engine.families.qwen3_tts.recording_encoder import Qwen3RecordingEncoder
from phonoscope.engine.families.qwen3_tts.runtime import Qwen3Runtime
from phonoscope.engine.families.qwen3_tts.tensor_names import role_of
from phonoscope.engine.families.qwen3_tts.tensor_shapes import codec_shapes, talker_shapes
from phonoscope.engine.families.qwen3_tts.workload import frame_cost
from phonoscope.engine.message import Message
from phonoscope.engine.models.checkpoint import model_type, weight_files
from phonoscope.engine.models.conversion_plan import ConversionPlan
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.shapes import Shape
from phonoscope.engine.parity.comparison import StageResult
from phonoscope.engine.parity.golden_file import Golden

_SETTINGS = ("config.json", "generation_config.json", "vocab.json", "merges.txt", "tokenizer_config.json")


class Qwen3Family:
    """Implements `phonoscope.engine.families.model_family.ModelFamily`."""

    @property
    def declaration(self) -> FamilyDeclaration:  # noqa: D102
        return DECLARATION

    @property
    def codec_suffix(self) -> str:  # noqa: D102
        return "-tokenizer"

    def holds_model(self, file: GgufFile) -> bool:  # noqa: D102
        return has_talker(file)

    def holds_codec(self, file: GgufFile) -> bool:  # noqa: D102
        return has_codec(file)

    def mismatch(self, model: GgufFile, codec: GgufFile) -> str:  # noqa: D102
        talker, tokenizer = read_model_info(model), read_codec_info(codec)
        if talker.n_codebooks != tokenizer.n_codebooks:
            n, n_wanted = tokenizer.n_codebooks, talker.n_codebooks
            return Message("it has {n} codebooks, the model speaks {n_wanted}", n=n, n_wanted=n_wanted)
        if talker.codebook_size != tokenizer.codebook_size:
            n, n_wanted = tokenizer.codebook_size, talker.codebook_size
            return Message("its codebooks have {n} entries, the model's {n_wanted}", n=n, n_wanted=n_wanted)
        return ""

    def expected_shapes(self, file: GgufFile) -> dict[str, Shape]:  # noqa: D102
        expected: dict[str, Shape] = {}
        if has_talker(file):
            read_model_info(file).read_tokenizer()  # refuses unusable ids and tables
            expected.update(talker_shapes(file))
        if has_codec(file):
            expected.update(codec_shapes(file))
        return expected

    def facts(self, model: GgufFile, codec: GgufFile) -> dict[str, Any]:  # noqa: D102
        talker, tokenizer = read_model_info(model), read_codec_info(codec)
        return {
            "name": talker.name,
            "kind": talker.model_type,
            "size": talker.size,
            "dialect": talker.dialect.value,
            "width": talker.width,
            "n_codebooks": talker.n_codebooks,
            "codebook_size": talker.codebook_size,
            "max_positions": talker.max_positions,
            "sample_rate_hz": tokenizer.sample_rate_hz,
            "hop_samples": tokenizer.hop_samples,
            "frame_rate_hz": tokenizer.frame_rate_hz,
            "languages": sorted(talker.languages),
            "speakers": sorted(talker.speakers),
            "takes_recordings": talker.has_speaker_encoder and tokenizer.has_encoder,
        }

    def claims_folder(self, folder: Path) -> bool:  # noqa: D102
        return model_type(folder) == "qwen3_tts" or (folder / "speech_tokenizer").is_dir()

    def source_files(self, folder: Path) -> SourceFiles:  # noqa: D102
        return SourceFiles(
            settings=[folder / name for name in (*_SETTINGS, "speech_tokenizer/config.json")],
            weights=weight_files(folder) + weight_files(folder / "speech_tokenizer"),
        )

    def plan(self, folder: Path, policy: QuantisationPolicy) -> ConversionPlan:  # noqa: D102
        return plan(folder, policy)

    def storage_type(  # noqa: D102
        self, file: GgufFile, tensor: str, n_dimensions: int, policy: QuantisationPolicy
    ) -> str:
        role = role_of(tensor)
        if role is None:
            raise ModelError(
                "{path}: tensor {tensor} has a name that Phonoscope's conversion does not give",
                "convert the published checkpoint instead",
                path=file.path,
                tensor=tensor,
            )
        return policy.wanted(role)

    def load(self, pair: ModelPair, n_threads: int) -> Qwen3Runtime:  # noqa: D102
        return Qwen3Runtime(pair, n_threads)

    def recording_encoder(self, pair: ModelPair, n_threads: int) -> Qwen3RecordingEncoder | None:  # noqa: D102
        return Qwen3RecordingEncoder.load(pair, n_threads)

    def parity_stages(  # noqa: D102
        self, pair: ModelPair, golden: Golden, n_threads: int
    ) -> Iterator[StageResult]:
        return parity.stages(pair, golden, n_threads)

    def frame_cost(self, pair: ModelPair) -> Mapping[str, StageCost]:  # noqa: D102
        return frame_cost(pair)
