"""What the rest of the engine asks of a model family: everything that is not the same for all of them.

A family is one object that answers these questions; `phonoscope.engine.families.registry` lists them. Nothing else in
the engine, on the command line or in the window knows a family by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from phonoscope._native import GgufFile
from phonoscope.engine.bench.stage_cost import StageCost
from phonoscope.engine.families.declaration import FamilyDeclaration
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.families.runtime import FamilyRuntime
from phonoscope.engine.models.conversion_plan import ConversionPlan
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.shapes import Shape
from phonoscope.engine.parity.comparison import StageResult
from phonoscope.engine.parity.golden_file import Golden


@dataclass(frozen=True)
class SourceFiles:
    """The files that a conversion of a checkpoint reads, as far as they are there.

    Parameters
    ----------
    settings
        Small ones.
    weights
        Large ones.
    """

    settings: list[Path]
    weights: list[Path]


class ModelFamily(Protocol):
    """A kind of model."""

    @property
    def declaration(self) -> FamilyDeclaration:
        """What holds for all its checkpoints."""

    @property
    def codec_suffix(self) -> str:
        """Ending of the name of a codec that is converted together with its model, before ``.gguf``."""

    def holds_model(self, file: GgufFile) -> bool:
        """Whether a GGUF file holds the networks that make frames from text."""

    def holds_codec(self, file: GgufFile) -> bool:
        """Whether a GGUF file holds the codec."""

    def mismatch(self, model: GgufFile, codec: GgufFile) -> str:
        """Return why two files do not belong together, or an empty string.

        Raises
        ------
        ModelError
            When a file declares nonsense.
        """

    def expected_shapes(self, file: GgufFile) -> dict[str, Shape]:
        """Return the tensors that a file must hold by what its metadata declares.

        Raises
        ------
        ModelError
            When its metadata is unusable.
        """

    def facts(self, model: GgufFile, codec: GgufFile) -> dict[str, Any]:
        """Return what people want to know of a model, by name: plain values for a table or JSON.

        Raises
        ------
        ModelError
            When a file declares nonsense.
        """

    def claims_folder(self, folder: Path) -> bool:
        """Whether a folder is a checkpoint of this family as it is published, damaged or not.

        A file that holds such a checkpoint whole counts as one.
        """

    def source_files(self, folder: Path) -> SourceFiles:
        """Return the files that `plan` reads.

        Raises
        ------
        ModelError
            When the list of weights is damaged.
        """

    def plan(self, folder: Path, policy: QuantisationPolicy) -> ConversionPlan:
        """Return what a conversion of a published checkpoint writes.

        Raises
        ------
        ModelError
            When the folder is incomplete, inconsistent, or holds a tensor of an unknown name.
        """

    def storage_type(self, file: GgufFile, tensor: str, n_dimensions: int, policy: QuantisationPolicy) -> str:
        """Return how a conversion stores a tensor of a GGUF file that one has written before.

        Raises
        ------
        ModelError
            When no conversion writes a tensor of this name.
        """

    def load(self, pair: ModelPair, n_threads: int) -> FamilyRuntime[Any, Any]:
        """Load a model.

        Raises
        ------
        ModelError
            When a file is damaged or the two do not belong together.
        """

    def recording_encoder(self, pair: ModelPair, n_threads: int) -> RecordingEncoder | None:
        """Load what turns recordings into voices for this model; None when its files have no such thing.

        Raises
        ------
        ModelError
            When a file is damaged.
        """

    def parity_stages(self, pair: ModelPair, golden: Golden, n_threads: int) -> Iterator[StageResult]:
        """Yield every stage that recorded activations hold, compared with ours, in the order in which data flows.

        Raises
        ------
        ModelError
            When a file is damaged, or the record belongs to a model of other dimensions.
        """

    def frame_cost(self, pair: ModelPair) -> Mapping[str, StageCost]:
        """Return what one frame costs, by the stages that the declaration names.

        Raises
        ------
        _native.ModelFileError
            When a file is damaged.
        """
