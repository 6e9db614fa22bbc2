"""Checkpoints: one safetensors file each, with a JSON description in its header. No pickle anywhere.

A file is written beside its place, flushed to the disk and then renamed, so a full disk or a kill leaves the one before it
whole. A digest over the tensors and the description tells a damaged or edited file from a sound one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as to_safetensors
from torch import Tensor

from adut import AdutError, Game

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

FORMAT = 2
"""Format 1, which is still read, kept the digest in the description, and the digest covered the tensors alone."""
KEY, DIGEST = "adut", "adut_digest"
"""The keys of the description and of the digest in the header of the file."""
CHECKPOINTS, POLICY, METRICS, EVALUATIONS = "checkpoints", "policy.safetensors", "metrics.jsonl", "evaluations.jsonl"
"""What the folder of a run holds that cannot be made again without training."""
LOCK = ".lock"
_NAME = re.compile(r"checkpoint_(\d{9})\.safetensors")


class CheckpointError(AdutError):
    """A checkpoint that is missing, damaged, or of another game, layout or network."""


def save(path: Path, tensors: Mapping[str, Tensor], description: Mapping[str, Any]) -> None:
    """Write tensors and a description that JSON can hold, all or nothing."""
    plain = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    text = json.dumps({**description, "format": FORMAT})
    write_atomically(path, to_safetensors(plain, {KEY: text, DIGEST: _digest(plain, text)}))


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file by another in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    if hasattr(os, "O_DIRECTORY"):  # the renaming itself survives a power cut on POSIX systems only after this
        folder = os.open(path.parent, os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def load(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors and the description that `save` wrote. Raises CheckpointError."""
    if not path.is_file():
        raise CheckpointError(f"there is no checkpoint {path}")
    try:
        with safe_open(str(path), framework="pt") as file:
            header = file.metadata() or {}
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        text = header.get(KEY, "null")
        description = json.loads(text)
    except (SafetensorError, OSError, ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} is damaged or no checkpoint: {error}") from None
    if not isinstance(description, dict):
        raise CheckpointError(f"{path} is a safetensors file, but not one of adut")
    if description.get("format") not in (1, FORMAT):
        raise CheckpointError(f"{path} has format {description.get('format')}; this program reads the formats 1 and {FORMAT}")
    old = description["format"] == 1
    if (description.get("digest") if old else header.get(DIGEST)) != _digest(tensors, "" if old else text):
        raise CheckpointError(f"{path} is damaged: what it holds does not match the digest in its header")
    return tensors, description


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Where a description is read: whatever is missing or malformed in it is a CheckpointError."""
    try:
        yield
    except CheckpointError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RuntimeError) as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise CheckpointError(f"{path} is malformed: its description cannot be read ({reason})") from error


def _digest(tensors: Mapping[str, Tensor], text: str) -> str:
    digest = hashlib.sha256(text.encode())
    for name in sorted(tensors):
        tensor = tensors[name]
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}".encode())
        digest.update(tensor.reshape(-1).view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()


def describe_game(game: Game) -> dict[str, Any]:
    """What a checkpoint says of its game."""
    return {
        "name": game.name,
        "version": game.spec.version,
        "rules": game.rules,
        "options": dict(game.values),
        "episode": game.episode,
        "reward": game.reward,
        "payoff": game.payoff,
        "identity": game.identity,
        "interface": interface(game),
    }


def interface(game: Game) -> str:
    """A hash of what a network sees of a game: layout and actions, but not the options."""
    parts = [game.name, game.layout.describe(), game.hidden_layout.describe(), " ".join(game.spec.actions.names)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def check_game(path: Path, description: Mapping[str, Any], game: Game, *, same_options: bool) -> None:
    """Refuse a checkpoint of another game, layout or (for training to go on) other options. Raises CheckpointError."""
    saved = description.get("game")
    if not isinstance(saved, dict):
        raise CheckpointError(f"{path} does not say of which game it is")
    if saved.get("name") != game.name:
        raise CheckpointError(f"{path} is of {saved.get('name')}, not of {game.name}")
    if saved.get("interface") != interface(game):
        raise CheckpointError(
            f"{path} was made for another observation or other actions of {game.name} (v{saved.get('version')}, "
            f"this is v{game.spec.version}); train again or use the version of adut that made it"
        )
    if same_options and saved.get("identity") != game.identity:
        raise CheckpointError(
            f"{path} was trained with other options: rules {saved.get('rules')!r}, episode {saved.get('episode')!r}, "
            f"reward {saved.get('reward')!r}, payoff {saved.get('payoff')!r}; resume with the same"
        )


def load_weights(path: Path, module: torch.nn.Module, tensors: Mapping[str, Tensor], prefix: str) -> None:
    """Copy the tensors under a prefix into a module.

    Raises:
        CheckpointError: names or shapes differ, or a weight is infinite or no number.
    """
    found = {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}
    wanted = module.state_dict()
    if found.keys() != wanted.keys() or any(found[name].shape != wanted[name].shape for name in wanted):
        raise CheckpointError(f"{path} holds another network than the one that is asked for (layers or widths differ)")
    if not all(tensor.isfinite().all() for tensor in found.values()):
        raise CheckpointError(f"{path} holds weights that are infinite or no numbers; its training has failed")
    module.load_state_dict({name: tensor.to(wanted[name].dtype) for name, tensor in found.items()})


# A folder of checkpoints.


def checkpoint_path(folder: Path, iteration: int) -> Path:
    return folder / f"checkpoint_{iteration:09d}.safetensors"


def checkpoints(folder: Path) -> list[Path]:
    """All checkpoints in a folder, oldest first."""
    return sorted(path for path in folder.glob("checkpoint_*.safetensors") if _NAME.fullmatch(path.name))


def iteration_of(path: Path) -> int:
    """The iteration that a checkpoint's name tells."""
    match = _NAME.fullmatch(path.name)
    assert match
    return int(match.group(1))


def prune(written: Path, keep: int, milestone: int) -> None:
    """Delete the checkpoints before the one just written, but for the last `keep - 1` and every `milestone`-th (0: none)."""
    older = [path for path in checkpoints(written.parent) if path < written]
    for path in older[: max(0, len(older) - (keep - 1))]:
        if not milestone or iteration_of(path) % milestone:
            path.unlink()


def newest(folder: Path) -> Path | None:
    """The newest sound checkpoint of a folder, or None. Damaged ones are passed over."""
    for path in reversed(checkpoints(folder)):
        try:
            load(path)
        except CheckpointError:
            continue
        return path
    return None


# The folder of a run.


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep the folder of a run to oneself. It is made, and removed again if it stays empty.

    The system holds the lock, so a killed run leaves none. Without `fcntl`, or on a file system without locks, there is none.

    Raises:
        CheckpointError: another run holds the folder, or it is a file.
    """
    made = not folder.exists()
    if not made and not folder.is_dir():
        raise CheckpointError(f"{folder} is a file; a run needs a folder")
    folder.mkdir(parents=True, exist_ok=True)
    lock = None if fcntl is None else _lock(folder)  # type: ignore[redundant-expr]
    try:
        yield
    finally:
        if lock is not None:
            (folder / LOCK).unlink(missing_ok=True)
            lock.close()
        if made:
            with suppress(OSError):
                folder.rmdir()


def _lock(folder: Path) -> IO[bytes]:
    path = folder / LOCK
    while True:
        file = path.open("ab")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise CheckpointError(f"another run works in {folder}; wait until it ends, or choose another folder") from None
        except OSError:  # a file system without locks
            return file
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        file.close()  # the run before has just ended and taken its lock file away


def starting_point(folder: Path, resume: bool) -> Path | None:
    """The checkpoint from which a run in a folder goes on, or None if it begins there.

    Raises:
        CheckpointError: the folder holds a run already and `resume` is off; no checkpoint is sound; or there is none, but
            results that a run would overwrite.
    """
    saved = folder / CHECKPOINTS
    if checkpoints(saved):
        if not resume:
            raise CheckpointError(f"{folder} holds a run already; go on with resume=true, or choose another folder")
        found = newest(saved)
        if found is None:
            raise CheckpointError(f"no checkpoint in {saved} is sound")
        return found
    for name in (POLICY, METRICS, EVALUATIONS):
        if (folder / name).exists():
            raise CheckpointError(f"{folder} holds {name} already, but no checkpoint to go on from; choose another folder")
    return None


def tidy(folder: Path, found: Path | None) -> None:
    """Remove what a killed run left half written, and set damaged checkpoints aside that are newer than the one found."""
    for place in (folder, folder / CHECKPOINTS):
        for path in place.glob(".*.[0-9]*.tmp"):
            path.unlink()
    for path in checkpoints(folder / CHECKPOINTS):
        if found is not None and path > found:
            path.replace(path.with_name(f"{path.name}.damaged"))
