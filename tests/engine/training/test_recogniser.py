"""The recogniser that listens to the codec in training."""

import pytest

torch = pytest.importorskip("torch")

from phonoscope.engine.training.recogniser import PhonemeRecogniser  # noqa: E402

RATE, LABEL = 24000, 480


def words(count, seed):
    """Make half-second recordings of two phonemes that differ in pitch, and what is said every 20 ms."""
    said = torch.randint(0, 2, (count, 5), generator=torch.Generator().manual_seed(seed)).repeat_interleave(5, 1)
    pitch = (400.0 + 2000.0 * said).repeat_interleave(LABEL, 1)
    return 0.2 * torch.sin(2 * torch.pi * torch.cumsum(pitch, 1) / RATE), said


def trained():
    recogniser = PhonemeRecogniser(16, 2)
    optimiser = torch.optim.Adam(recogniser.parameters(), 1e-2)
    for step in range(30):
        optimiser.zero_grad()
        recogniser.learn(*words(8, step)).backward()
        optimiser.step()
    return recogniser.eval()


def test_it_learns_what_is_said_and_hears_another_phoneme():
    recogniser = trained()
    real, said = words(8, 99)
    logits, _ = recogniser(real)
    assert logits.shape == (8, 2, 25)
    assert (logits.argmax(1) == said).float().mean() > 0.9
    quieter, other = real * 0.9, words(8, 100)[0]
    same = recogniser.compare(real, real)
    little, much = recogniser.compare(quieter, real), recogniser.compare(other, real)
    assert [float(v.detach()) for v in same] == pytest.approx([0, 0], abs=1e-5)
    assert all(float(a.detach()) < float(b.detach()) for a, b in zip(little, much, strict=True))
    assert float(much[1].detach()) > 0.5


def test_only_the_decoded_speech_is_asked_to_change():
    recogniser = PhonemeRecogniser(16, 2).requires_grad_(False)
    real, _ = words(2, 1)
    made = (0.5 * words(2, 2)[0]).requires_grad_()
    sum(recogniser.compare(made, real)).backward()
    assert made.grad is not None
    assert made.grad.abs().sum() > 0
    assert all(p.grad is None for p in recogniser.parameters())
