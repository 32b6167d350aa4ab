"""Echo-TTS as a family: how its files look, how they are converted, loaded and compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from phonoscope._native import GgufFile
from phonoscope.engine.bench.stage_cost import StageCost
from phonoscope.engine.codecs.dac import tensor_names as dac
from phonoscope.engine.codecs.dac.conversion import CodecSettings, find_codec, plan_codec
from phonoscope.engine.codecs.dac.file_info import is_dac, read_dac_info
from phonoscope.engine.codecs.dac.tensor_shapes import codec_shapes
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families.declaration import FamilyDeclaration
from phonoscope.engine.families.echo_tts import parity
from phonoscope.engine.families.echo_tts.conversion import (
    EchoFiles,
    find_files,
    holds_transformer,
    plan_model,
    storage_type,
)
from phonoscope.engine.families.echo_tts.declaration import DECLARATION, MAX_FRAMES
from phonoscope.engine.families.echo_tts.licence import LICENCE_KEYS
from phonoscope.engine.families.echo_tts.recording_encoder import EchoRecordingEncoder
from phonoscope.engine.families.echo_tts.runtime import EchoRuntime
from phonoscope.engine.families.echo_tts.tensor_shapes import continues, has_transformer, transformer_shapes
from phonoscope.engine.families.echo_tts.workload import frame_cost
from phonoscope.engine.families.model_family import SourceFiles
from phonoscope.engine.message import Message
from phonoscope.engine.models.conversion_plan import ConversionPlan
from phonoscope.engine.models.metadata_reader import MetadataReader
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.shapes import Shape
from phonoscope.engine.parity.comparison import StageResult
from phonoscope.engine.parity.golden_file import Golden


class EchoFamily:
    """Implements `phonoscope.engine.families.model_family.ModelFamily`."""

    @property
    def declaration(self) -> FamilyDeclaration:  # noqa: D102
        return DECLARATION

    @property
    def codec_suffix(self) -> str:  # noqa: D102
        return "-codec"

    def holds_model(self, file: GgufFile) -> bool:  # noqa: D102
        return has_transformer(file)

    def holds_codec(self, file: GgufFile) -> bool:  # noqa: D102
        return is_dac(file)

    def mismatch(self, model: GgufFile, codec: GgufFile) -> str:  # noqa: D102
        ours = MetadataReader(model).integer("echo-tts.codec_length")
        theirs = MetadataReader(codec).integer("dac.latent_width")
        if ours == theirs:
            return ""
        return Message("its frames have {n} channels, the model makes {n_wanted}", n=theirs, n_wanted=ours)

    def expected_shapes(self, file: GgufFile) -> dict[str, Shape]:  # noqa: D102
        expected: dict[str, Shape] = dict(transformer_shapes(file)) if has_transformer(file) else {}
        if is_dac(file):
            expected.update(codec_shapes(file))
        return expected

    def facts(self, model: GgufFile, codec: GgufFile) -> dict[str, Any]:  # noqa: D102
        read = MetadataReader(model)
        return {
            "name": "Echo-TTS",
            "blocks": read.integer("echo-tts.block_count"),
            "width": read.integer("echo-tts.embedding_length"),
            "latent_width": read.integer("echo-tts.latent_length"),
            "continues": continues(model),
            "max_frames": MAX_FRAMES,
            "sample_rate_hz": read_dac_info(codec).sample_rate_hz,
            "takes_recordings": read_dac_info(codec).has_encoder,
            "licence": read.string("general.license", otherwise=""),
        }

    def claims_folder(self, folder: Path) -> bool:  # noqa: D102
        return holds_transformer(folder)

    def source_files(self, folder: Path) -> SourceFiles:  # noqa: D102
        files, codec = _files(folder), find_codec(folder)
        return SourceFiles(
            settings=sorted(folder.glob("*.json")),
            weights=[files.model, files.components, *([codec] if codec is not None else [])],
        )

    def plan(self, folder: Path, policy: QuantisationPolicy) -> ConversionPlan:  # noqa: D102
        codec = find_codec(folder)
        planned = None
        if codec is not None:
            # The encoder stays: it makes voices of recordings.
            planned = plan_codec(codec, CodecSettings.beside("Fish S1-DAC", codec), replace(policy, pruned=False))
            planned = replace(planned, keys=[*planned.keys, *LICENCE_KEYS])
        return ConversionPlan(model=plan_model(_files(folder), policy), codec=planned)

    def storage_type(  # noqa: D102
        self, file: GgufFile, tensor: str, n_dimensions: int, policy: QuantisationPolicy
    ) -> str:
        if tensor.startswith(dac.PREFIX):
            return policy.wanted(dac.role_of(tensor))
        n_blocks = MetadataReader(file).integer("echo-tts.block_count")
        return storage_type(tensor, n_dimensions, policy, n_blocks)

    def load(self, pair: ModelPair, n_threads: int) -> EchoRuntime:  # noqa: D102
        return EchoRuntime(pair, n_threads)

    def recording_encoder(self, pair: ModelPair, n_threads: int) -> EchoRecordingEncoder | None:  # noqa: D102
        return EchoRecordingEncoder.load(pair, n_threads)

    def parity_stages(  # noqa: D102
        self, pair: ModelPair, golden: Golden, n_threads: int
    ) -> Iterator[StageResult]:
        return parity.stages(pair, golden, n_threads)

    def frame_cost(self, pair: ModelPair) -> Mapping[str, StageCost]:  # noqa: D102
        return frame_cost(pair)


def _files(folder: Path) -> EchoFiles:
    files = find_files(folder)
    if files is None:
        raise ModelError("{folder}: holds no Echo-TTS", "fetch jordand/echo-tts-base completely", folder=folder)
    return files
