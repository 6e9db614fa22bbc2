"""Deals and played games as text, which people write by hand and programs read:

    rules: isko
    dealer: 2
    player_0: CJ SJ HA HT HK HQ CA CT D7 S7
    player_1: DJ C9 C8 C7 DA DT S9 S8 SA H7
    player_2: HJ CK CQ DK DQ D9 D8 ST SK H9
    actions: bid 18, pass, pass, pick up, ...

One fact a line (or between semicolons), in any order; `#` begins a comment; an empty line begins the next deal.

    game, rules, players    as `adut.game` takes them; players are also told by the preset
    option                  NAME=VALUE, once for each option
    dealer                  a seat, from 0
    player_0, skat, ...     the cards of an owner, as `new_state(hands=...)` takes them: the last one may be left out
    deck                    in place of them, the pack in dealing order
    seed, table             in place of both, a random deal; they also decide what is drawn by lot
    sheet                   the match sheet, as JSON
    start                   `play`: what comes before the play of cards is decided by rule
    contract, declarer      likewise, by the shortest calls that lead to this contract (of that seat)
    actions                 what has been done, in order, between commas; may be given several times
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from adut.commands.contracts import calls_to
from adut.core.cards import CARD_NAMES, parse_card
from adut.core.errors import AdutError, IllegalActionError, NotationError, did_you_mean
from adut.core.game import Game
from adut.core.interpret import interpreted
from adut.core.state import State
from adut.games import game as build_game

FACTS = ("game", "rules", "players", "dealer", "deck", "seed", "table", "sheet", "start", "contract", "declarer")
KEYS = (*FACTS, "option", "actions")
DEALT = "dealer, the cards of the players (or deck, or seed) and actions"


@dataclass(frozen=True)
class Word:
    """A piece of a text and where it stands, both counted from 1."""

    text: str
    line: int
    column: int

    def wrong(self, message: str) -> NotationError:
        """An error at this place."""
        return NotationError(message, self.line, self.column)

    def pieces(self, separators: str) -> list[Word]:
        """The pieces between separators, without blanks around them and without empty ones."""
        found = []
        start = 0
        for at, letter in enumerate(self.text + separators[0]):
            if letter in separators:
                piece = self.text[start:at]
                if piece.strip():
                    found.append(Word(piece.strip(), self.line, self.column + start + len(piece) - len(piece.lstrip())))
                start = at + 1
        return found

    def number(self, what: str) -> int:
        """The whole number that stands here. Raises NotationError."""
        digits = self.text.removeprefix("player_")
        if not digits.isdecimal():
            raise self.wrong(f"{what} is a whole number, not {self.text!r}")
        return int(digits)


@dataclass
class DealText:
    """A deal as it was read.

    Attributes:
        line: where it begins.
        facts: by key.
        owners: cards by owner, seats as numbers.
        options: by name.
        actions: in order.
    """

    line: int
    facts: dict[str, Word] = field(default_factory=dict)
    owners: dict[int | str, Word] = field(default_factory=dict)
    options: dict[str, Word] = field(default_factory=dict)
    actions: list[Word] = field(default_factory=list)


def read_deals(lines: Iterable[str]) -> Iterator[DealText]:
    """The deals of a text, one after the other. Raises NotationError with line and column."""
    deal: DealText | None = None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            if deal is not None:
                yield deal
            deal = None
            continue
        for fact in Word(line.partition("#")[0], number, 1).pieces(";\n"):
            deal = DealText(number) if deal is None else deal
            _read_fact(deal, fact)
    if deal is not None:
        yield deal


def _read_fact(deal: DealText, fact: Word) -> None:
    head, colon, rest = fact.text.partition(":")
    if not colon:
        raise fact.wrong(f"{fact.text!r:.60} is no `key: value`; a deal has {DEALT}")
    key, value = head.strip().lower(), Word(rest.strip(), fact.line, fact.column + len(fact.text) - len(rest.lstrip()))
    if key == "actions":
        deal.actions += value.pieces(",")
    elif key == "option":
        name, equals, setting = value.text.partition("=")
        if not equals:
            raise value.wrong(f"an option is NAME=VALUE, not {value.text!r}")
        deal.options[name.strip()] = Word(setting.strip(), value.line, value.column + len(name) + 1)
    elif key in FACTS:
        if key in deal.facts:
            raise fact.wrong(f"{key} is given twice in one deal; an empty line begins the next deal")
        deal.facts[key] = value
    else:
        owner = key.removeprefix("player_")
        name_of_owner: int | str = int(owner) if owner.isdecimal() else key
        if name_of_owner in deal.owners:
            raise fact.wrong(f"the cards of {key} are given twice in one deal; an empty line begins the next deal")
        for card in value.pieces(" ,."):
            try:
                parse_card(card.text)
            except NotationError as error:
                if card.column == value.column and not isinstance(name_of_owner, int):
                    hint = did_you_mean(key, KEYS)
                    raise fact.wrong(f"unknown key {key!r}{hint}; a deal has {DEALT}") from None
                raise card.wrong(str(error)) from None
        deal.owners[name_of_owner] = value


def game_of(deal: DealText, name: str, players: int | None, rules: str | None, options: Mapping[str, Any]) -> Game:
    """The game that a deal is of: what the text says, beside what is given. Raises AdutError, also where they disagree."""
    facts = deal.facts
    for key, given in (("game", name), ("players", players), ("rules", rules)):
        if key in facts and given is not None and facts[key].text != str(given):
            raise facts[key].wrong(f"{key} is {facts[key].text} here, but {given} was asked for; leave out one of the two")
    seats = facts["players"].number("players") if "players" in facts else players
    preset = facts["rules"].text if "rules" in facts else rules
    own = {option: word.text for option, word in deal.options.items()}
    return build_game(name, seats, preset, **{**options, **own})


def table_of(deal: DealText, game: Game) -> State:
    """The table of a deal before its actions, of a game whose rules run as Python (`interpreted`). Raises AdutError."""
    facts, owners = deal.facts, deal.owners
    setup: dict[str, Any] = {key: facts[key].number(key) for key in ("dealer", "seed", "table") if key in facts}
    if "deck" in facts:
        setup["deck"] = facts["deck"].text
    elif owners:
        setup["hands"] = {owner: word.text for owner, word in owners.items()}
    elif "seed" not in facts:
        raise NotationError(f"no cards are given; a deal has {DEALT}", deal.line)
    if "sheet" in facts:
        try:
            setup["sheet"] = json.loads(facts["sheet"].text)
        except json.JSONDecodeError as error:
            raise facts["sheet"].wrong(f"the sheet is no JSON: {error}") from None
    setup.setdefault("seed", 0)
    if "dealer" not in setup and "seed" not in facts:
        setup["dealer"] = 0
    place = facts.get("deck") or next(iter(owners.values()), None) or Word("", deal.line, 1)
    if "start" in facts:
        setup["start"] = facts["start"].text
        if "contract" in facts or "declarer" in facts:
            raise facts["start"].wrong("give either start or a contract, not both")
    try:
        state = interpreted(game).new_state(**setup)
    except NotationError as error:
        raise place.wrong(str(error)) from None
    if "contract" in facts or "declarer" in facts:
        word = facts.get("contract") or facts["declarer"]
        seat = facts["declarer"].number("declarer") if "declarer" in facts else None
        try:
            calls = calls_to(state, facts["contract"].text if "contract" in facts else None, seat)
        except AdutError as error:
            raise word.wrong(str(error)) from None
        for call in calls:
            state.apply(call)
    return state


def apply_word(state: State, word: Word) -> int:
    """Make a decision that a text names. Returns its id; raises NotationError with the place and why it is not legal."""
    try:
        state.apply(word.text)
    except IllegalActionError as error:
        raise word.wrong(str(error)) from None
    return state.actions[-1]


def state_of(deal: DealText, game: Game) -> State:
    """The table of a deal after its actions; rules as in `table_of`. Raises AdutError."""
    state = table_of(deal, game)
    for word in deal.actions:
        apply_word(state, word)
    return state


def write_deal(state: State) -> str:
    """The text of the deal that a state has played since it was dealt, as `read_deals` takes it."""
    game = state.game
    record = state.array[0]
    lines = [f"game: {game.name}", f"rules: {game.rules}", f"players: {game.seats}"]
    plain = build_game(game.name, game.seats, game.rules)
    lines += [f"option: {name}={str(value).lower()}" for name, value in game.values.items() if plain.values[name] != value]
    walked = state.beginning()
    lines += [f"seed: {int(record['seed'])}", f"table: {int(record['table'])}", f"dealer: {walked.dealer}"]
    if walked.sheet != interpreted(plain).new_state(seed=0).sheet:
        lines.append(f"sheet: {json.dumps(walked.sheet)}")
    lines.append("deck: " + " ".join(CARD_NAMES[card] for card in walked.array["pack"][0]))
    texts = []
    for action in state.actions:
        texts.append(walked.action_text(action))
        walked.apply(action)
    return "\n".join([*lines, f"actions: {', '.join(texts)}"]) + "\n"
