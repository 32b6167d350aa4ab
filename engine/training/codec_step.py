"""One optimisation step of the codec, in the forms the schedule needs, optionally as CUDA graphs.

A graph removes the launch cost of about two thousand small kernels, which otherwise dominates.
Everything in a step stays on the device: random windows, codebook updates, clipping, averages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import torch
from phonoscope.engine.training.codec import Codec
from phonoscope.engine.training.discriminators import Discriminators
from phonoscope.engine.training.losses import SpectralLoss, discriminator_loss, generator_losses
from phonoscope.engine.training.recogniser import PhonemeRecogniser
from phonoscope.engine.training.shards import FRAME, LABELS_PER_FRAME, AudioPool
from torch import Tensor, nn
from torch.nn import functional

Phase = Literal["continuous", "quantized", "adversarial", "frozen"]
PHASES: tuple[Phase, ...] = ("continuous", "quantized", "adversarial", "frozen")


@dataclass(frozen=True)
class StepSizes:
    """Sizes of a step.

    Attributes
    ----------
    clips : int
        Clips the encoder sees.
    frames : int
        Frames of a clip.
    windows : int
        Windows decoded from each clip.
    decoded : int
        Frames of a window that the losses see.
    context : int
        Frames decoded before them.
    """

    clips: int = 16
    frames: int = 112
    windows: int = 2
    decoded: int = 13
    context: int = 3


WEIGHTS = {
    "spectral": 12.0, "commitment": 0.5, "phonemes": 0.8, "heard": 5.0, "misheard": 1.5,
    "adversarial": 4.0, "features": 8.0,
}  # fmt: skip
DROP_DEPTH = 0.1
EMA_DECAY = 0.999


class CodecStep:
    """Holds the models, optimisers and averages, and runs steps.

    Parameters
    ----------
    codec : Codec
        The model to train.
    pool : AudioPool
        Where the audio comes from.
    sizes : StepSizes
        Batch shape.
    width : int
        Discriminator width.
    compiled : int
        0 eager, 1 fuses the codec, 2 the discriminators too (GPU only).
    graphs : bool
        Capture CUDA graphs (GPU only).
    """

    def __init__(
        self,
        codec: Codec,
        pool: AudioPool,
        sizes: StepSizes,
        width: int = 16,
        compiled: int = 0,
        graphs: bool = False,
    ) -> None:
        self.codec, self.pool, self.sizes = codec, pool, sizes
        self.device = pool.device
        self.discriminators = Discriminators(width).to(self.device)
        self.recogniser = PhonemeRecogniser().to(self.device)
        self.spectral = SpectralLoss().to(self.device)
        on_gpu = self.device.type == "cuda"
        self.graphs = graphs and on_gpu
        self.optimisers = [
            torch.optim.AdamW(
                list(module.parameters()),
                lr=torch.tensor(1e-4, device=self.device) if on_gpu else 1e-4,
                betas=(0.8, 0.99), weight_decay=1e-3, fused=on_gpu, capturable=on_gpu,
            )
            for module in self.modules
        ]  # fmt: skip
        self.average = {k: v.detach().clone() for k, v in codec.state_dict().items()}
        named = dict(codec.named_parameters())
        self._pairs = [self.average[k] for k in named], [p.detach() for p in named.values()]
        self.adversarial_weight = torch.zeros((), device=self.device)
        self._replay: dict[Phase, tuple[Any, dict[str, Tensor]]] = {}
        self._encode: Callable[[Tensor], Tensor] = codec.encoder
        self._latent: Callable[[Tensor], Tensor] = codec.decoder.latent
        self._vocode: Callable[[Tensor], Tensor] = codec.decoder.vocode
        self._judge: Callable[[Tensor, Tensor], Any] = self.discriminators
        if compiled:
            self._encode = torch.compile(codec.encoder, dynamic=False)
            self._latent = torch.compile(codec.decoder.latent, dynamic=False)
            self._vocode = torch.compile(codec.decoder.vocode, dynamic=False)
        if compiled > 1:
            self._judge = torch.compile(self.discriminators, dynamic=False)

    @property
    def modules(self) -> tuple[nn.Module, ...]:
        """What learns: one optimiser each."""
        return self.codec, self.discriminators, self.recogniser

    def set_rate(self, rate: float) -> None:
        """Set the learning rate of the codec and of the recogniser (the discriminators run at two thirds)."""
        for optimiser, factor in zip(self.optimisers, (1.0, 0.67, 1.0), strict=True):
            for group in optimiser.param_groups:
                if isinstance(group["lr"], Tensor):
                    group["lr"].fill_(rate * factor)
                else:
                    group["lr"] = rate * factor

    def _autocast(self) -> torch.autocast:
        on = self.device.type == "cuda"
        return torch.autocast(self.device.type, torch.bfloat16, enabled=on, cache_enabled=False)

    def _descend(self, which: int, loss: Tensor, module: nn.Module, limit: float) -> Tensor:
        optimiser = self.optimisers[which]
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        grads = [p.grad for p in module.parameters() if p.grad is not None]
        norm = torch.stack(torch._foreach_norm(grads)).norm()
        torch._foreach_mul_(grads, (limit / (norm + 1e-6)).clamp(max=1))
        bad = (~torch.isfinite(norm)).float()
        if self.device.type == "cuda":
            optimiser.found_inf = bad
            optimiser.step()
        elif not bool(bad):
            optimiser.step()
        return norm.detach()

    def _windows(self, frames: Tensor) -> tuple[Tensor, Tensor]:
        """Draw decoded frames [N, context + decoded] and the first one the losses see [N]."""
        s = self.sizes
        count = s.clips * s.windows
        unit = torch.rand(count, device=self.device)
        room = (frames.repeat_interleave(s.windows) + 2 - s.decoded).clamp(1, s.frames - s.decoded)
        target = (unit * room).long()
        number = torch.arange(count, device=self.device)
        target = torch.where(number % 4 == 0, torch.zeros_like(target), target)
        start = (target - s.context).clamp(min=0)
        steps = torch.arange(s.context + s.decoded, device=self.device)
        return start[:, None] + steps, target - start

    def losses(self, phase: Phase) -> tuple[dict[str, Tensor], Tensor, Tensor, Tensor]:
        """Run the codec: named losses, decoded audio [N, n], its target and the phonemes of that [N, n / 480]."""
        s, codec = self.sizes, self.codec
        _, rows = self.pool.choose(s.clips, s.frames)
        gain = torch.pow(10.0, (torch.rand(s.clips, 1, device=self.device) - 0.6) * 0.4)
        audio = self.pool.samples(rows) * gain
        labels = self.pool.labels[rows].long()
        frozen = phase == "frozen"
        with self._autocast():
            embedding = self._encode(audio[:, None])
            if frozen:
                embedding = embedding.detach()
            if phase == "continuous":
                (q0, vectors), (q1, _) = codec.first.bypass(embedding), codec.rest.bypass(embedding)
                commitment = q0.new_zeros(())
            else:
                draw = torch.rand(2, s.clips, device=self.device)
                depth = (draw[0] * codec.dims.quantizers).long()
                full = torch.full_like(depth, codec.dims.quantizers)
                depth = torch.where(draw[1] < DROP_DEPTH, depth, full)
                a = codec.first(embedding, train=not frozen)
                b = codec.rest(embedding, train=not frozen, depth=depth)
                q0, q1, vectors = a.output, b.output, a.vectors
                commitment = a.commitment + b.commitment
            latent = self._latent(q0 + q1)
            at, skip = self._windows((rows != self.pool.silent).sum(1))
            wide = latent.repeat_interleave(s.windows, 0)
            wide = wide.gather(2, at[:, None].expand(-1, wide.shape[1], -1))
            made = self._vocode(wide).float()
            logits = codec.head(vectors)
        keep = skip[:, None] + torch.arange(s.decoded, device=self.device)
        made = made.view(len(made), -1, FRAME)
        made = made.gather(1, keep[..., None].expand(-1, -1, FRAME)).flatten(1)
        wanted = at.gather(1, keep)
        real = audio.view(s.clips, s.frames, FRAME).repeat_interleave(s.windows, 0)
        real = real.gather(1, wanted[..., None].expand(-1, -1, FRAME)).flatten(1)
        said = labels.repeat_interleave(s.windows, 0)
        said = said.gather(1, wanted[..., None].expand(-1, -1, LABELS_PER_FRAME)).flatten(1)
        logits = logits.float().view(s.clips, 4, -1, s.frames).transpose(2, 3).flatten(0, 2)
        truth = labels.permute(0, 2, 1).flatten()
        named = {
            "spectral": self.spectral(made, real),
            "commitment": commitment.float(),
            "phonemes": functional.cross_entropy(logits, truth),
            "accuracy": (logits.argmax(1) == truth).float().mean(),
        }
        return named, made, real, said

    def body(self, phase: Phase) -> dict[str, Tensor]:
        """Do one step eagerly and give its figures."""
        named, made, real, said = self.losses(phase)
        with self._autocast():
            named["recogniser"] = self.recogniser.learn(real, said)
        self._descend(2, named["recogniser"], self.recogniser, 1.0)
        self.recogniser.requires_grad_(False)
        with self._autocast():
            named["heard"], named["misheard"] = self.recogniser.compare(made, real)
        self.recogniser.requires_grad_(True)
        total = sum(WEIGHTS[k] * named[k] for k in ("spectral", "commitment", "phonemes", "heard", "misheard"))
        assert isinstance(total, Tensor)
        if phase in ("adversarial", "frozen"):
            with self._autocast():
                named["discriminator"] = discriminator_loss(self._judge(real, made.detach()))
            self._descend(1, named["discriminator"], self.discriminators, 5.0)
            self.discriminators.requires_grad_(False)
            with self._autocast():
                named["adversarial"], named["features"] = generator_losses(self._judge(real, made))
            self.discriminators.requires_grad_(True)
            extra = WEIGHTS["adversarial"] * named["adversarial"]
            extra = extra + WEIGHTS["features"] * named["features"]
            total = total + self.adversarial_weight * extra
        named["gradient"] = self._descend(0, total, self.codec, 5.0)
        torch._foreach_lerp_(*self._pairs, 1 - EMA_DECAY)
        return {k: v.detach() for k, v in named.items()}

    def _capture(self, phase: Phase) -> None:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.body(phase)
        torch.cuda.current_stream().wait_stream(stream)
        for optimiser in self.optimisers:
            optimiser.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            figures = self.body(phase)
        self._replay[phase] = (graph, figures)

    def run(self, phase: Phase) -> dict[str, Tensor]:
        """Do one step; the figures are valid until the next."""
        if not self.graphs:
            return self.body(phase)
        if phase not in self._replay:
            self._capture(phase)
        graph, figures = self._replay[phase]
        graph.replay()
        return figures

    def prepare(self, phases: tuple[Phase, ...] = PHASES) -> None:
        """Compile and capture phases on noise, then restore the state from before in place."""
        before = [{k: v.clone() for k, v in m.state_dict().items()} for m in self.modules]
        for phase in phases:
            self.run(phase)
        with torch.no_grad():
            for module, state in zip(self.modules, before, strict=True):
                for key, value in module.state_dict().items():
                    value.copy_(state[key])
            for key, value in self.average.items():
                value.copy_(before[0][key])
            for optimiser in self.optimisers:
                for slot in optimiser.state.values():
                    for value in slot.values():
                        value.zero_()

    @torch.no_grad()
    def start_codebooks(self, batches: int = 16) -> None:
        """K-means of all codebooks on the present encoder."""
        self._fit(self.codec, batches)

    def _fit(self, codec: Codec, batches: int) -> None:
        rows = []
        for _ in range(batches):
            _, index = self.pool.choose(self.sizes.clips, self.sizes.frames)
            with self._autocast():
                embedding = codec.encoder(self.pool.samples(index)[:, None])
            flat = embedding.float().transpose(1, 2).flatten(0, 1)
            rows.append(flat[(index != self.pool.silent).flatten()])
        codec.first.fit(torch.cat(rows))
        codec.rest.fit(torch.cat(rows))

    @torch.no_grad()
    def freeze(self, batches: int = 200) -> None:
        """Make the averaged encoder the final one and settle the codebooks on it."""
        for key, value in self.codec.named_parameters():
            if not key.startswith("decoder."):
                value.copy_(self.average[key])
        for _ in range(batches):
            _, index = self.pool.choose(self.sizes.clips, self.sizes.frames)
            with self._autocast():
                embedding = self._encode(self.pool.samples(index)[:, None])
                self.codec.first(embedding, train=True)
                self.codec.rest(embedding, train=True)

    @torch.no_grad()
    def averaged(self) -> dict[str, Tensor]:
        """Give the averaged parameters with the present codebooks."""
        buffers = dict(self.codec.named_buffers())
        return {k: buffers.get(k, v).detach().clone() for k, v in self.average.items()}
