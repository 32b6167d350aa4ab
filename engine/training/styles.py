"""Speaker vectors of the language model.

The teacher's mean style vector of a voice, standardised over the English voices, through a fixed
orthonormal map: mixing voices is mixing vectors.  The speaker encoder learns to give these.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.training.shards import Speaker
from phonoscope.engine.training.teacher_weights import ENGLISH_VOICES

SCALE = 0.1
SEED = 42
LENGTHS = slice(5, 34)
# The teacher has one French voice; these have its accent and the timbre of an English voice.
FRENCH_BLENDS = {
    "ff_bella": Speaker("ff_siwis", "af_bella", 0.6),
    "ff_emma": Speaker("ff_siwis", "bf_emma", 0.6),
    "fm_onyx": Speaker("ff_siwis", "am_onyx", 0.5),
}


def named_speakers(styles: dict[str, NDArray[np.float16]]) -> dict[str, Speaker]:
    """Give the voices of a model by name: the teacher's, and blends for French where the teacher speaks it."""
    plain = {name: Speaker(name, name, 1.0) for name in styles}
    blends = {name: speaker for name, speaker in FRENCH_BLENDS.items() if speaker.first in styles}
    return dict(sorted((plain | blends).items()))


def speaker_vectors(speakers: list[Speaker], styles: dict[str, NDArray[np.float16]], width: int) -> NDArray[np.float32]:
    """Give the vector of every speaker.

    Parameters
    ----------
    speakers : list of Speaker
        Voices and blends.
    styles : dict
        Thinned style tables by voice.
    width : int
        Width of the talker.

    Returns
    -------
    ndarray
        One row a speaker, of about `SCALE` standard deviation.
    """
    names = sorted(styles)
    mean = {n: styles[n].astype(np.float64)[LENGTHS].mean(0) for n in names}
    known = [n for n in ENGLISH_VOICES if n in mean] or names  # other voices leave the vectors of these as they are
    table = np.stack([mean[n] for n in known])
    centre, spread = table.mean(0), table.std(0) + 1e-3
    mixed = np.stack([s.weight * mean[s.first] + (1 - s.weight) * mean[s.second] for s in speakers])
    standard = (mixed - centre) / spread
    rng = np.random.default_rng(SEED)
    big, small = max(width, table.shape[1]), min(width, table.shape[1])
    basis, _ = np.linalg.qr(rng.standard_normal((big, small)))
    if width < table.shape[1]:
        basis = basis.T
    result: NDArray[np.float32] = (SCALE * standard @ basis.T).astype(np.float32)
    return result
