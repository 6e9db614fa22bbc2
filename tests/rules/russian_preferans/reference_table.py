"""A plain reading of a deal of Russian Preferans from the auction to the score (section 5), and of a match (sections 4, 9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import reference_score as scoring
from .reference import GAMES, PACK, PRICE, entry, legal_cards, level_of, super_hand, talon_units, trump_of, winner
from .reference_auction import Auction, game_of
from .reference_score import Contract, Sheet
from .reference_whist import Whist


def seats_of_trick(
    order: list[int], number: int, last_winner: int | None, plays_talon: bool, sits_out: int | None
) -> list[int]:
    """P6 and P7: who plays to a trick of this number, from 1, in their order.

    Args:
        order: the seats with cards, first hand first.
        plays_talon: the cards of the talon lead to the first two tricks.
        sits_out: the dealer of four.
    """
    if plays_talon and number <= 2:
        return order if sits_out is None else [sits_out, *order]
    if number == 1 or (plays_talon and number == 3):
        return order
    assert last_winner is not None
    at = order.index(last_winner)
    return [order[(at + step) % 3] for step in range(3)]


class Deal:
    """One deal. `deck` is in dealing order: ten cards of each active seat from the first hand on, and the talon.

    Attributes:
        order: the seats with cards, first hand first.
        series: the raspasovkas before this deal that count for its price.
        phase: auction, half offer, discard, contract, whist, reveal, play or end.
        bid_game: the lowest game that may be the contract; None in misere and raspasovka.
        game: the contract, of the list of 25.
        kind: game, misere or raspasovka; None in the auction.
        taken: the seat whose cards a dealer plays.
        is_open: the hands of the defence lie face up.
    """

    def __init__(self, options: dict[str, Any], deck: Sequence[str], dealer: int, sheet: Sheet, series: int = 0) -> None:
        self.options = options
        self.players = sheet.players
        self.dealer = dealer
        self.series = series
        self.before = sheet.copy()
        self.sheet = sheet.copy()
        self.order = [(dealer + 1 + place) % self.players for place in range(3)]
        self.talon = list(deck[30:])
        self.dealt = {seat: set(deck[10 * place : 10 * place + 10]) for place, seat in enumerate(self.order)}
        self.hands = {seat: set(cards) for seat, cards in self.dealt.items()}
        self.auction = Auction(options, self.players, entry(options["exit_levels"], series))
        self.phase = "auction"
        self.kind: str | None = None
        self.declarer: int | None = None
        self.bid_game: int | None = None
        self.game: int | None = None
        self.discards: list[str] = []
        self.refused = False
        self.units = 0
        self.surrendered = False
        self.preferans: str | None = None
        self.whist: Whist | None = None
        self.whisters: list[int] = []
        """Seats whose cards the whisters play, in the order of their declarations."""
        self.partner: int | None = None
        self.own: int | None = None
        self.returned = False
        self.looked: int | None = None
        self.taken: int | None = None
        self.is_open = False
        self.reveals: list[str] = []
        """The answers of the single whister: open or closed."""
        self.trick: list[str] = []
        self.plays: list[list[tuple[int, str]]] = []
        """The finished tricks: seats and cards."""
        self.winners: list[int] = []

    # -- Who is who --------------------------------------------------------------------------------------------------

    @property
    def sits_out(self) -> int | None:
        """The dealer of four."""
        return self.dealer if self.players == 4 else None

    @property
    def without_talon(self) -> bool:
        return self.kind in ("game", "misere") and self.auction.without_talon

    @property
    def shown_talon(self) -> set[str]:
        """The talon, if it was shown to everybody."""
        return set(self.talon) if self.declarer is not None and not self.without_talon else set()

    @property
    def defenders(self) -> list[int]:
        """First and second defender."""
        assert self.declarer is not None
        at = self.order.index(self.declarer)
        return [self.order[(at + step) % 3] for step in (1, 2)]

    @property
    def level(self) -> int:
        assert self.game is not None
        return level_of(self.game)

    @property
    def trump(self) -> str | None:
        return None if self.game is None else trump_of(self.game)

    @property
    def is_checked_ten(self) -> bool:
        return self.game is not None and self.level == 10 and self.options["ten"] == "checked_open"

    @property
    def opens_by_itself(self) -> bool:
        return self.kind == "misere" or self.is_checked_ten

    @property
    def shares_misere(self) -> bool:
        return self.kind == "misere" and self.auction.owner in self.auction.half

    def player_of(self, seat: int) -> int:
        """Who has the cards of a seat."""
        return self.dealer if seat == self.taken else seat

    def agent_of(self, seat: int) -> int:
        """Who decides which card of a seat is played."""
        if self.is_open and seat in self.defenders:
            if len(self.whisters) == 1:
                return self.player_of(self.whisters[0])
            if self.options["joint_defence"] == "single_agent":
                return self.defenders[0]
        return self.player_of(seat)

    @property
    def is_over(self) -> bool:
        return self.phase == "end"

    @property
    def asked(self) -> tuple[int, int]:
        """The player who decides, and the seat whose cards it is about."""
        if self.phase in ("auction", "half offer"):
            seat = self.order[self.auction.turn]
            return self.dealer if self.phase == "half offer" else seat, seat
        if self.phase in ("discard", "contract"):
            assert self.declarer is not None
            return self.declarer, self.declarer
        if self.phase == "whist":
            assert self.whist is not None
            F, S = self.defenders
            player = {"F": F, "S": S, "X": self.dealer}[str(self.whist.asked)]
            return player, player if self.looked is None else self.looked
        if self.phase == "reveal":
            return self.player_of(self.whisters[0]), self.whisters[0]
        seat = self.trick_order[len(self.trick)]
        return self.agent_of(seat), seat

    # -- Tricks ------------------------------------------------------------------------------------------------------

    @property
    def trick_number(self) -> int:
        return len(self.winners) + 1

    @property
    def plays_talon(self) -> bool:
        """Whether the cards of the talon lead to the first two tricks."""
        return self.kind == "raspasovka" and self.options["raspas_talon"] == "lead"

    @property
    def trick_order(self) -> list[int]:
        """The seats that play to this trick, in their order."""
        last = self.winners[-1] if self.winners else None
        return seats_of_trick(self.order, self.trick_number, last, self.plays_talon, self.sits_out)

    @property
    def turned(self) -> str | None:
        """P7: the card of the talon that fixes the suit of this trick of three."""
        if self.plays_talon and self.players == 3 and self.phase == "play" and self.trick_number <= 2:
            return self.talon[self.trick_number - 1]
        return None

    @property
    def led_suit(self) -> str | None:
        led = self.turned or (self.trick[0] if self.trick else None)
        return None if led is None else led[0]

    def tricks_of(self, seat: int) -> int:
        return self.winners.count(seat)

    # -- What may be done --------------------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        if self.phase in ("auction", "half offer"):
            return self.auction.legal()
        if self.phase == "discard":
            return self.legal_discards()
        if self.phase == "contract":
            assert self.bid_game is not None
            surrenders = self.options["surrender_without_three"] and not self.without_talon
            return {f"contract {game}" for game in GAMES[self.bid_game :]} | ({"refuse"} if surrenders else set())
        if self.phase == "whist":
            assert self.whist is not None
            return self.whist.legal()
        if self.phase == "reveal":
            return {"open", "closed"}
        if self.phase == "play":
            return {f"play {card}" for card in self.legal_plays()}
        return set()

    def legal_discards(self) -> set[str]:
        assert self.declarer is not None
        held = sorted(self.hands[self.declarer], key=PACK.index)
        if self.discards:
            return {f"discard {card}" for card in held if PACK.index(card) > PACK.index(self.discards[0])}
        actions = {f"discard {card}" for card in held[:-1]}
        if self.kind == "game":
            if self.players == 4 and self.options["open_talon_refusal"]:
                actions.add("discard talon open")
            if self.options["pool_target"] != -1 and super_hand(held, self.options["preferans_hand"]):
                actions.add("declare preferans")
        return actions

    def legal_plays(self) -> set[str]:
        _, seat = self.asked
        if self.plays_talon and seat == self.sits_out and self.options["raspas_dealer_order"] == "dealt_order":
            return {self.talon[self.trick_number - 1]}
        return legal_cards(self.hands[seat], self.led_suit, self.trump)

    # -- What follows from it ----------------------------------------------------------------------------------------

    def apply(self, action: str) -> None:
        assert action in self.legal(), (action, self.legal())
        if self.phase in ("auction", "half offer"):
            self.auction.apply(action)
            self.phase = "half offer" if self.auction.offering else "auction"
            if self.auction.is_over:
                self.after_auction()
        elif self.phase == "discard":
            self.apply_discard(action)
        elif self.phase == "contract":
            self.apply_contract(action)
        elif self.phase == "whist":
            self.apply_whist(action)
        elif self.phase == "reveal":
            self.reveals.append(action)
            self.is_open = action == "open"
            self.phase = "play"
        else:
            self.apply_card(action.removeprefix("play "))

    def after_auction(self) -> None:
        if self.auction.owner is None:
            self.kind = "raspasovka"
            self.phase = "play"
            if self.plays_talon and self.players == 4:
                self.hands[self.dealer] = set(self.talon)
            return
        self.declarer = self.order[self.auction.owner]
        assert self.auction.bid is not None
        self.bid_game = game_of(self.auction.bid)
        self.kind = "misere" if self.bid_game is None else "game"
        if self.without_talon:
            self.after_discard()
            return
        self.hands[self.declarer] |= set(self.talon)
        awards = self.options["talon_award"] if self.players == 4 else self.options["talon_award_3p"] == "half_each"
        if self.kind == "game" and awards:
            self.units = talon_units(self.talon)
        self.phase = "discard"

    def apply_discard(self, action: str) -> None:
        assert self.declarer is not None
        hand = self.hands[self.declarer]
        if action == "declare preferans":
            self.preferans = super_hand(hand, self.options["preferans_hand"])
            self.end()
            return
        if action == "discard talon open":
            self.refused = True
            self.discards = list(self.talon)
        else:
            self.discards.append(action.removeprefix("discard "))
        hand -= set(self.discards)
        if len(self.discards) == 2:
            self.after_discard()

    def after_discard(self) -> None:
        if self.kind == "misere":
            self.begin_play()
        else:
            self.phase = "contract"

    def apply_contract(self, action: str) -> None:
        if action == "refuse":
            self.surrendered = True
            self.end()
            return
        self.game = GAMES.index(action.removeprefix("contract "))
        if self.is_checked_ten:
            self.begin_play()
        elif self.options["stalingrad"] and self.game == 0:
            self.whisters = self.defenders
            self.begin_play()
        else:
            self.whist = Whist(self.options, self.level, self.players)
            self.phase = "whist"

    def apply_whist(self, action: str) -> None:
        whist = self.whist
        assert whist is not None
        whist.apply(action)
        seats = dict(zip("FS", self.defenders, strict=True))
        if whist.looked:
            self.looked = seats[whist.looked]
        if whist.node is not None:
            return
        if not whist.whisters:
            self.own = seats[whist.own] if whist.own else None
            self.end()
            return
        self.whisters = [seats[role] for role in whist.whisters]
        self.returned = whist.returned
        self.taken = seats[whist.taken] if whist.taken else None
        if len(self.whisters) == 1:
            self.partner = next(seat for seat in self.defenders if seat not in self.whisters)
        self.begin_play()

    def begin_play(self) -> None:
        self.phase = "play"
        self.before_card()

    def before_card(self) -> None:
        """P6: what happens between the cards of the first trick: hands are opened, or the whister is asked."""
        if self.kind == "raspasovka" or self.trick_number > 1 or len(self.reveals) == 2 or self.is_open:
            return
        cards, declarer_leads = len(self.trick), self.order[0] == self.declarer
        if self.opens_by_itself:
            self.is_open = cards == (1 if declarer_leads else 0)
        elif len(self.whisters) == 1:
            if self.options["open_timing"] == "before_lead":
                asks = cards == 0
            elif declarer_leads:
                asks = cards == 1
            else:
                seat = self.trick_order[cards]
                asks = cards == 0 or (seat != self.declarer)
            if asks and len(self.reveals) < (1 if declarer_leads or self.options["open_timing"] == "before_lead" else 2):
                self.phase = "reveal"

    def apply_card(self, card: str) -> None:
        _, seat = self.asked
        order = self.trick_order
        self.hands[seat].remove(card)
        self.trick.append(card)
        if len(self.trick) == len(order):
            led = self.led_suit
            assert led is not None
            taker = order[winner(self.trick, led, self.trump)]
            self.plays.append(list(zip(order, self.trick, strict=True)))
            self.trick = []
            self.winners.append(taker)
            if len(self.winners) == 10:
                self.end()
                return
        self.before_card()

    # -- The score ---------------------------------------------------------------------------------------------------

    def end(self) -> None:
        self.phase = "end"
        n, options = self.players, self.options
        tricks = [self.tricks_of(seat) for seat in range(n)]
        if self.kind == "raspasovka":
            scoring.score_raspasovka(self.sheet, options, self.order, self.dealer, tricks, self.series + 1)
            return
        assert self.declarer is not None
        if self.kind == "misere":
            dealer = self.dealer if self.shares_misere else None
            scoring.score_misere(self.sheet, options, self.declarer, tricks[self.declarer], dealer)
        elif self.preferans is not None:
            scoring.score_preferans(self.sheet, options, self.declarer, self.preferans)
        elif self.surrendered:
            assert self.bid_game is not None
            price = PRICE[level_of(self.bid_game)] * options["mountain_mult"]
            self.sheet.mountain[self.declarer] += 3 * price
        else:
            scoring.score_contract(self.sheet, options, self.contract())

    def contract(self) -> Contract:
        assert self.declarer is not None
        return Contract(
            level=self.level,
            declarer=self.declarer,
            tricks=[self.tricks_of(seat) for seat in range(self.players)],
            dealer=self.dealer,
            played=bool(self.winners),
            whisters=[self.player_of(seat) for seat in self.whisters],
            hands=self.whisters,
            partner=self.partner,
            own=self.own,
            returned=self.returned,
            units=self.units,
            refused=self.refused,
            checked=self.is_checked_ten,
        )

    @property
    def rewards(self) -> list[int]:
        """8.5, times the number of players."""
        rate = self.options["pool_rate"]
        return [
            after - before for before, after in zip(scoring.phi(self.before, rate), scoring.phi(self.sheet, rate), strict=True)
        ]

    @property
    def was_whisted_and_made(self) -> bool:
        if not self.whisters:
            return False
        assert self.declarer is not None
        return self.tricks_of(self.declarer) >= self.level

    # -- Section 7: who knows what -----------------------------------------------------------------------------------

    def seen_hands(self, seat: int) -> dict[int, set[str]]:
        """The hands, as they are now, that a seat sees: its own, the one that it plays, those that are face up."""
        shown = {seat, self.taken} if seat == self.sits_out else {seat}
        if self.is_open:
            shown |= set(self.defenders)
        return {other: self.hands[other] for other in shown if other in self.hands}

    def remembered_hands(self, seat: int) -> dict[int, set[str]]:
        """The hands as they were dealt that a sitting dealer saw: when a misere was offered to him, or when he looked."""
        if seat != self.sits_out:
            return {}
        seats = {self.order[place] for place in self.auction.offered} | {self.looked}
        return {other: self.dealt[other] for other in seats if other is not None}


class Match:
    """Section 9: deals until the pools are closed, or as many as were agreed."""

    def __init__(self, options: dict[str, Any], dealer: int, players: int, sheet: Sheet | None = None, series: int = 0) -> None:
        self.options = options
        self.dealer = dealer
        self.sheet = Sheet.empty(players) if sheet is None else sheet
        self.series = series
        self.deals = 0
        self.is_finished = False

    def deal(self, deck: Sequence[str]) -> Deal:
        return Deal(self.options, deck, self.dealer, self.sheet, self.series)

    def book(self, deal: Deal) -> None:
        """Section 4: the next dealer, and the raspasovkas that count."""
        self.sheet = deal.sheet
        self.deals += 1
        self.is_finished = scoring.is_finished(self.sheet, self.options) or deal.preferans == "no trump"
        stays = self.options["raspas_dealer_stays"]
        if deal.kind == "raspasovka":
            self.series += 1
            if stays and self.series < stays:
                return
            if stays:
                self.series = 0
        elif self.options["raspas_exit"] == "any" or deal.was_whisted_and_made:
            self.series = 0
        self.dealer = (self.dealer + 1) % self.sheet.players

    @property
    def is_over(self) -> bool:
        return self.is_finished or self.deals == self.options["max_deals"]

    @property
    def result(self) -> list[int]:
        """Phi, times the number of players."""
        return scoring.phi(self.sheet, self.options["pool_rate"])
