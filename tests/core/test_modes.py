"""One table, many, threaded, uncompiled and without Numba give the same bytes; the cache serves no other code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import adut
from adut.core.rule import COMPILED
from adut.games import GAMES, spec
from tests.core.digest import main

ROOT = Path(__file__).resolve().parents[2]
DIGEST = Path(__file__).with_name("digest.py")
WITHOUT_NUMBA = "import sys; sys.modules['numba'] = None; sys.modules['llvmlite'] = None; "


def run(code: str, **environment: str) -> str:
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        cwd=ROOT,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


FOLDER = "from adut.core import machine_code, table; print(machine_code.cache_folder(table.list_legal))"
"""Prints where the machine code of a rule is kept."""


def digest_code(tables: int, steps: int) -> str:
    return f"import runpy; print(runpy.run_path({str(DIGEST)!r})['main']({tables}, {steps}, 1))"


def test_threads_do_not_change_a_byte() -> None:
    assert main(300, 40, 2) == main(300, 40, 1)


def test_uncompiled_rules_give_the_same_bytes() -> None:
    assert run(digest_code(3, 40), NUMBA_DISABLE_JIT="1") == main(3, 40, 1)


def test_without_numba_everything_gives_the_same_bytes() -> None:
    assert run(WITHOUT_NUMBA + digest_code(3, 40)) == main(3, 40, 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_deals_without_numba(name: str) -> None:
    code = (
        f"import adut, random\nfrom adut.core import rule\nassert not rule.COMPILED\nrandom.seed(1)\n"
        f"game = adut.game({name!r})\n"
        "for seed in range(100):\n"
        "    state = game.new_state(seed=seed)\n"
        "    while not state.is_over:\n"
        "        state.apply(random.choice(state.legal_actions()))\n"
        "    assert sum(state.payoffs) == 0\n"
        "print('done')"
    )
    assert run(WITHOUT_NUMBA + "exec(" + repr(code) + ")") == "done"


@pytest.mark.parametrize("name", GAMES)
def test_a_table_of_a_batch_is_the_state_with_its_seed(name: str) -> None:
    for rules in spec(name).presets:
        batch = adut.make_batch(name, 5, seed=11, rules=rules, episode="match")
        batch.reset()
        states = [batch.game.new_state(seed=11, table=table) for table in range(5)]
        for step in range(120):
            actions = batch.random_actions(step)
            batch.step(actions)
            for table, state in enumerate(states):
                if state.is_over:  # the batch goes on with another match
                    continue
                state.apply(int(actions[table]))
                if state.is_over:
                    continue
                assert state.array.tobytes() == batch.get_states([table]).tobytes()
                assert (state.observation() == batch.observation[table]).all()
                assert (state.legal_mask() == batch.action_mask[table]).all()
                assert (state.hidden() == batch.hidden(tables=[table])[0]).all()
                assert state.view().tobytes() == batch.views(tables=[table]).tobytes()


@pytest.mark.skipif(not COMPILED, reason="there is machine code with Numba alone")
class TestCache:
    CODE = (
        "import adut; from adut.core.rule import cache_misses\n"
        "state = adut.game('skat').new_state(seed=1); state.apply('pass'); state.observation()\n"
        "print(cache_misses())"
    )

    def test_a_second_process_compiles_nothing(self, tmp_path: Path) -> None:
        assert int(run(self.CODE, ADUT_CACHE_DIR=str(tmp_path))) > 0
        with_setup = "; import sys; print('numba.np.npyimpl' in sys.modules)"  # what Numba imports before it compiles
        assert run(self.CODE + with_setup, ADUT_CACHE_DIR=str(tmp_path)).split() == ["0", "False"]

    def test_other_settings_use_another_folder(self, tmp_path: Path) -> None:
        first = run(FOLDER, ADUT_CACHE_DIR=str(tmp_path))
        assert first != run(FOLDER, ADUT_CACHE_DIR=str(tmp_path), NUMBA_BOUNDSCHECK="1")
        assert first == run(FOLDER, ADUT_CACHE_DIR=str(tmp_path))

    def test_an_edit_of_a_function_called_from_another_file_is_seen(self, tmp_path: Path) -> None:
        package = tmp_path / "edited"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "upper.py").write_text(
            "from adut.core.rule import rule\nfrom edited.lower import lower\n\n\n"
            "@rule\ndef upper(x):\n    return lower(x) + 1\n"
        )
        code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from edited.upper import upper; print(upper(1))"
        results = []
        for added in (10, 20):
            (package / "lower.py").write_text(
                f"from adut.core.rule import rule\n\n\n@rule\ndef lower(x):\n    return x + {added}\n"
            )
            results.append(run(code, ADUT_CACHE_DIR=str(tmp_path / "cache")))
        assert results == ["12", "22"]

    @pytest.mark.parametrize("line", ["from .lower import lower", "from . import lower as module; lower = module.lower"])
    def test_relative_imports_are_followed(self, tmp_path: Path, line: str) -> None:
        package = tmp_path / "namespace"  # a package without __init__.py
        package.mkdir()
        (package / "upper.py").write_text(
            f"from adut.core.rule import rule\n{line}\n\n\n@rule\ndef upper(x):\n    return lower(x) + 1\n"
        )
        code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from namespace.upper import upper; print(upper(1))"
        results = []
        for added in (10, 20):
            (package / "lower.py").write_text(
                f"from adut.core.rule import rule\n\n\n@rule\ndef lower(x):\n    return x + {added}\n"
            )
            results.append(run(code, ADUT_CACHE_DIR=str(tmp_path / "cache")))
        assert results == ["12", "22"]

    def test_without_a_writable_place_a_temporary_folder_serves(self, tmp_path: Path) -> None:
        blocked = tmp_path / "file"
        blocked.write_text("no folder")
        folder = run(FOLDER, ADUT_CACHE_DIR=str(blocked), XDG_CACHE_HOME=str(blocked), HOME=str(blocked), TMPDIR=str(tmp_path))
        assert folder.startswith(str(tmp_path))
        assert not folder.startswith(str(blocked))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")
def test_a_forked_child_steps_on() -> None:
    batch = adut.make_batch("skat", 512, seed=1)
    batch.reset()
    batch.step(batch.random_actions(0))
    child = os.fork()
    if child == 0:
        batch.step(batch.random_actions(1))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def test_equal_states_are_equal_bytes() -> None:
    game = adut.game("skat", rules="isko")
    used = game.new_state(seed=3, dealer=0)
    rng = np.random.default_rng(0)
    for _ in range(20):
        if not used.is_over:
            used.apply(int(rng.choice(used.legal_actions())))
    batch = adut.make_batch("skat", 1, seed=3, rules="isko")
    batch.set_states(used.array)
    batch.reset(dealers=0)
    fresh = adut.make_batch("skat", 1, seed=3, rules="isko")
    fresh.reset(dealers=0)
    fresh.states["deal_number"] = 1
    batch.reset(dealers=0, decks=[range(32)])
    fresh.reset(dealers=0)
    fresh.reset(dealers=0, decks=[range(32)])
    assert batch.get_states().tobytes() == fresh.get_states().tobytes()
