"""The kernels of one game: the templates of `core.table` bound to its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adut.core import table
from adut.core.rule import specialise


@dataclass(frozen=True)
class Rules:
    """The functions of a game. All are rules: they take records, return numbers or fill arrays, and never allocate.

    `s` is a table's record, `o` the options record. Seats are absolute, observers too.
    """

    open_match: Callable[[Any, Any], None]
    """Clear the match sheet."""
    deal: Callable[[Any, Any], None]
    """Set every field of the deal from `s.pack` and `s.dealer`; the first decision is due afterwards."""
    legal: Callable[[Any, Any], None]
    """Write `s.legal`, the set of legal actions, for the decision that is due."""
    apply: Callable[[Any, Any, int], None]
    """Make a legal decision; at the end of a deal set `s.deal_over`, `s.points` and leave the final position."""
    settle: Callable[[Any, Any], None]
    """Write the finished deal on the sheet; set `s.match_over` and `s.next_dealer`."""
    payoff: Callable[[Any, Any, int], int]
    """What the finished deal is worth to a seat as an integer that sums to zero over the seats."""
    potential: Callable[[Any, Any, int], int]
    """An estimate of `payoff` from public card points, for shaping; sums to zero over the seats."""
    standing: Callable[[Any, Any, int], int]
    """A number by which the seats are ranked at the end of a match; partners have the same."""
    observe: Callable[[Any, Any, int, Any], None]
    """Fill the observation vector of an observer, every entry."""
    hidden: Callable[[Any, Any, int, Any], None]
    """Fill the vector of everything hidden (for centralised critics), relative to an observer, every entry."""
    hide: Callable[[Any, Any, int], None]
    """Erase from a copy of a record the cards that an observer may not know; the rest is done for every game alike."""
    start_play: Callable[[Any, Any, int], None]
    """From a freshly dealt table, decide everything before the play of cards by rule and a random key."""
    choose: Callable[[Any, Any, int], int]
    """The rule-based player: a legal action from a view, with a random key for ties."""
    finish: Callable[[Any, Any, int, int], int] = table.step_by_step
    """For playouts: play the rest of the deal at random up to `s.deal_over`, the decision `made` of the key `number` and those
    after it as `pick_legal` would, without history. Returns how many were made; 0 where it does not apply: nothing changed."""
    random_result: Callable[[Any, Any, int], None] = table.no_result
    """For random sheets: what a deal that might have been, by a key, writes; every field that `settle` reads. The deal could
    have come about with the options and the sheet as it is."""


class Kernels:
    """The compiled functions of a game that everything above the rules calls. Built once a game, compiled on first use."""

    def __init__(self, name: str, rules: Rules) -> None:
        self.name, self.rules = name, rules
        bind = self.bind
        make_up_deal = bind(table.random_deal_of_match, random_result=rules.random_result, settle=rules.settle)
        random_sheet = bind(table.random_sheet, open_match=rules.open_match, make_up_deal=make_up_deal)
        self.open_table = bind(table.open_episode, open_match=rules.open_match, make_up_sheet=random_sheet)
        self.deal_out = bind(table.deal_pack, deal=rules.deal, legal=rules.legal)
        close_deal = bind(
            table.end_deal,
            settle=rules.settle,
            payoff=rules.payoff,
            standing=rules.standing,
            next_deal=bind(table.next_deal_of_match, deal=rules.deal),
        )
        find_legal = bind(table.find_legal_actions, inline=True, legal=rules.legal)
        self.advance = bind(
            table.advance_table,
            inline=True,
            apply=rules.apply,
            potential=rules.potential,
            close_deal=close_deal,
            find_legal=find_legal,
        )
        self.play_on = bind(
            table.play_on_at_random, finish=rules.finish, advance=self.advance, close_deal=close_deal, find_legal=find_legal
        )
        with_empty = f"{name}_empty_sheet"
        open_empty = specialise(table.open_episode, with_empty, open_match=rules.open_match, make_up_sheet=table.empty_sheet)
        self.begin = {
            False: specialise(table.begin, with_empty, open_table=open_empty),
            True: bind(table.begin, open_table=self.open_table),
        }
        """By whether the sheet is random: for a single table, what nobody asks for is not compiled."""
        self.deal_first = bind(table.deal_first, deal_out=self.deal_out)
        self.play_begins = bind(table.play_begins, start_play=rules.start_play, legal=rules.legal)
        self.play = bind(table.play, advance=self.advance)
        self.replay = bind(table.replay, advance=self.advance)
        self.playout = bind(table.playout, play_on=self.play_on)
        self.observe = bind(table.observe_table, observe=rules.observe)
        self.hidden = bind(table.hidden_of_table, hidden=rules.hidden)
        self.hide = bind(table.hide_from, hide=rules.hide)
        self.choose = bind(table.choose_from, choose=rules.choose)
        self.payoff = bind(table.payoff_of, payoff=rules.payoff)
        self.standing = bind(table.standing_of, standing=rules.standing)

    def bind(
        self, template: Callable[..., Any], *, parallel: bool = False, inline: bool = False, **names: Any
    ) -> Callable[..., Any]:
        """A kernel of this game from a template."""
        return specialise(template, self.name, parallel=parallel, inline=inline, **names)
