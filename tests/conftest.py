"""How several workers share the tests: a game belongs to one worker, so that no two compile the same machine code."""

from __future__ import annotations

import re
from typing import Any

import pytest

GAMES = ("russian_preferans", "preferans", "belot", "bela", "skat")
"""The game with most to compile and to do comes first, so that the workers end at about the same time."""
_GAME = re.compile(rf"(?<![a-z])({'|'.join(GAMES)})(?![a-z])")


def group_of(nodeid: str) -> str:
    """The game that a test is about, by the name of its file, else by its parameters; the file of a test of several games."""
    path, _, test = nodeid.partition("::")
    found = _GAME.search(path) or _GAME.search(test)
    return found[1] if found else path


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand out groups of tests one after another in place of single tests."""
    if config.getvalue("dist") != "load":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class ByGroup(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    config.option.loadscopereorder = False  # the collection has the order already
    return ByGroup(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Among several workers the games come first, then the tests of several games, which find everything compiled."""
    if hasattr(config, "workerinput"):
        rank = {game: place for place, game in enumerate(GAMES)}
        items.sort(key=lambda item: rank.get(group_of(item.nodeid), len(GAMES)))
