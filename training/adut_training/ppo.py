"""PPO in self-play for any game of the suite, in one file from top to bottom.

All seats of all tables are played by the present network; every decision with a choice becomes one sample. What differs from
PPO for one agent:

- **Trajectories** are per seat: the decisions that one seat makes at one table. What the table pays a seat between two of its
  decisions belongs to the first of them (`advantages`).
- **Oracle critic**: the value network also sees the hidden cards. The policy never does, so nothing of it is needed to play
  (PerfectDou, arXiv 2203.16406).
- **Magnet**: a penalty on the divergence from a magnet policy and from the policy that collected the samples turns PPO into
  magnetic mirror descent (MMD, arXiv 2206.05825). With the uniform magnet it is an entropy bonus.

The network also draws forced decisions, since it is asked for all tables at once, but they are never trained on.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from adut import Game, OptionError
from adut.agents import Agent, Turn, ask, make
from adut.api.batch import Batch
from adut.core.state import check_seed
from adut.engine.cpu import SMALLEST_PARALLEL
from adut_training import checkpoint
from adut_training.advantages import advantages
from adut_training.checkpoint import CheckpointError
from adut_training.network import ActorCritic, PolicyNetwork, sample
from adut_training.settings import check_kinds, check_names


@dataclass(frozen=True)
class PPOConfig:
    """Everything that a run is told. "Usual" are values that worked on card games; the defaults are for Skat on two cores."""

    total_decisions: int = 50_000_000
    """Decisions with a choice to train on, over all seats. More is better; the schedules below stretch with it. A deal of
    Skat has about 25."""
    minutes: float = 0.0
    """Train for so long instead, the schedules following the clock; 0: until `total_decisions`. Such a run cannot be repeated
    exactly, since it gets as far as the machine is fast."""
    seed: int = 0
    """Of deals, weights and draws."""

    teacher: str = "rule"
    """An agent (a name for `adut.agents.make`) whose play the networks imitate first; each game has a `rule`-based one. Where a
    weak player is better off passing, self-play from nothing ends in all passing for ever; a teacher leads past that, and
    saves most of the beginning."""
    teacher_share: float = 0.1
    """Share of the run spent on imitation; 0: self-play from nothing. A few million decisions copy a rule-based player closely;
    less leaves more of the run for what it cannot teach. Usual: 0.03 to 0.2."""

    num_tables: int = 1024
    """Tables stepped together. More make larger inference batches (faster, up to what the caches hold) and shorter windows
    for the same memory. Usual: 1,024 to 4,096 on a CPU, 16,384 to 65,536 on a GPU."""
    num_steps: int = 64
    """Decisions at each table between two updates. Longer windows lose fewer decisions at their ends (each seat's last
    decision only closes the one before) and make more minibatches from one policy, hence staler samples. Usual: 32 to 128."""

    learning_rate: float = 7e-4
    """Adam's step at the start. Higher learns faster and forgets more; with large minibatches it may be higher. Usual:
    2.5e-4 to 2e-3."""
    learning_rate_end: float = 5e-5
    """At the end; geometric in between. The decay turns late noise into strength: a tenth to a thirtieth of the start."""
    epochs: int = 1
    """Passes over each window. Fresh samples cost little more than repeated ones here, and repeated ones drag the policy from
    the one that played. Usual: 1 to 4, 1 where playing is cheap."""
    minibatch_size: int = 1024
    """Samples in a gradient step. Small ones take more steps from the same samples, which matters most when samples are few;
    large ones have less noise and keep a GPU busy. Usual: 256 to 2,048 on a CPU, where they cost the same per sample, and 8,192
    to 32,768 on a GPU."""
    max_grad_norm: float = 0.5
    """Bound of the gradient's norm, for policy and critic apart. Usual: 0.5 to 1."""

    gamma: float = 1.0
    """Discount from a seat's decision to its next one. A deal is short and paid at its end: 1."""
    gae_lambda: float = 0.95
    """Weight of later value estimates against nearer ones. 1 is the plain outcome (no bias, much noise); lower trusts the
    critic more. A good oracle critic allows 0.8 to 0.95."""
    clip: float = 0.2
    """How far the probability of an action may move in one update before its gradient is cut. Usual: 0.1 to 0.3; large (1e9)
    to leave the restraint to `kl_coef`, as MMD does."""
    normalise_advantages: bool = True
    """Divide advantages by their standard deviation over the window, which frees the coefficients below from the size of the
    rewards. Off, they are in units of reward, as theory has it."""
    value_coef: float = 0.5
    """Weight of the critic's loss. Matters only with `shared_trunk`. Usual: 0.25 to 1."""

    entropy_coef: float = 0.01
    """Weight of the policy's entropy at the start. High values keep every action explored (in small games with hidden
    information 0.05 to 0.2 beat the customary 0.01: arXiv 2502.08938) but make the policy play badly on purpose, which costs
    most where many bids are legal and nearly all are bad, as in Skat. Usual: 0.005 to 0.2."""
    entropy_coef_end: float = 0.001
    """At the end; geometric in between. Low lets the policy sharpen; near 0 it becomes easy to exploit. Usual: 0.0005 to
    0.02."""
    magnet: str = "none"
    """What the policy is drawn to: `none`, `uniform` (the same as entropy, with `magnet_coef` added), or `past`: a copy of the
    policy from up to `magnet_interval` updates ago, which damps the circling of self-play at the cost of one more inference."""
    magnet_coef: float = 0.0
    """Weight of the divergence from the magnet. Usual: 0.025 to 0.2."""
    magnet_interval: int = 100
    """Updates between two copies of the policy into the magnet `past`. Slow copies hold back more. Usual: 50 to 500."""
    kl_coef: float = 0.0
    """Weight of the divergence from the policy that collected the window (1 / step size in MMD's terms). With it the clip can
    be left out. Usual: 0 with clip, else 0.05 to 1."""

    widths: tuple[int, ...] = (256, 256, 256)
    """Hidden layers of the policy. Time grows with their squares; strength grows slowly. Usual: 3 x 128 to 4 x 512."""
    critic_widths: tuple[int, ...] = (256, 256, 256)
    """Hidden layers of the critic. It is dropped after training, so only training pays for it."""
    activation: str = "relu"
    """`relu` (fastest) or `silu` (smoother, some 10 % slower on a CPU)."""
    oracle: bool = True
    """Whether the critic sees the hidden cards: far less noise in the advantages, nothing to pay at play."""
    shared_trunk: bool = False
    """Whether the critic reads the policy's last layer instead of having layers of its own: nearly twice as fast, but the two
    losses compete. `critic_widths` should then be small."""

    sparring_share: float = 0.1
    """Share of tables at which one side is the present policy and all others an opponent from outside, another one in each
    window. Guards against forgetting and against blindness to play that self-play never shows; its samples cost three times as
    much. Usual: 0 to 0.25."""
    sparring: tuple[str, ...] = ("random", "rule")
    """Agents among those opponents, by name; the others are past policies. A policy that trained against an agent knows it when
    it is evaluated against it."""
    past_interval: int = 200
    """Updates between two copies of the policy kept as opponents; 0: none."""
    past_keep: int = 8
    """How many past policies are kept, the oldest leaving first."""

    device: str = "auto"
    """`auto` takes a GPU if there is one; or `cpu`, `cuda`, `cuda:1`."""
    threads: int = 0
    """Threads of PyTorch; 0 leaves it to PyTorch (all cores). Processes that share cores should not use them all."""
    autocast: str = "auto"
    """Matrix products in bfloat16: `on`, `off`, or `auto`: where a timing at the start finds it faster. A resumed run
    keeps what was found."""
    compile: bool = False
    """Use torch.compile: needs a C++ compiler, takes a minute at the start, gains some 10 to 20 %."""

    checkpoint_minutes: float = 5.0
    """Minutes between checkpoints; one is also written at the start and at the end. A killed run loses at most so much."""
    checkpoint_keep: int = 2
    """The last checkpoints to keep."""
    milestone_interval: int = 0
    """Keep the checkpoint of every so many updates for good (and write one then); 0: none."""

    def __post_init__(self) -> None:
        for name in ("widths", "critic_widths", "sparring"):
            if isinstance(getattr(self, name), list):
                object.__setattr__(self, name, tuple(getattr(self, name)))
        for name, choices in (
            ("magnet", ("none", "uniform", "past")),
            ("activation", ("relu", "silu")),
            ("autocast", ("auto", "on", "off")),
        ):
            if getattr(self, name) not in choices:
                raise OptionError(f"{name} is one of {', '.join(choices)}, not {getattr(self, name)!r}")
        check_kinds(self)
        check_seed(self.seed)
        counts = "total_decisions num_tables num_steps epochs minibatch_size magnet_interval past_keep checkpoint_keep"
        for name in counts.split():
            if getattr(self, name) < 1:
                raise OptionError(f"{name} is at least 1, not {getattr(self, name)}")
        intervals = "minutes threads past_interval checkpoint_minutes milestone_interval"
        weights = "value_coef entropy_coef entropy_coef_end magnet_coef kl_coef"
        for name in [*intervals.split(), *weights.split()]:
            if getattr(self, name) < 0:
                raise OptionError(f"{name} is at least 0, not {getattr(self, name)}")
        for name in ("learning_rate", "learning_rate_end", "max_grad_norm", "clip"):
            if getattr(self, name) <= 0:
                raise OptionError(f"{name} is greater than 0, not {getattr(self, name)}")
        for name in ("teacher_share", "sparring_share", "gamma", "gae_lambda"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name} is from 0 to 1, not {getattr(self, name)}")
        for name in ("widths", "critic_widths"):
            if not all(width >= 1 for width in getattr(self, name)):
                raise OptionError(f"{name} are numbers of units, each at least 1, not {list(getattr(self, name))}")
        if not self.widths:
            raise OptionError("widths names at least one hidden layer")

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> PPOConfig:
        """The config of a configuration group. Raises OptionError for unknown names and wrong values."""
        check_names("algo", settings, [known.name for known in fields(cls)])
        return cls(**settings)

    @classmethod
    def fields_that_stay(cls) -> tuple[str, ...]:
        """The fields that a resumed run may not change: the network and the tables that its checkpoint holds depend on them."""
        return ("widths", "critic_widths", "activation", "oracle", "shared_trunk", "num_tables", "seed")


STUDENT_SHARE = 0.25
"""Share of the tables at which the pupil's own decisions are played while it is taught: the teacher then also shows what to do
in positions into which only the pupil gets (DAgger, arXiv 1011.0686)."""


def between(start: float, end: float, progress: float) -> float:
    """A schedule from start to end: geometric, or linear where one of them is 0."""
    if start > 0 and end > 0:
        return float(start * (end / start) ** progress)
    return start + (end - start) * progress


@dataclass
class Progress:
    """Where a run stands, and what its last update measured."""

    iteration: int = 0
    decisions: int = 0
    """Samples trained on."""
    deals: int = 0
    """Episodes finished: deals, or matches with `episode=match`."""
    seconds: float = 0.0
    """Time spent training, over all resumed parts."""
    total_decisions: int = 0
    total_seconds: float = 0.0
    metrics: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_kinds(self)

    @property
    def done(self) -> float:
        """The share of the run that is over, 0 to 1."""
        if self.total_seconds:
            return min(1.0, self.seconds / self.total_seconds)
        return min(1.0, self.decisions / self.total_decisions)


class Trainer:
    """A run: `iterate` plays a window and updates the networks with it.

    Args:
        game: any game of the suite.
        config: see there.
        sheet: the match sheets with which episodes begin, None for empty ones or `random`.
    """

    def __init__(self, game: Game, config: PPOConfig, sheet: str | None = None) -> None:
        self.game, self.config, self.sheet = game, config, sheet
        _warm_up(game)
        torch.set_num_threads(config.threads or torch.get_num_threads())
        self.device = pick_device(config.device)
        if self.device.type == "cuda":  # TF32; on a CPU without it the same setting is several times slower
            torch.set_float32_matmul_precision("high")
        torch.manual_seed(config.seed)
        self.network = ActorCritic(
            game,
            config.widths,
            config.critic_widths,
            config.activation,
            oracle=config.oracle,
            shared=config.shared_trunk,
        ).to(self.device)
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), config.learning_rate, eps=1e-6, fused=self.device.type in ("cpu", "cuda")
        )
        self.teacher = make(config.teacher, game) if config.teacher_share else None
        self.sparring = [make(name, game) for name in config.sparring] if config.sparring_share else []
        self.magnet = self._copy_of_policy() if config.magnet == "past" else None
        self.past: list[PolicyNetwork] = []
        self.generator = torch.Generator(self.device).manual_seed(config.seed)
        self.random = np.random.default_rng(config.seed)
        self.autocast = self._pick_autocast()
        self.evaluate_both: Callable[..., tuple[Tensor, Tensor]] = self.network
        self.evaluate_policy: Callable[..., Tensor] = self.network.policy
        if config.compile:
            self.evaluate_both = torch.compile(self.network, dynamic=True)
            self.evaluate_policy = torch.compile(self.network.policy, dynamic=True)
        self.progress = Progress(total_decisions=config.total_decisions, total_seconds=60 * config.minutes)
        self.clock: dict[str, float] = {}
        self._make_window()
        self.batch = Batch(game, config.num_tables, config.seed, threads=config.threads or None, sheet=sheet)
        self.batch.reset()
        self._read_batch()

    # The window: T steps at N tables, in PyTorch's memory on the device. NumPy sees the parts on the CPU without a copy.

    def _make_window(self) -> None:
        game, steps, tables = self.game, self.config.num_steps, self.config.num_tables
        pin = self.device.type == "cuda"

        def bytes_(rows: int, size: int, device: torch.device) -> Tensor:
            return torch.zeros((rows, tables, size), dtype=torch.int8, device=device)

        self.observation = bytes_(steps + 1, game.layout.size, self.device)
        self.mask = bytes_(steps + 1, game.num_actions, self.device)
        self.hidden = bytes_(steps, game.hidden_layout.size, self.device) if self.config.oracle else None
        host = torch.device("cpu")
        self.staging: tuple[Tensor, Tensor, Tensor] | None = None
        """On a GPU the batch writes here, from where the bytes are copied."""
        if pin:
            observation, mask, hidden = (
                bytes_(1, size, host)[0].pin_memory() for size in (game.layout.size, game.num_actions, game.hidden_layout.size)
            )
            self.staging = (observation, mask, hidden)
        self.action = torch.zeros((steps, tables), dtype=torch.int64, device=self.device)
        self.log_probability = torch.zeros((steps, tables), device=self.device)
        self.actor = np.zeros((steps, tables), np.int64)
        self.decided = np.zeros((steps, tables), np.bool_)
        self.complete = np.zeros((steps, tables), np.bool_)
        self.rewards = np.zeros((steps, tables, game.seats), np.float32)
        self.finished = np.zeros((steps, tables), np.bool_)
        self.value = np.zeros((steps, tables), np.float32)
        self.advantage = np.zeros((steps, tables), np.float32)
        self.student = torch.arange(tables, device=self.device) < STUDENT_SHARE * tables
        self.learns = np.ones((tables, game.seats), np.bool_)
        """Which seats the present policy plays: one side at the first tables, all elsewhere."""
        for table in range(round(self.config.sparring_share * tables)):
            self.learns[table] = False
            self.learns[table, list(game.sides[table % len(game.sides)])] = True

    def _read_batch(self) -> None:
        """The present observations and masks as the last row of a window; the next begins with it."""
        self.observation[-1] = torch.from_numpy(self.batch.observation).to(self.device)
        self.mask[-1] = torch.from_numpy(self.batch.action_mask).to(self.device)

    # One iteration.

    @property
    def taught(self) -> bool:
        """Whether the run still imitates its teacher."""
        return self.progress.done < self.config.teacher_share

    def iterate(self) -> Progress:
        """Play a window, update the networks with it, and say what happened."""
        started = time.perf_counter()
        self.clock = dict.fromkeys(("environment", "agents", "inference", "values", "update"), 0.0)
        self.metrics: dict[str, float] = dict.fromkeys(("explained_variance", "advantage_std", "entropy"), math.nan)
        self.play()
        self.estimate()
        self.update()
        config, progress, taught = self.config, self.progress, self.taught
        progress.iteration += 1
        if self.magnet is not None and (taught or progress.iteration % config.magnet_interval == 0):
            self.magnet.load_state_dict(self.network.policy.state_dict())
        keeps = config.sparring_share and config.past_interval and not taught
        if keeps and progress.iteration % config.past_interval == 0:
            self.past = [*self.past, self._copy_of_policy()][-config.past_keep :]
        seconds = time.perf_counter() - started
        samples = int(self.complete.sum())
        progress.decisions += samples
        progress.deals += int(self.finished.sum())
        progress.seconds += seconds
        self.metrics |= {
            "decisions_per_second": samples / seconds,
            "steps_per_second": self.finished.size / seconds,
            "deals_per_second": float(self.finished.sum()) / seconds,
            **{f"time_{name}": spent / seconds for name, spent in self.clock.items()},
        }
        progress.metrics = self.metrics
        return progress

    @torch.inference_mode()
    def play(self) -> None:
        """Collect a window of T decisions at each table."""
        batch = self.batch
        teacher = self.teacher if self.taught else None
        opponents: list[Agent | PolicyNetwork] = []
        if self.config.sparring_share and teacher is None:
            opponents = [*self.sparring, *self.past]
        opponent = opponents[self.random.integers(len(opponents))] if opponents else None
        blank = 0
        self.observation[0], self.mask[0] = self.observation[-1], self.mask[-1]
        for t in range(self.config.num_steps):
            begun = time.perf_counter()
            self.actor[t] = batch.actor
            action, self.log_probability[t] = self._draw(self.evaluate_policy, self.observation[t], self.mask[t])
            self._tick("inference", begun)
            played = action
            if teacher is not None:
                action = self._ask(teacher, t, np.arange(batch.num_tables))
                played = torch.where(self.student, played, action)
            elif opponent is not None:
                theirs = np.flatnonzero(self._of_opponent(batch.actor))
                played = action.clone()
                played[torch.from_numpy(theirs).to(self.device)] = self._ask(opponent, t, theirs)
            begun = time.perf_counter()
            self.action[t] = action
            actions = played.cpu().numpy()
            self._tick("inference", begun)
            begun = time.perf_counter()
            self._step(t, actions)
            self.rewards[t] = batch.rewards
            self.finished[t] = batch.done
            blank += int((batch.scores[batch.done] == 0).all(1).sum())
            self._tick("environment", begun)
        self.decided[:] = (self.mask[:-1].sum(2, dtype=torch.int32) > 1).cpu().numpy()
        self.metrics["forced_share"] = 1.0 - float(self.decided.mean())
        if opponent is not None:
            self.decided &= ~self._of_opponent(self.actor)
        deals = max(1, int(self.finished.sum()))
        self.metrics["blank_deals"] = blank / deals
        self.metrics["decisions_per_deal"] = self.decided.size / deals

    def _ask(self, agent: Agent | PolicyNetwork, t: int, tables: NDArray[np.int64]) -> Tensor:
        """What an opponent or the teacher does at some tables."""
        begun = time.perf_counter()
        if isinstance(agent, PolicyNetwork):
            where = torch.from_numpy(tables).to(self.device)
            drawn = self._draw(agent, self.observation[t][where], self.mask[t][where])[0]
            self._tick("inference", begun)
            return drawn
        actions = torch.from_numpy(ask(agent, Turn(self.game, self.batch.states, tables))).to(self.device)
        self._tick("agents", begun)
        return actions

    def _of_opponent(self, actor: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Where the opponent decides."""
        theirs: NDArray[np.bool_] = ~self.learns[np.arange(actor.shape[-1]), actor]
        return theirs

    def _draw(self, policy: Callable[..., Tensor], observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Actions and their log-probabilities."""
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.autocast):
            log_probabilities = policy(observation, mask)
        uniform = torch.rand(len(observation), generator=self.generator, device=self.device)
        actions = sample(log_probabilities, uniform)
        return actions, log_probabilities.gather(1, actions.unsqueeze(1)).squeeze(1)

    def _step(self, t: int, actions: NDArray[np.int64]) -> None:
        """Step the tables, straight into the next row of the window."""
        if self.staging is None:
            if self.hidden is not None:
                self.batch.hidden(out=self.hidden[t].numpy())
            self.batch.step(actions, out=(self.observation[t + 1].numpy(), self.mask[t + 1].numpy()))
            return
        observation, mask, hidden = self.staging
        if self.hidden is not None:
            self.batch.hidden(out=hidden.numpy())
            self.hidden[t].copy_(hidden, non_blocking=True)
        self.batch.step(actions, out=(observation.numpy(), mask.numpy()))
        self.observation[t + 1].copy_(observation, non_blocking=True)
        self.mask[t + 1].copy_(mask, non_blocking=True)

    @torch.inference_mode()
    def estimate(self) -> None:
        """Values and advantages of the window's decisions."""
        begun = time.perf_counter()
        config = self.config
        rows = np.flatnonzero(self.decided)
        found = []
        for part in np.array_split(rows, max(1, len(rows) // config.minibatch_size)):
            where = torch.from_numpy(part).to(self.device)
            with torch.autocast(self.device.type, torch.bfloat16, enabled=self.autocast):
                found.append(self.network.values(self._flat(self.observation, where), self._flat_hidden(where)))
        self.value.reshape(-1)[rows] = torch.cat(found).cpu().numpy()
        advantages(
            self.rewards,
            self.finished,
            self.actor,
            self.decided,
            self.value,
            config.gamma,
            config.gae_lambda,
            self.advantage,
            self.complete,
        )
        value, advantage = self.value[self.complete], self.advantage[self.complete]
        if len(advantage):
            self.metrics["explained_variance"] = float(1 - advantage.var() / max(1e-12, (value + advantage).var()))
            self.metrics["advantage_std"] = float(advantage.std())
        self._tick("values", begun)

    def update(self) -> None:
        """Gradient steps on the window."""
        begun = time.perf_counter()
        config, progress = self.config, self.progress.done
        learning_rate = between(config.learning_rate, config.learning_rate_end, progress)
        entropy_coef = between(config.entropy_coef, config.entropy_coef_end, progress)
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        rows = torch.from_numpy(np.flatnonzero(self.complete)).to(self.device)
        if len(rows) < 2:  # a single advantage has no spread to divide by
            return
        advantage = torch.from_numpy(self.advantage).to(self.device).view(-1)
        target = advantage + torch.from_numpy(self.value).to(self.device).view(-1)
        if config.normalise_advantages:
            spread, mean = torch.std_mean(advantage[rows])
            advantage = (advantage - mean) / (spread + 1e-8)
        sums: dict[str, Tensor] = {}
        steps = 0
        for _ in range(config.epochs):
            order = rows[torch.randperm(len(rows), generator=self.generator, device=self.device)]
            for where in order.tensor_split(max(1, round(len(rows) / config.minibatch_size))):
                losses = self._losses(where, advantage[where], target[where], entropy_coef)
                self.optimizer.zero_grad(set_to_none=True)
                losses["loss"].backward()  # type: ignore[no-untyped-call]
                for module in (self.network.policy, self.network.critic):
                    torch.nn.utils.clip_grad_norm_(module.parameters(), config.max_grad_norm)
                self.optimizer.step()
                steps += 1
                for name, value in losses.items():
                    sums[name] = sums[name] + value.detach() if name in sums else value.detach()
        self.metrics |= {name: float(total) / steps for name, total in sums.items()}
        self.metrics |= {"learning_rate": learning_rate, "entropy_coef": entropy_coef}
        self._tick("update", begun)

    def _losses(self, where: Tensor, advantage: Tensor, target: Tensor, entropy_coef: float) -> dict[str, Tensor]:
        """The loss of a minibatch and its parts."""
        config = self.config
        observation, mask = self._flat(self.observation, where), self._flat(self.mask, where)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.autocast):
            log_probabilities, value = self.evaluate_both(observation, mask, self._flat_hidden(where))
        action = self.action.view(-1)[where]
        log_probability = log_probabilities.gather(1, action.unsqueeze(1)).squeeze(1)
        value_loss = 0.5 * (value - target).square().mean()
        probabilities = log_probabilities.exp()
        entropy = -(probabilities * log_probabilities).sum(1).mean()
        loss = config.value_coef * value_loss - entropy_coef * entropy
        if self.taught:
            imitation = -log_probability.mean()
            return {"loss": loss + imitation, "value_loss": value_loss, "entropy": entropy, "imitation_loss": imitation}
        log_ratio = log_probability - self.log_probability.view(-1)[where]
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
        policy_loss = -torch.minimum(ratio * advantage, clipped * advantage).mean()
        divergence = (ratio - 1 - log_ratio).mean()  # estimates KL(old, new) without bias, and is never negative
        loss = loss + policy_loss
        if config.kl_coef:
            loss = loss + config.kl_coef * divergence
        parts = {"policy_loss": policy_loss, "value_loss": value_loss, "entropy": entropy, "kl_old": divergence}
        if config.magnet == "uniform":
            parts["kl_magnet"] = mask.sum(1, dtype=torch.float32).log().mean() - entropy
            loss = loss + config.magnet_coef * parts["kl_magnet"]
        elif self.magnet is not None:
            with torch.no_grad(), torch.autocast(self.device.type, torch.bfloat16, enabled=self.autocast):
                drawn_to = self.magnet(observation, mask)
            parts["kl_magnet"] = (probabilities * (log_probabilities - drawn_to)).sum(1).mean()
            loss = loss + config.magnet_coef * parts["kl_magnet"]
        parts["clipped"] = ((ratio - 1).abs() > config.clip).float().mean()
        return {"loss": loss, **parts}

    # Small parts.

    def _flat(self, rows: Tensor, where: Tensor) -> Tensor:
        return rows.view(-1, rows.shape[2]).index_select(0, where)

    def _flat_hidden(self, where: Tensor) -> Tensor | None:
        return None if self.hidden is None else self._flat(self.hidden, where)

    def _tick(self, name: str, begun: float) -> None:
        self.clock[name] += time.perf_counter() - begun

    def _copy_of_policy(self) -> PolicyNetwork:
        config = self.config
        high = self.game.layout.high.tolist()
        twin = PolicyNetwork(high, self.game.num_actions, config.widths, config.activation).to(self.device)
        twin.load_state_dict(self.network.policy.state_dict())
        return twin.requires_grad_(False)

    def _pick_autocast(self) -> bool:
        """Whether matrix products in bfloat16 are faster here, by a short timing."""
        if self.config.autocast != "auto":
            return self.config.autocast == "on"
        rows = torch.zeros((4096, self.game.layout.size), dtype=torch.int8, device=self.device)
        mask = torch.ones((4096, self.game.num_actions), dtype=torch.int8, device=self.device)
        best = {}
        for enabled in (False, True):
            times = []
            for _ in range(4):
                begun = time.perf_counter()
                with torch.inference_mode(), torch.autocast(self.device.type, torch.bfloat16, enabled=enabled):
                    float(self.network.policy(rows, mask).sum())
                times.append(time.perf_counter() - begun)
            best[enabled] = min(times)
        return best[True] < 0.9 * best[False]

    # Checkpoints.

    def save(self, path: Path) -> None:
        """Write everything that `restore` needs to go on exactly."""
        tensors = {f"network.{name}": tensor for name, tensor in self.network.state_dict().items()}
        if self.magnet is not None:
            tensors |= {f"magnet.{name}": tensor for name, tensor in self.magnet.state_dict().items()}
        for i, policy in enumerate(self.past):
            tensors |= {f"past.{i}.{name}": tensor for name, tensor in policy.state_dict().items()}
        for i, state in self.optimizer.state_dict()["state"].items():
            tensors |= {f"optimizer.{i}.{name}": value for name, value in state.items()}
        tensors["generator"] = self.generator.get_state()
        tensors["tables"] = torch.from_numpy(np.frombuffer(self.batch.get_states().tobytes(), np.uint8).copy())
        description = {
            "kind": "checkpoint",
            "game": checkpoint.describe_game(self.game),
            "sheet": self.sheet,
            "config": asdict(self.config),
            "progress": asdict(self.progress),
            "random": self.random.bit_generator.state,
            "past": len(self.past),
            "autocast": self.autocast,
        }
        checkpoint.save(path, tensors, description)

    def restore(self, path: Path) -> None:
        """Go on where `save` left off. Raises CheckpointError; the trainer is then of no further use."""
        tensors, description = checkpoint.load(path)
        with checkpoint.reading(path):
            self._restore(path, tensors, description)

    def _restore(self, path: Path, tensors: dict[str, Tensor], description: dict[str, Any]) -> None:
        if description.get("kind") != "checkpoint":
            raise CheckpointError(f"{path} holds a policy alone; training goes on from a checkpoint")
        checkpoint.check_game(path, description, self.game, same_options=True)
        if description.get("sheet") != self.sheet:
            raise CheckpointError(f"{path} was trained with sheet={description.get('sheet')}; resume with the same")
        for name in PPOConfig.fields_that_stay():
            saved, wanted = description["config"].get(name), asdict(self.config)[name]
            if saved != (list(wanted) if isinstance(wanted, tuple) else wanted):
                raise CheckpointError(f"{path} was trained with {name}={saved}, not {wanted}; resume with the same")
        checkpoint.load_weights(path, self.network, tensors, "network.")
        if self.magnet is not None:
            source = "magnet." if "magnet.head.bias" in tensors else "network.policy."
            checkpoint.load_weights(path, self.magnet, tensors, source)
        self.past = []
        for i in range(description["past"]):
            self.past.append(self._copy_of_policy())
            checkpoint.load_weights(path, self.past[-1], tensors, f"past.{i}.")
        state: dict[int, dict[str, Tensor]] = {}
        for name, tensor in tensors.items():
            if name.startswith("optimizer."):
                _, index, part = name.split(".")
                state.setdefault(int(index), {})[part] = tensor
        self.optimizer.load_state_dict({"state": state, "param_groups": self.optimizer.state_dict()["param_groups"]})
        if self.device.type == "cpu" or len(tensors["generator"]) == len(self.generator.get_state()):
            self.generator.set_state(tensors["generator"])
        self.random.bit_generator.state = description["random"]
        self.batch.set_states(tensors["tables"].numpy().tobytes())
        self._read_batch()
        if self.config.autocast == "auto":  # format 1 does not say
            self.autocast = bool(description.get("autocast", self.autocast))
        goal = {"total_decisions": self.config.total_decisions, "total_seconds": 60 * self.config.minutes}
        self.progress = Progress(**{**description["progress"], **goal})

    def export(self, path: Path, half: bool = False) -> None:
        """Write the policy alone, for `load_agent`: float32, or float16 in half the space."""
        dtype = torch.float16 if half else torch.float32
        tensors = {name: tensor.to(dtype) for name, tensor in self.network.policy.state_dict().items()}
        description = {
            "kind": "policy",
            "game": checkpoint.describe_game(self.game),
            "network": {"widths": list(self.config.widths), "activation": self.config.activation},
            "decisions": self.progress.decisions,
            "deals": self.progress.deals,
        }
        checkpoint.save(path, tensors, description)


def _warm_up(game: Game) -> None:
    """Compile what the batch runs, before the clock starts; also, Numba's threads would undo the number of PyTorch's."""
    batch = Batch(game, SMALLEST_PARALLEL, seed=0)
    batch.reset()
    batch.step(batch.random_actions(0))
    batch.hidden()


def pick_device(name: str) -> torch.device:
    """The device that a config names. Raises OptionError for one that is not there."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError:
        raise OptionError(f"device={name}: PyTorch knows no such device; use auto, cpu, cuda or cuda:1") from None
    if device.type == "cuda" and not torch.cuda.is_available():
        raise OptionError(f"device={name}: this PyTorch sees no CUDA device; use device=auto or device=cpu")
    return device


def train(
    game: Game,
    config: PPOConfig,
    folder: Path,
    *,
    resume: bool = False,
    report: Callable[[Trainer], None] | None = None,
    sheet: str | None = None,
) -> Trainer:
    """Train until `config.total_decisions` are reached, or for `config.minutes`.

    Args:
        game: any game of the suite.
        config: the hyperparameters.
        folder: of the run; checkpoints go to `checkpoints/`, the policy to `policy.safetensors`.
        resume: go on from the newest sound checkpoint of the folder; in an empty one, begin.
        report: called after every update, for logs, progress and evaluation.
        sheet: the match sheets with which episodes begin, None for empty ones or `random`.

    Raises:
        CheckpointError: the folder holds a run already and `resume` is off, its checkpoint does not fit, it holds results
            without a checkpoint, or another run works in it. Nothing was written then.
    """
    with checkpoint.locked(folder):
        trainer = begin(game, config, folder, resume=resume, sheet=sheet)
        go_on(trainer, folder, report)
    return trainer


def begin(game: Game, config: PPOConfig, folder: Path, *, resume: bool, sheet: str | None) -> Trainer:
    """The first half of `train`: the trainer, restored if the run goes on."""
    found = checkpoint.starting_point(folder, resume)
    trainer = Trainer(game, config, sheet)
    if found is not None:
        trainer.restore(found)
    checkpoint.tidy(folder, found)
    return trainer


def go_on(trainer: Trainer, folder: Path, report: Callable[[Trainer], None] | None) -> None:
    """The second half of `train`: play and update to the end. A checkpoint follows the report of its update, so a resumed run
    has the log of everything before it."""
    config = trainer.config

    def keep() -> None:
        path = checkpoint.checkpoint_path(folder / checkpoint.CHECKPOINTS, trainer.progress.iteration)
        trainer.save(path)
        trainer.export(folder / checkpoint.POLICY)
        checkpoint.prune(path, config.checkpoint_keep, config.milestone_interval)

    keep()
    last = time.monotonic()
    while trainer.progress.done < 1:
        progress = trainer.iterate()
        if report is not None:
            report(trainer)
        milestone = config.milestone_interval and progress.iteration % config.milestone_interval == 0
        if progress.done >= 1 or milestone or time.monotonic() - last > 60 * config.checkpoint_minutes:
            keep()
            last = time.monotonic()
