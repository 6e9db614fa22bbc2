"""Reading game logs in the line format of the International Skat Server (14.4)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from . import helpers, reference

CONTRACTS = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs", "G": "grand", "N": "null"}


class RejectedError(ValueError):
    """A line that is no complete game under the rules."""


@dataclass
class Log:
    number: str
    deal: dict[str, str]
    moves: list[tuple[str, str]]
    """(who, what): 0, 1, 2 for forehand, middlehand, rearhand; `w` for the world."""
    result: dict[str, str]


def properties(line: str) -> dict[str, str]:
    return {key: value.replace("\\]", "]") for key, value in re.findall(r"([A-Z][A-Z0-9]*)\[((?:\\.|[^\]\\])*)\]", line)}


def parse(line: str) -> Log:
    """Read a line. Raises RejectedError for what section 14.4 drops."""
    tags = properties(line)
    words = tags["MV"].split()
    moves = list(zip(words[::2], words[1::2], strict=True))
    if "OW" in tags or "penalty" in tags["R"] or "unknown" in tags["R"]:
        raise RejectedError("no complete game")
    if any("??" in what for _, what in moves):
        raise RejectedError("a hidden card")
    cards = moves[0][1].replace("|", ".").split(".")
    parts = {"F": cards[:10], "M": cards[10:20], "R": cards[20:30], "skat": cards[30:]}
    result = {"outcome": "passed"} if tags["R"] == "passed" else {}
    for word in tags["R"].split():
        if ":" in word:
            name, value = word.split(":")
            result[name] = value
    log = Log(tags.get("ID", ""), {name: " ".join(part) for name, part in parts.items()}, moves[1:], result)
    reject_odd_moves(log)
    return log


def reject_odd_moves(log: Log) -> None:
    bids = [int(what) for _, what in log.moves if what.isdigit()]
    if not set(bids) <= set(reference.bid_values("24x7")) | set(reference.bid_values("36x6")):
        raise RejectedError("a bid outside the table")
    alone = [what for who, what in log.moves[:3] if who == "0" and what.isdigit()]
    if log.moves[0] == ("1", "p") and log.moves[1] == ("2", "p") and alone not in ([], ["18"]):
        raise RejectedError("forehand alone names more than 18")
    texts = [what for _, what in log.moves]
    if any(text.startswith("TI.") for text in texts) and not any(re.fullmatch("[CSHD][789TJQKA]", text) for text in texts):
        raise RejectedError("the declarer ran out of time before he declared")


def declaration(word: str) -> str:
    form = "ouvert" if "O" in word else "schwarz" if "Z" in word[1:] else "schneider" if "S" in word[1:] else ""
    return f"declare {CONTRACTS[word[0]]} {form}".strip()


def replay(state: Any, log: Log) -> set[str]:
    """Make every move of a log at a table of the package or of the reference. Returns who resigned."""
    resigned = set()
    taken = declared = False
    waiting = ""  # a declaration whose discards follow in a move of their own
    for who, what in log.moves:
        if who == "w" or what.split(".")[0] == "SC":
            continue
        if what == "RE":
            resigned.add(who)
            continue
        assert helpers.turn(state) == "FMR"[int(who)], (log.number, who, what)
        if what in ("y", "p") or what.isdigit():
            state.apply({"y": "hold", "p": "pass"}.get(what, f"bid {what}"))
        elif what == "s":
            state.apply("pick up")
            taken = True
        elif declared:
            state.apply(f"play {what}")
        else:
            word, *cards = what.split(".")
            if waiting:
                word, cards = waiting, what.split(".")
            elif taken and not cards:
                waiting = word
                continue
            elif not taken:
                state.apply("play hand")
            for card in cards[: 2 * taken]:
                state.apply(f"discard {card}")
            state.apply(declaration(word))
            declared = True
    return resigned
