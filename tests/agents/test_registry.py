"""Agents are found by name, by entry point and by path, and the errors help."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

import adut
from adut.agents import AGENTS, Agent, AgentError, RandomAgent, make, register
from adut.core.game import Game

GAME = adut.game("skat")


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry that forgets what a test registers."""
    names = dict(AGENTS)
    monkeypatch.setattr("adut.agents.registry.AGENTS", names)


@pytest.mark.parametrize("name", ["random", "rule"])
def test_by_name(name: str) -> None:
    agent = make(name, GAME)
    assert agent.name == name
    assert isinstance(agent, Agent)


def test_a_misspelt_name() -> None:
    with pytest.raises(AgentError, match=r"unknown agent 'rnadom' \(did you mean 'random'\?\); choose from random, rule"):
        make("rnadom", GAME)


def test_an_argument_that_is_not_taken() -> None:
    with pytest.raises(AgentError, match="the agent 'rule' takes no argument, got 'hard'"):
        make("rule:hard", GAME)


@pytest.mark.parametrize("name", ["runs/nowhere/checkpoint", "model.safetensors"])
def test_a_path_that_is_not_there(name: str) -> None:
    with pytest.raises(AgentError, match="there is no checkpoint at"):
        make(name, GAME)


@pytest.mark.usefixtures("registry")
def test_registered_factories_get_game_and_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def factory(game: Game, argument: str) -> Agent:
        seen.append((game, argument))
        return RandomAgent()

    module = ModuleType("somewhere")
    module.factory = factory  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "somewhere", module)
    register("mine", factory)
    register("mine", factory)
    register("theirs", "somewhere:factory")
    make("mine:worlds=40:x", GAME)
    make("theirs", GAME)
    assert seen == [(GAME, "worlds=40:x"), (GAME, "")]
    with pytest.raises(AgentError, match="an agent named 'mine' is registered already"):
        register("mine", "somewhere:else")
    with pytest.raises(AgentError, match="has no colon"):
        register("a:b", factory)


def test_a_checkpoint_is_loaded_by_the_training_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = ModuleType("adut_training.policy")
    module.load_agent = lambda path, game: (path, game)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "adut_training", ModuleType("adut_training"))
    monkeypatch.setitem(sys.modules, "adut_training.policy", module)
    assert make(str(tmp_path), GAME) == (tmp_path, GAME)


def test_a_checkpoint_without_torch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "adut_training", None)
    monkeypatch.delitem(sys.modules, "adut_training.policy", raising=False)
    with pytest.raises(ImportError, match=r"pip install 'adut\[training\]'"):
        make(str(tmp_path), GAME)


def test_what_is_no_name_of_a_game_is_refused() -> None:
    for name in (["skat"], None, 7):
        with pytest.raises(adut.OptionError, match="unknown game"):
            adut.game(name)  # type: ignore[arg-type]
