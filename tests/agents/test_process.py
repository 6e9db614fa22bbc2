"""Another program plays through JSON lines; whatever it does wrong is told in words."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import adut
from adut.agents import AgentError, ProcessAgent, RandomAgent, Turn, ask, make, turn_of
from adut.api.batch import Batch

GAME = adut.game("skat", rules="isko")

BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        answer = {"type": "ready"}
    elif message["type"] == "end":
        break
    else:
        answer = {"id": message["id"], "action": message["legal"][0]}
    %s
    print(json.dumps(answer), flush=True)
"""


def bot(folder: Path, change: str = "", timeout: float = 20.0) -> ProcessAgent:
    """A program that chooses the first legal action, with a change."""
    script = folder / "bot.py"
    script.write_text(BOT % change)
    return ProcessAgent(GAME, [sys.executable, str(script)], timeout)


def test_it_plays_many_tables(tmp_path: Path) -> None:
    batch = Batch(GAME, 100, 0, autoreset=False)
    batch.reset()
    with bot(tmp_path) as agent:
        while not batch.done.all():
            rows = np.flatnonzero(~batch.done)
            actions = ask(agent, Turn(GAME, batch.states, rows, batch.observation, batch.action_mask))
            assert (actions == batch.action_mask[rows].argmax(axis=1)).all()
            batch.step(actions, tables=rows)


def test_more_at_once_than_a_pipe_holds(tmp_path: Path) -> None:
    batch = Batch(GAME, 3000, 0)
    batch.reset()
    with bot(tmp_path, "print(' ' * 200)") as agent:
        assert (ask(agent, Turn(GAME, batch.states)) == 32).all()


def test_what_a_decision_carries(tmp_path: Path) -> None:
    state = GAME.new_state(seed=2)
    state.apply("bid 18")
    turn = turn_of(state)
    seen_by_bot = tmp_path / "seen.json"
    change = f"if 'legal' in message: open({str(seen_by_bot)!r}, 'w').write(line); answer['action'] = 'pass'"
    with bot(tmp_path, change) as agent:
        assert agent.act(turn).tolist() == [32]
    seen = json.loads(seen_by_bot.read_text())
    assert seen.pop("text") == state.to_text(state.actor)
    assert seen.pop("observation") == state.observation().tolist()
    assert seen.pop("mask") == state.legal_mask().tolist()
    assert seen.pop("history") == state.history().tolist()
    assert seen == {
        "type": "decision",
        "id": 0,
        "seat": state.seat,
        "actor": state.actor,
        "legal": state.legal_actions(),
        "legal_texts": state.legal_texts(),
        "random": int(turn.keys[0]) >> 32,
    }


def test_it_may_want_less_and_name_itself(tmp_path: Path) -> None:
    change = "answer.update(name='Anna', wants=['mask']); assert 'text' not in message and 'history' not in message"
    with bot(tmp_path, change) as agent:
        assert agent.name == "Anna"
        assert agent.act(turn_of(GAME.new_state(seed=0))).tolist() == [32]


def test_the_game_is_described(tmp_path: Path) -> None:
    change = (
        "if message['type'] == 'game': answer['name'] = '%s %s %d %d %d' % (message['game'], message['rules'],"
        " message['players'], len(message['actions']), sum(part['size'] for part in message['layout']))"
    )
    with bot(tmp_path, change) as agent:
        assert agent.name == f"skat isko 3 {GAME.num_actions} {GAME.layout.size}"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            "if 'legal' in message: sys.exit('no idea')",
            r"ended \(exit status 1\) before it answered decision 0; it wrote:\nno idea",
        ),
        ("if 'legal' in message: print('hm?'); continue", "answered decision 0 with 'hm\\?', which is no JSON object"),
        ("if 'legal' in message: print('[1]'); continue", "which is no JSON object"),
        ("answer['action'] = 0", r"chose 0 at decision 0, which is not legal; legal are: pass"),
        ("answer['action'] = 'play CJ'", "chose 'play CJ' at decision 0, which is not legal"),
        ("answer['action'] = -1", "chose -1 at decision 0"),
        ("answer['action'] = 'fly'", "answered decision 0 with an unknown action 'fly'"),
        ("answer['action'] = 1.5", "an answer is {'action': id or text}"),
        ("answer['action'] = True", "an answer is {'action': id or text}"),
        ("if 'legal' in message: answer = {}", "an answer is {'action': id or text}"),
        ("if 'legal' in message: answer['id'] = 7", "answered decision 7 when decision 0 was due"),
    ],
)
def test_nonsense(tmp_path: Path, change: str, words: str) -> None:
    agent = bot(tmp_path, change)
    with pytest.raises(AgentError, match=words):
        agent.act(turn_of(GAME.new_state(seed=0)))
    with pytest.raises(AgentError, match="was closed"):
        agent.act(turn_of(GAME.new_state(seed=0)))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("answer = {'type': 'hello'}", "answered the game with {'type': 'hello'} instead of"),
        ("answer['wants'] = ['cards']", r"wants \['cards'\]; a decision can carry text, observation, mask, history"),
        ("answer['wants'] = 'text'", "a decision can carry"),
        ("sys.exit(3)", r"ended \(exit status 3\) before it answered the game"),
        ("sys.stdout.close(); import os; os.close(1); import time; time.sleep(60)", "closed its output before"),
    ],
)
def test_a_bad_start(tmp_path: Path, change: str, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        bot(tmp_path, change)


def test_it_is_not_waited_for_without_end(tmp_path: Path) -> None:
    agent = bot(tmp_path, "if 'legal' in message: import time; time.sleep(60)", timeout=2.0)
    start = time.monotonic()
    with pytest.raises(AgentError, match="did not answer decision 0 within 2 s"):
        agent.act(turn_of(GAME.new_state(seed=0)))
    assert time.monotonic() - start < 15


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(AgentError, match="cannot start 'no-such-program --fast': No such file"):
        make("process:no-such-program --fast", GAME)
    with pytest.raises(AgentError, match="needs a command"):
        make("process:", GAME)


def test_closing_ends_the_program(tmp_path: Path) -> None:
    agent = bot(tmp_path)
    process = agent._process
    assert process.poll() is None
    agent.close()
    agent.close()
    assert process.poll() == 0
    other = bot(tmp_path)
    process = other._process
    del other
    assert process.wait(10) is not None


def test_the_random_number_makes_a_policy_reproducible(tmp_path: Path) -> None:
    """`random` is the upper half of the key, with which the random agent chooses as well."""
    change = "if 'legal' in message: answer['action'] = message['legal'][message['random'] * len(message['legal']) >> 31]"
    batch = Batch(GAME, 50, 4)
    batch.reset()
    turn = Turn(GAME, batch.states)
    with bot(tmp_path, change) as agent:
        assert (agent.act(turn) == RandomAgent().act(turn)).all()
