"""An agent that is another program: it reads one JSON object a line and writes one a line.

First comes the game, and the program says that it is ready:

    -> {"type": "game", "protocol": 1, "game": "skat", "rules": "isko", "players": 3, "episode": "deal",
        "options": {"jump_bids": true, ...}, "actions": ["play C7", ..., "pass", ...],
        "layout": [{"name": "hand", "kind": "cards", "start": 0, "size": 32}, ...]}
    <- {"type": "ready", "name": "my bot", "wants": ["text"]}

`actions` are the texts of the action ids 0, 1, ...; `layout` describes the observation. In the answer, `name` may be
left out, and `wants` too: it names those of the fields text, observation, mask, history that a decision carries, all by
default. Then, for every decision,

    -> {"type": "decision", "id": 17, "seat": 2, "actor": 2, "legal": [32, 33], "legal_texts": ["pass", "hold"],
        "random": 1804289383, "text": "Skat, rules isko: auction ...", "observation": [0, 1, ...], "mask": [0, ...],
        "history": [[3, 0, 0, 14], ...]}
    <- {"id": 17, "action": 33}

An action is an id or a text. `id` may be left out of the answer; answers come in the order of the decisions, of which
several may be under way at once. `text` is the table as the actor knows it, `history` its events as (kind, actor, seat,
value) with players relative to it (see `adut.core.history`), `random` a number below 2**31 that is the same whenever
this seat comes to this decision of this deal. At the end comes {"type": "end"}, and standard input is closed. What the
program writes to standard error is shown when it fails.
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from adut.agents.agent import AgentError, Turn
from adut.core.errors import IllegalActionError
from adut.core.game import Game
from adut.core.history import TOKEN_WIDTH, write_tokens
from adut.core.state import State

PROTOCOL = 1
FIELDS = ("text", "observation", "mask", "history")
"""What a decision carries if the program wants it."""
TIMEOUT = 60.0
GRACE = 2.0
"""Seconds between the end of input and the end of the program."""
_TAIL = 20
_SHOWN = 200


class ProcessAgent:
    """Another program as an agent, in the protocol that this module describes.

    Args:
        game: what is played.
        command: the program and its arguments, a text as for a shell (without a shell's features) or a list.
        timeout: seconds that the program may take for its first answer, and then for each decision.

    Raises:
        AgentError: the program cannot be started, ends, takes too long or answers nonsense; the message shows what it
            wrote to standard error.
    """

    def __init__(self, game: Game, command: str | Sequence[str], timeout: float = TIMEOUT) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words:
            raise AgentError("a process agent needs a command, as in 'process:python my_bot.py'")
        self.game, self.timeout = game, timeout
        self.name = shlex.join(words)
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise AgentError(f"cannot start {self.name!r}: {error.strerror or error}") from error
        pipes = self._process
        assert pipes.stdin is not None
        assert pipes.stdout is not None
        assert pipes.stderr is not None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=_TAIL)
        self._threads = [
            threading.Thread(target=target, args=args, daemon=True)
            for target, args in (
                (_write, (pipes.stdin, self._lines)),
                (_read, (pipes.stdout, self._answers)),
                (_keep, (pipes.stderr, self._complaints)),
            )
        ]
        for thread in self._threads:
            thread.start()
        self._finalizer = weakref.finalize(self, _stop, self._process, self._lines)
        self._asked = 0
        self._wants = self._begin()

    def _begin(self) -> frozenset[str]:
        game = self.game
        self._send(
            {
                "type": "game",
                "protocol": PROTOCOL,
                "game": game.name,
                "rules": game.rules,
                "players": game.seats,
                "episode": game.episode,
                "options": dict(game.values),
                "actions": [game.action_name(action) for action in range(game.num_actions)],
                "layout": [
                    {"name": part.name, "kind": part.kind, "start": part.start, "size": part.size}
                    for part in game.layout.values()
                ],
            }
        )
        answer = self._receive("the game")
        if answer.get("type") != "ready":
            self._fail(f"answered the game with {_short(answer)} instead of {{'type': 'ready'}}")
        self.name = str(answer.get("name", self.name))
        wants = answer.get("wants", FIELDS)
        if not isinstance(wants, list | tuple) or not set(map(str, wants)) <= set(FIELDS):
            self._fail(f"wants {_short(wants)}; a decision can carry {', '.join(FIELDS)}")
        return frozenset(map(str, wants))

    def act(self, turn: Turn) -> NDArray[np.int64]:
        first = self._asked
        views = turn.views()
        for j in range(len(turn)):
            self._send(self._decision(turn, views, j))
        actions = np.zeros(len(turn), np.int64)
        for j in range(len(turn)):
            actions[j] = self._action(turn, j, first + j)
        return actions

    def _decision(self, turn: Turn, views: NDArray[Any], j: int) -> dict[str, Any]:
        game, actor = self.game, int(turn.actors[j])
        legal = np.flatnonzero(turn.action_mask[j]).tolist()
        message: dict[str, Any] = {
            "type": "decision",
            "id": self._asked,
            "seat": int(turn.seats[j]),
            "actor": actor,
            "legal": legal,
            "legal_texts": [game.action_text(views[j], action) for action in legal],
            "random": int(turn.keys[j]) >> 32,
        }
        self._asked += 1
        if "text" in self._wants:
            message["text"] = State.from_record(game, views[j : j + 1]).to_text(actor)
        if "observation" in self._wants:
            message["observation"] = turn.observation[j].tolist()
        if "mask" in self._wants:
            message["mask"] = turn.action_mask[j].tolist()
        if "history" in self._wants:
            tokens = np.zeros((game.max_tokens, TOKEN_WIDTH), np.int16)
            length = write_tokens(views[j], game.seats, actor, tokens)
            message["history"] = tokens[:length].tolist()
        return message

    def _action(self, turn: Turn, j: int, number: int) -> int:
        answer = self._receive(f"decision {number}")
        if answer.get("id", number) != number:
            self._fail(f"answered decision {answer['id']!r} when decision {number} was due")
        given = answer.get("action")
        if isinstance(given, str):
            try:
                action = self.game.action_id(given)
            except IllegalActionError as error:
                self._fail(f"answered decision {number} with an {error}")
        elif type(given) is int:
            action = given
        else:
            self._fail(f"answered decision {number} with {_short(answer)}; an answer is {{'action': id or text}}")
        if not 0 <= action < self.game.num_actions or not turn.action_mask[j, action]:
            legal = [self.game.action_name(int(a)) for a in np.flatnonzero(turn.action_mask[j])]
            self._fail(f"chose {given!r} at decision {number}, which is not legal; legal are: {', '.join(legal)}")
        return action

    def _send(self, message: dict[str, Any]) -> None:
        if not self._finalizer.alive:
            raise AgentError(f"the process {self.name!r} was closed")
        self._lines.put(json.dumps(message, ensure_ascii=False) + "\n")

    def _receive(self, what: str) -> dict[str, Any]:
        try:
            line = self._answers.get(timeout=self.timeout)
        except queue.Empty:
            self._fail(f"did not answer {what} within {self.timeout:g} s")
        if line is None:
            try:
                how = f"ended (exit status {self._process.wait(GRACE)})"
            except subprocess.TimeoutExpired:
                how = "closed its output"
            self._fail(f"{how} before it answered {what}")
        try:
            answer = json.loads(line)
        except json.JSONDecodeError:
            answer = None
        if not isinstance(answer, dict):
            self._fail(f"answered {what} with {_short(line.rstrip())}, which is no JSON object")
        return answer

    def _fail(self, what: str) -> NoReturn:
        self.close(0.0)
        complaints = "".join(self._complaints).rstrip()
        raise AgentError(f"the process {self.name!r} {what}" + (f"; it wrote:\n{complaints}" if complaints else ""))

    def close(self, grace: float = GRACE) -> None:
        """End the program: it has so many seconds before it is killed. Nothing happens the second time."""
        if self._finalizer.detach() is not None:
            _stop(self._process, self._lines, grace)
            self._threads[2].join(GRACE)

    def __enter__(self) -> ProcessAgent:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _stop(process: subprocess.Popen[str], lines: queue.SimpleQueue[str | None], grace: float = GRACE) -> None:
    lines.put(json.dumps({"type": "end"}) + "\n")
    lines.put(None)
    try:
        process.wait(grace)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _write(stdin: IO[str], lines: queue.SimpleQueue[str | None]) -> None:
    try:
        with stdin:
            while (line := lines.get()) is not None:
                stdin.write(line)
                if lines.empty():
                    stdin.flush()
    except OSError:  # the program has ended; reading from it says so
        pass


def _read(stdout: IO[str], answers: queue.SimpleQueue[str | None]) -> None:
    with stdout:
        for line in stdout:
            if line.strip():
                answers.put(line)
    answers.put(None)


def _keep(stderr: IO[str], complaints: deque[str]) -> None:
    with stderr:
        complaints.extend(stderr)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return repr(text[:_SHOWN] + "...") if len(text) > _SHOWN else repr(text) if isinstance(value, str) else text
