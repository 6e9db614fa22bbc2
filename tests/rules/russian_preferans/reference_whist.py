"""A plain reading of the declarations of the defence of Russian Preferans (P5).

First and second defender are F and S, a dealer who sits out is X.
"""

from __future__ import annotations

from typing import Any

from .reference import OWN_LEVELS

NODES = {
    "F": ("F", {"pass", "whist"}),
    "F calls": ("F", {"together", "for own"}),
    "F returns": ("F", {"pass", "together"}),
    "S with F": ("S", {"pass", "whist"}),
    "S alone": ("S", {"together", "for own"}),
    "S alone, high": ("S", {"pass", "together"}),
    "S returns": ("S", {"pass", "together"}),
    "X": ("X", {"pass", "look first", "look second"}),
    "X looked": ("X", {"pass", "together"}),
}
"""Who is asked what at each node."""


class Whist:
    """What the defence says to a contract.

    Attributes:
        asked: F, S or X; None when everything is said.
        whisters: who whists, in the order in which it was said; for X the defender whose cards he plays.
        own: who takes his own share; without whisters the contract is not played.
        returned: the whist came after somebody had said for own, or from X.
        taken: whose cards X plays.
    """

    def __init__(self, options: dict[str, Any], level: int, players: int) -> None:
        self.options = options
        self.has_own = level in OWN_LEVELS[options["own_levels"]]
        self.players = players
        self.node: str | None = "F"
        self.said: list[tuple[str, str]] = []
        self.whisters: list[str] = []
        self.own: str | None = None
        self.returned = False
        self.looked: str | None = None
        self.taken: str | None = None

    @property
    def asked(self) -> str | None:
        return None if self.node is None else NODES[self.node][0]

    def legal(self) -> set[str]:
        assert self.node is not None
        words = NODES[self.node][1]
        if self.node == "S alone" and self.options["second_pass_on_own_levels"]:
            return words | {"pass"}
        return words

    def apply(self, word: str) -> None:
        assert word in self.legal(), (word, self.legal())
        node, who = self.node, self.asked
        assert who is not None
        self.said.append((who, word))
        if node == "F":
            self.node = "S with F" if word == "whist" else "S alone" if self.has_own else "S alone, high"
        elif node == "S with F":
            if word == "whist":
                self.play("F", "S")
            elif self.has_own and self.options["own_after_second_pass"]:
                self.node = "F calls"
            else:
                self.play("F")
        elif node == "F calls":
            if word == "together":
                self.play("F")
            else:
                self.own = "F"
                if not self.options["return_after_first_own"]:
                    self.node = None
                elif self.options["return_first"]:
                    self.node = "S returns"
                else:
                    self.ask_dealer(self.options["return_dealer"])
        elif node == "S alone":
            if word == "together":
                self.play("S")
            elif word == "pass":
                self.node = None
            else:
                self.own = "S"
                if self.options["return_first"]:
                    self.node = "F returns"
                else:
                    self.ask_dealer(self.options["return_dealer"])
        elif node == "S alone, high":
            if word == "together":
                self.play("S")
            else:
                self.ask_dealer(self.options["dealer_whist_8plus"])
        elif node in ("F returns", "S returns"):
            if word == "together":
                self.returned = True
                self.play(who)
            else:
                self.ask_dealer(self.options["return_dealer"])
        elif node == "X":
            self.looked = {"look first": "F", "look second": "S"}.get(word)
            self.node = "X looked" if self.looked else None
        elif word == "together":
            assert self.looked is not None
            self.returned = True
            self.taken = self.looked
            self.play(self.looked)
        else:
            self.node = None

    def play(self, *whisters: str) -> None:
        self.whisters = list(whisters)
        self.own = None
        self.node = None

    def ask_dealer(self, may_whist: bool) -> None:
        self.node = "X" if self.players == 4 and may_whist else None
