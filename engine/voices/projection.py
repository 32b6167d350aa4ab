"""Voices as points on a map: near each other where they sound alike, and a mixture for every place between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

MANY_VOICES = 50  # from here on neighbourhoods tell more than main axes
MAX_EMBEDDED = 1500  # beyond, the embedding would take minutes: main axes then
_PERPLEXITY = 12.0
_N_STEPS = 400
_EXAGGERATED_STEPS = 100
_RATE = 0.2  # of the step, by the number of voices
_NEAREST = 3
_HIT = 0.02  # of the map's size: a click this near to a voice means that voice

Points = NDArray[np.float64]


def main_axes(vectors: ArrayLike) -> Points:
    """Return positions ``[n, 2]`` along the two axes of largest variance of the directions of ``[n, width]``."""
    centred = _unit(vectors)
    if len(centred) < 2:
        return np.zeros((len(centred), 2))
    centred -= centred.mean(0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    axes = axes[:2] * np.where(axes[:2].sum(1, keepdims=True) < 0, -1.0, 1.0)
    positions = np.zeros((len(centred), 2))
    positions[:, : len(axes)] = centred @ axes.T
    return positions


def neighbour_map(vectors: ArrayLike) -> Points:
    """Return positions ``[n, 2]`` at which neighbours stay neighbours.

    Stochastic neighbour embedding with Student's t (van der Maaten and Hinton, 2008) of angular distances, by gradient
    descent with momentum from the main axes; there is no randomness in it.
    """
    wanted = _neighbour_probabilities(np.arccos(np.clip(_unit(vectors) @ _unit(vectors).T, -1, 1)) ** 2)
    positions = main_axes(vectors)
    positions *= 1e-2 / max(float(positions.std()), 1e-12)
    n = len(positions)
    velocity = np.zeros_like(positions)
    for step in range(_N_STEPS):
        offsets = positions[:, None] - positions[None]
        closeness = 1 / (1 + np.square(offsets).sum(2))
        np.fill_diagonal(closeness, 0)
        shares = closeness / closeness.sum()
        pull = (4.0 if step < _EXAGGERATED_STEPS else 1.0) * wanted - shares
        gradient = 4 * ((pull * closeness)[:, :, None] * offsets).sum(1)
        velocity = (0.5 if step < _EXAGGERATED_STEPS else 0.8) * velocity - _RATE * n * gradient
        positions = positions + velocity
        positions -= positions.mean(0)
    return positions


def voice_map(vectors: ArrayLike) -> Points:
    """Return positions ``[n, 2]``: by neighbours for many voices, by main axes for few or for very many."""
    n = len(np.asarray(vectors))
    return neighbour_map(vectors) if MANY_VOICES <= n <= MAX_EMBEDDED else main_axes(vectors)


def shares_at(point: ArrayLike, positions: Points) -> list[tuple[int, float]]:
    """Return which voices, by index, make the mixture at a place of the map, and their shares.

    The nearest three, by the inverse square of their distance; a voice alone where the place is its own.
    """
    distances = np.linalg.norm(positions - np.asarray(point, np.float64), axis=1)
    order = np.argsort(distances, kind="stable")[:_NEAREST]
    size = float(np.ptp(positions, axis=0).max()) if len(positions) > 1 else 1.0
    if distances[order[0]] <= _HIT * size or len(order) == 1:
        return [(int(order[0]), 1.0)]
    weights = 1 / distances[order] ** 2
    weights /= weights.sum()
    return [(int(i), round(float(weight), 3)) for i, weight in zip(order, weights, strict=True) if weight >= 0.01]


def _neighbour_probabilities(squared: Points) -> Points:
    """Return how probable each voice is as a neighbour of each other; widths are set so that all have as many."""
    n = len(squared)
    wanted_entropy = np.log(min(_PERPLEXITY, (n - 1) / 3))
    farther = np.maximum(squared - np.partition(squared, 1, axis=1)[:, 1:2], 0)  # than the nearest other
    low, high = np.full(n, 1e-6), np.full(n, 1e9)
    for _ in range(60):
        precision = np.sqrt(low * high)
        weights = np.exp(-precision[:, None] * farther)
        np.fill_diagonal(weights, 0)
        shares = weights / weights.sum(1, keepdims=True)
        entropy = -(shares * np.log(np.maximum(shares, 1e-300))).sum(1)
        too_wide = entropy > wanted_entropy
        low, high = np.where(too_wide, precision, low), np.where(too_wide, high, precision)
    both = (shares + shares.T) / (2 * n)
    return np.asarray(np.maximum(both, 1e-12), np.float64)


def _unit(vectors: ArrayLike) -> Points:
    values = np.asarray(vectors, np.float64)
    return np.asarray(values / np.linalg.norm(values, axis=1, keepdims=True), np.float64)
