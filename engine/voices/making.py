"""The arithmetic of x-vectors: means, blends, sums, random voices, directions.

All of it is in float64 in the order in which the voices are given, so that a recipe makes the same bits again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from phonoscope.engine.errors import VoiceError

Vector = NDArray[np.float64]

_OUTLIER_MARGIN = 0.15  # below the median cosine of the clips to the mean of the others
_UNLIKE = 0.5  # whatever the others do: clips of one speaker agree better
_SPHERE_STEPS = 64
_SPHERE_TOLERANCE = 1e-12
MIN_VOICES_FOR_DISTRIBUTION = 3
_RIDGE = 0.1  # of the mean variance along the library's axes


def cosine(a: ArrayLike, b: ArrayLike) -> float:
    """Return the cosine of the angle between two vectors."""
    x, y = np.asarray(a, np.float64), np.asarray(b, np.float64)
    return float(x @ y / (np.linalg.norm(x) * np.linalg.norm(y)))


def cosines(vectors: ArrayLike) -> Vector:
    """Return the cosine matrix ``[n, n]`` of vectors ``[n, width]``."""
    unit = _directions(np.asarray(vectors, np.float64))
    return np.asarray(np.clip(unit @ unit.T, -1.0, 1.0), np.float64)


@dataclass(frozen=True, eq=False)
class ClipMean:
    """The mean of several clips of one voice.

    Parameters
    ----------
    vector
        float32 ``[width]``.
    agreement
        Of each clip: the cosine that half of the other clips reach with it, those without a share left out; 1 where
        there are no others. However loud one stranger is, clips that belong together agree.
    outliers
        Indices of clips that agree far less than the others do, or hardly at all: another speaker, noise, or music.
    """

    vector: NDArray[np.float32]
    agreement: tuple[float, ...]
    outliers: tuple[int, ...]


def mean_of_clips(vectors: ArrayLike, weights: ArrayLike) -> ClipMean:
    """Return the weighted mean of x-vectors ``[clips, width]``.

    Raises
    ------
    VoiceError
        When the weights do not fit.
    """
    clips = np.asarray(vectors, np.float64)
    shares = _shares(weights, len(clips))
    between = cosines(clips)
    counts = shares > 0
    agreement = []
    for i in range(len(clips)):
        others = np.sort(np.delete(between[i], i)[np.delete(counts, i)])
        agreement.append(float(others[len(others) // 2]) if len(others) else 1.0)
    threshold = max(_UNLIKE, float(np.median(np.array(agreement)[counts])) - _OUTLIER_MARGIN)
    outliers = tuple(i for i, value in enumerate(agreement) if value < threshold)
    return ClipMean(_float32(shares @ clips), tuple(agreement), outliers)


def blend(vectors: ArrayLike, weights: ArrayLike, *, spherical: bool = True) -> NDArray[np.float32]:
    """Return a mixture of x-vectors whose norm is the weighted mean of theirs.

    Parameters
    ----------
    vectors
        ``[n, width]``.
    weights
        Shares, at least 0; they are divided by their sum.
    spherical
        Along the sphere of directions (the weighted Karcher mean; spherical linear interpolation for two), else along
        the straight line.

    Raises
    ------
    VoiceError
        When the weights do not fit, or the voices cancel each other out.
    """
    parents = np.asarray(vectors, np.float64)
    shares = _shares(weights, len(parents))
    norm = float(shares @ np.linalg.norm(parents, axis=1))
    direction = _karcher(_directions(parents), shares) if spherical else _unit(shares @ parents)
    return _float32(direction * norm)


def _karcher(unit: Vector, shares: Vector) -> Vector:
    """Return the point of the sphere with the least weighted sum of squared angles to ``unit``."""
    mean = _unit(shares @ unit)
    for _ in range(_SPHERE_STEPS):
        cosines_to = np.clip(unit @ mean, -1.0, 1.0)
        angles = np.arccos(cosines_to)
        scale = np.divide(angles, np.sin(angles), out=np.ones_like(angles), where=angles > 1e-9)
        tangent = (shares * scale) @ (unit - cosines_to[:, None] * mean)
        length = float(np.linalg.norm(tangent))
        if length < _SPHERE_TOLERANCE:
            break
        mean = _unit(np.cos(length) * mean + np.sin(length) * tangent / length)
    return mean


def combine(vectors: ArrayLike, factors: ArrayLike, *, keep_norm: bool = True) -> NDArray[np.float32]:
    """Return the sum of x-vectors times factors of any sign, as in A - B + C.

    Parameters
    ----------
    vectors
        ``[n, width]``.
    factors
        One each.
    keep_norm
        Give the result the mean norm of the voices with a positive factor.

    Raises
    ------
    VoiceError
        When nothing is added, or the voices cancel each other out.
    """
    parts, by = np.asarray(vectors, np.float64), np.asarray(factors, np.float64)
    if len(by) != len(parts) or not np.isfinite(by).all() or not (by > 0).any():
        raise VoiceError("arithmetic needs at least one voice that is added", "write for example A - B + C")
    total = by @ parts
    if keep_norm:
        total = _unit(total) * float(np.linalg.norm(parts[by > 0], axis=1).mean())
    return _float32(total)


@dataclass(frozen=True, eq=False)
class Distribution:
    """A Gaussian over the voices of a library: mean, main axes, and deviation along each.

    Parameters
    ----------
    mean
        ``[width]``.
    axes
        ``[n_axes, width]``, orthonormal, by falling deviation.
    deviations
        ``[n_axes]``.
    """

    mean: Vector
    axes: Vector
    deviations: Vector

    @classmethod
    def of(cls, vectors: ArrayLike) -> Distribution:
        """Fit x-vectors ``[n, width]``.

        Raises
        ------
        VoiceError
            When they are too few.
        """
        samples = np.asarray(vectors, np.float64)
        if len(samples) < MIN_VOICES_FOR_DISTRIBUTION:
            raise VoiceError(
                "{n_voices} voices of this width are too few to learn from",
                "at least {minimum} are needed",
                n_voices=len(samples),
                minimum=MIN_VOICES_FOR_DISTRIBUTION,
            )
        mean = samples.mean(0)
        _, singular, axes = np.linalg.svd(samples - mean, full_matrices=False)
        signs = np.where(axes[np.arange(len(axes)), np.abs(axes).argmax(1)] < 0, -1.0, 1.0)
        kept = singular > 1e-9 * max(float(singular[0]), 1e-300)
        deviations = singular / np.sqrt(len(samples) - 1)
        return cls(mean, (axes * signs[:, None])[kept], deviations[kept])

    def distance(self, vector: ArrayLike) -> float:
        """Return how far a voice is from the mean beside how far voices of the library are (root mean square).

        Axis by axis would say nothing: a library has far fewer voices than a vector has values, so every voice that was
        fitted lies equally far out along axes of its own.
        """
        off = float(np.linalg.norm(np.asarray(vector, np.float64) - self.mean))
        typical = float(np.linalg.norm(self.deviations))
        return off / typical if typical > 0 else (np.inf if off > 0 else 0.0)

    def draw(self, seed: int, spread: float) -> NDArray[np.float32]:
        """Return a random voice: ``spread`` 1 is as varied as the library, 0 its mean."""
        steps = np.random.Generator(np.random.Philox(seed)).standard_normal(len(self.axes))
        return _float32(self.mean + spread * (steps * self.deviations) @ self.axes)


def learn_direction(vectors: ArrayLike, values: ArrayLike) -> Vector:
    """Return the step ``[width]`` that raises a property by one of its standard deviations over the library.

    A ridge regression of the voices on the property within the axes of the library: the step that is the most probable
    way for the voices of this library to have more of the property.

    Parameters
    ----------
    vectors
        ``[n, width]``.
    values
        The property of each: a number, or -1 and 1 for a quality that is there or not.

    Raises
    ------
    VoiceError
        When the voices are too few or all have the same value.
    """
    samples, given = np.asarray(vectors, np.float64), np.asarray(values, np.float64)
    if len(given) != len(samples) or len(samples) < MIN_VOICES_FOR_DISTRIBUTION or not given.std() > 0:
        raise VoiceError(
            "a direction cannot be learned from {n_voices} voices",
            "at least {minimum} that differ in it are needed",
            n_voices=len(samples),
            minimum=MIN_VOICES_FOR_DISTRIBUTION,
        )
    standard = (given - given.mean()) / given.std()
    distribution = Distribution.of(samples)
    along = (samples - distribution.mean) @ distribution.axes.T
    # Covariance of the property with each axis; axes that hardly vary are damped instead of blown up.
    covariance = standard @ along / len(samples)
    variances = distribution.deviations**2
    damping = variances / (variances + _RIDGE * float(variances.mean()))
    return np.asarray((covariance * damping) @ distribution.axes, np.float64)


def shift(vector: ArrayLike, steps: ArrayLike, amounts: ArrayLike) -> NDArray[np.float32]:
    """Return a voice moved along directions ``[n, width]`` by so many of their steps; its norm is kept."""
    origin = np.asarray(vector, np.float64)
    moved = origin + np.asarray(amounts, np.float64) @ np.asarray(steps, np.float64)
    return _float32(_unit(moved) * float(np.linalg.norm(origin)))


def _shares(weights: ArrayLike, n: int) -> Vector:
    shares = np.asarray(weights, np.float64)
    if shares.shape != (n,) or not np.isfinite(shares).all() or (shares < 0).any() or not shares.sum() > 0:
        raise VoiceError(
            "these shares make no mixture of {n_voices} voices",
            "give each a share of 0 or more, not all 0",
            n_voices=n,
        )
    return np.asarray(shares / shares.sum(), np.float64)


def _directions(vectors: Vector) -> Vector:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float64)


def _unit(vector: Vector) -> Vector:
    norm = float(np.linalg.norm(vector))
    if not norm > 1e-9:
        raise VoiceError("the voices cancel each other out", "change the weights")
    return np.asarray(vector / norm, np.float64)


def _float32(vector: Vector) -> NDArray[np.float32]:
    return np.ascontiguousarray(vector, np.float32)
