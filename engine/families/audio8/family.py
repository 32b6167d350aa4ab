"""Audio8 as a family: how its files look, how they are converted, loaded and compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from phonoscope._native import GgufFile
from phonoscope.engine.bench.stage_cost import StageCost
from phonoscope.engine.codecs.dac import tensor_names as dac
from phonoscope.engine.codecs.dac.conversion import find_codec
from phonoscope.engine.codecs.dac.file_info import is_dac, read_dac_info
from phonoscope.engine.codecs.dac.tensor_shapes import codec_shapes
from phonoscope.engine.families.audio8.codec_parity import codec_stages, is_codec_golden
from phonoscope.engine.families.audio8.conversion import plan, role_of
from phonoscope.engine.families.audio8.declaration import DECLARATION
from phonoscope.engine.families.audio8.file_info import is_audio8, read_model_info
from phonoscope.engine.families.audio8.parity import model_stages
from phonoscope.engine.families.audio8.published import is_packed
from phonoscope.engine.families.audio8.recording_encoder import Audio8RecordingEncoder
from phonoscope.engine.families.audio8.runtime import Audio8Runtime
from phonoscope.engine.families.audio8.tensor_shapes import model_shapes
from phonoscope.engine.families.audio8.workload import frame_cost
from phonoscope.engine.families.declaration import FamilyDeclaration
from phonoscope.engine.families.model_family import SourceFiles
from phonoscope.engine.message import Message
from phonoscope.engine.models.checkpoint import model_type, weight_files
from phonoscope.engine.models.conversion_plan import ConversionPlan
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.shapes import Shape
from phonoscope.engine.parity.comparison import StageResult
from phonoscope.engine.parity.golden_file import Golden

_CODECS = ("codec.pth", "codec.safetensors")  # a folder may hold the codec alone
_SETTINGS = ("config.json", "generation_config.json", "tokenizer.json")


class Audio8Family:
    """Implements `phonoscope.engine.families.model_family.ModelFamily`."""

    @property
    def declaration(self) -> FamilyDeclaration:  # noqa: D102
        return DECLARATION

    @property
    def codec_suffix(self) -> str:  # noqa: D102
        return "-codec"

    def holds_model(self, file: GgufFile) -> bool:  # noqa: D102
        return is_audio8(file)

    def holds_codec(self, file: GgufFile) -> bool:  # noqa: D102
        return is_dac(file)

    def mismatch(self, model: GgufFile, codec: GgufFile) -> str:  # noqa: D102
        info, codec_info = read_model_info(model), read_dac_info(codec)
        if len(codec_info.codebook_sizes) != info.n_codebooks:
            n = len(codec_info.codebook_sizes)
            return Message("it has {n} codebooks, the model speaks {n_wanted}", n=n, n_wanted=info.n_codebooks)
        if codec_info.codebook_sizes[0] != info.codebook_size:
            n = codec_info.codebook_sizes[0]
            return Message("its codebooks have {n} entries, the model's {n_wanted}", n=n, n_wanted=info.codebook_size)
        return ""

    def expected_shapes(self, file: GgufFile) -> dict[str, Shape]:  # noqa: D102
        model: dict[str, Shape] = {}
        if is_audio8(file):
            read_model_info(file)  # refuses unusable ids
            model = dict(model_shapes(file))
        return {**model, **(dict(codec_shapes(file)) if is_dac(file) else {})}

    def facts(self, model: GgufFile, codec: GgufFile) -> dict[str, Any]:  # noqa: D102
        info, codec_info = read_model_info(model), read_dac_info(codec)
        return {
            "name": info.name,
            "kind": "hybrid" if info.is_hybrid else "dense",
            "width": info.width,
            "n_codebooks": info.n_codebooks,
            "codebook_size": info.codebook_size,
            "max_positions": info.max_positions,
            "sample_rate_hz": codec_info.sample_rate_hz,
            "hop_samples": codec_info.hop_samples,
            "frame_rate_hz": codec_info.frame_rate_hz,
            "licence": info.licence,
            "takes_recordings": codec_info.has_encoder,
        }

    def claims_folder(self, folder: Path) -> bool:  # noqa: D102
        held_alone = any((folder / name).is_file() for name in _CODECS)
        return is_packed(folder) or model_type(folder) == "arktts" or held_alone

    def source_files(self, folder: Path) -> SourceFiles:  # noqa: D102
        if folder.is_file():
            return SourceFiles(settings=[], weights=[folder])
        codec = find_codec(folder)
        model = [path for path in weight_files(folder) if path.is_file()]
        return SourceFiles(
            settings=[*(folder / name for name in _SETTINGS), *([codec.with_name("config.json")] if codec else [])],
            weights=[*model, *([codec] if codec else [])],
        )

    def plan(self, folder: Path, policy: QuantisationPolicy) -> ConversionPlan:  # noqa: D102
        return plan(folder, policy)

    def storage_type(  # noqa: D102
        self, file: GgufFile, tensor: str, n_dimensions: int, policy: QuantisationPolicy
    ) -> str:
        of_codec = tensor.startswith(dac.PREFIX)
        return policy.wanted(dac.role_of(tensor) if of_codec else role_of(tensor))

    def load(self, pair: ModelPair, n_threads: int) -> Audio8Runtime:  # noqa: D102
        return Audio8Runtime(pair, n_threads)

    def recording_encoder(self, pair: ModelPair, n_threads: int) -> Audio8RecordingEncoder | None:  # noqa: D102
        return Audio8RecordingEncoder.load(pair, n_threads)

    def parity_stages(  # noqa: D102
        self, pair: ModelPair, golden: Golden, n_threads: int
    ) -> Iterator[StageResult]:
        if is_codec_golden(golden):
            return codec_stages(pair.codec, golden, n_threads)
        return model_stages(pair.model, golden, n_threads)

    def frame_cost(self, pair: ModelPair) -> Mapping[str, StageCost]:  # noqa: D102
        return frame_cost(pair)
