"""Checkpoints: one safetensors file each, with a JSON description in its header. No pickle anywhere.

A file is written beside its place, flushed to the disk and then renamed, so a full disk or a kill leaves the one before it
whole. A digest over all tensors tells a damaged file from a sound one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as to_safetensors
from torch import Tensor

from adut import AdutError, Game

FORMAT = 1
KEY = "adut"
"""The key of the description in the header of the file."""
_NAME = re.compile(r"checkpoint_(\d{9})\.safetensors")


class CheckpointError(AdutError):
    """A checkpoint that is missing, damaged, or of another game, layout or network."""


def save(path: Path, tensors: Mapping[str, Tensor], description: Mapping[str, Any]) -> None:
    """Write tensors and a description that JSON can hold, all or nothing."""
    plain = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    text = json.dumps({**description, "format": FORMAT, "digest": _digest(plain)})
    write_atomically(path, to_safetensors(plain, {KEY: text}))


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
            text = (file.metadata() or {}).get(KEY)
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        description = json.loads(text) if text else None
    except (SafetensorError, OSError, ValueError) as error:
        raise CheckpointError(f"{path} is damaged or no checkpoint: {error}") from None
    if not isinstance(description, dict):
        raise CheckpointError(f"{path} is a safetensors file, but not one of adut")
    if description.get("format") != FORMAT:
        raise CheckpointError(f"{path} has format {description.get('format')}; this program reads format {FORMAT}")
    if description.get("digest") != _digest(tensors):
        raise CheckpointError(f"{path} is damaged: its tensors do not match the digest in its header")
    return tensors, description


def _digest(tensors: Mapping[str, Tensor]) -> str:
    digest = hashlib.sha256()
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
    """Copy the tensors under a prefix into a module. Raises CheckpointError when names or shapes differ."""
    found = {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}
    wanted = module.state_dict()
    if found.keys() != wanted.keys() or any(found[name].shape != wanted[name].shape for name in wanted):
        raise CheckpointError(f"{path} holds another network than the one that is asked for (layers or widths differ)")
    module.load_state_dict({name: tensor.to(wanted[name].dtype) for name, tensor in found.items()})


# A folder of checkpoints.


def checkpoint_path(folder: Path, iteration: int) -> Path:
    return folder / f"checkpoint_{iteration:09d}.safetensors"


def checkpoints(folder: Path) -> list[Path]:
    """All checkpoints in a folder, oldest first."""
    return sorted(path for path in folder.glob("checkpoint_*.safetensors") if _NAME.fullmatch(path.name))


def refuse_taken(folder: Path) -> None:
    """Raise CheckpointError if the folder of a run holds checkpoints already."""
    if checkpoints(folder / "checkpoints"):
        raise CheckpointError(f"{folder} holds a run already; go on with resume=true, or choose another folder")


def iteration_of(path: Path) -> int:
    """The iteration that a checkpoint's name tells."""
    match = _NAME.fullmatch(path.name)
    assert match
    return int(match.group(1))


def prune(folder: Path, keep: int, milestone: int) -> None:
    """Delete all checkpoints but the last `keep` and those of every `milestone`-th iteration (0: none)."""
    for path in checkpoints(folder)[:-keep]:
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
