"""What a seat is told: as its observation states it, and as the plain reference has it. Seats are absolute, cards are names."""

from __future__ import annotations

from typing import Any

from .reference import PACK, SUITS, legal_cards, winner
from .reference_table import Deal

LETTERS = "CDHS"
"""Suits by id."""
CALLS = (
    "pass",
    "raise",
    "here",
    "misere",
    "nine without talon",
    "misere without talon",
    "ten without talon",
    "repeat without talon",
)
SAID = ("pass", "whist", "together", "for own")


def told_by_package(state: Any, seat: int) -> dict[str, Any]:
    known = state.game.layout.decode(state.observation(seat))
    n = state.game.seats
    seats = [(seat + slot) % n for slot in range(n)]

    def one(name: str) -> int | None:
        return None if known[name] is None else seats[known[name]]

    def each(name: str) -> list[Any]:
        return [known[name][(other - seat) % n] for other in range(n)]

    def some(name: str) -> set[int]:
        return {other for other in range(n) if known[name][(other - seat) % n]}

    def words(name: str, listed: tuple[str, ...]) -> dict[int, str]:
        flags = known[name]
        return {
            seats[slot]: listed[index] for slot in range(n) for index in range(len(listed)) if flags[len(listed) * slot + index]
        }

    return {
        "phase": known["phase"],
        "position": known["position"],
        "asked": None if state.is_over else (one("actor"), one("seat")),
        "remembered": {seats[slot + 1]: text(cards) for slot, cards in enumerate(known["seen"]) if cards},
        "talon": text(known["talon"]),
        "discards": text(known["discards"]),
        "declarer": one("declarer"),
        "contract": known["contract"],
        "no talon": bool(known["no_talon"][0]),
        "refused": bool(known["refused"][0]),
        "preferans": known["preferans"],
        "bid": known["bid"],
        "repeated": bool(known["repeated"][0]),
        "owner": one("owner"),
        "active": some("active"),
        "calls": words("last_call", CALLS),
        "offered": some("offered"),
        "half": one("half"),
        "games": some("game_bidder"),
        "miseres": some("misere_bidder"),
        "best game": {other: number - 1 for other, number in enumerate(each("best_game")) if number},
        "first said": words("first_said", SAID),
        "then said": words("then_said", SAID),
        "looked": one("looked"),
        "both": bool(known["both_whist"][0]),
        "whister": one("whister"),
        "whist seat": one("whist_seat"),
        "partner": one("partner"),
        "returned": bool(known["returned"][0]),
        "open": known["opening"] == 2,
        "trick": {other: only(cards) for other, cards in enumerate(each("trick")) if cards},
        "leader": one("leader") if state.phase == "play" else None,
        "led": None if known["led"] is None else LETTERS[known["led"]],
        "best": one("best"),
        "last winner": one("last_winner"),
        "played": [text(cards) for cards in each("played")],
        "trick numbers": {PACK[card]: number for card, number in enumerate(known["trick_number"]) if number},
        "voids": [{LETTERS[k] for k in range(4) if known["void"][4 * ((other - seat) % n) + k]} for other in range(n)],
        "tricks": each("tricks"),
        "units": known["units"][0],
        "series": known["series"][0],
    }


def text(cards: int) -> set[str]:
    return {PACK[card] for card in range(32) if int(cards) >> card & 1}


def only(cards: int) -> str:
    (card,) = text(cards)
    return card


PHASES = ("auction", "half offer", "discard", "contract", "whist", "reveal", "play", "end")


def told_by_reference(deal: Deal, seat: int) -> dict[str, Any]:
    auction, order, n = deal.auction, deal.order, deal.players
    is_contract = deal.game is not None
    single = len(deal.whisters) == 1
    at_cards = deal.phase == "play"
    first, then = said(deal)
    seats = deal.trick_order if at_cards or deal.trick else []
    trick = dict(zip(seats, deal.trick, strict=False))
    return {
        "phase": PHASES.index(deal.phase),
        "position": 3 if seat == deal.sits_out else order.index(seat),
        "asked": None if deal.is_over else deal.asked,
        "remembered": deal.remembered_hands(seat),
        "talon": talon(deal, seat),
        "discards": set(deal.discards) if seat == deal.declarer or deal.refused else set(),
        "declarer": deal.declarer,
        "contract": deal.game if is_contract else {"misere": 25, "raspasovka": 26}.get(str(deal.kind)),
        "no talon": deal.without_talon,
        "refused": deal.refused,
        "preferans": [int(deal.preferans == "suit"), int(deal.preferans == "no trump")],
        "bid": auction.bid,
        "repeated": auction.repeated,
        "owner": None if auction.owner is None else order[auction.owner],
        "active": {order[place] for place in auction.active},
        "calls": last_calls(deal),
        "offered": {order[place] for place in auction.offered},
        "half": next((order[place] for place in auction.half), None),
        "games": {order[place] for place in range(3) if auction.kind[place] == "game"},
        "miseres": {order[place] for place in range(3) if auction.kind[place] == "misere"},
        "best game": {order[place]: best for place, best in enumerate(auction.own_best) if best is not None},
        "first said": first,
        "then said": then,
        "looked": deal.looked,
        "both": len(deal.whisters) == 2,
        "whister": deal.player_of(deal.whisters[0]) if single else None,
        "whist seat": deal.whisters[0] if single else None,
        "partner": deal.partner,
        "returned": deal.returned,
        "open": deal.is_open,
        "trick": trick,
        "leader": seats[0] if at_cards else None,
        "led": deal.led_suit,
        "best": best_of(deal, seats),
        "last winner": deal.winners[-1] if deal.winners else None,
        "played": [
            {card for cards in deal.plays for who, card in cards if who == other}
            | ({trick[other]} if other in trick else set())
            for other in range(n)
        ],
        "trick numbers": trick_numbers(deal),
        "voids": voids(deal),
        "tricks": [deal.tricks_of(other) for other in range(n)],
        "units": deal.units,
        "series": deal.series,
    }


def talon(deal: Deal, seat: int) -> set[str]:
    """The cards of the talon that a seat has seen."""
    if not deal.plays_talon:
        return deal.shown_talon
    if seat == deal.sits_out:
        return set(deal.talon)
    if deal.players == 3:
        return set(deal.talon[: deal.trick_number if deal.phase == "play" else 2])
    played = {card for trick in deal.plays for _, card in trick} | set(deal.trick)
    return played & set(deal.talon)


def last_calls(deal: Deal) -> dict[int, str]:
    """The last call of each seat, as its own words; an accepted offer is a misere, a jump a raise."""
    calls = {}
    for place, call in deal.auction.calls:
        if call not in ("offer half", "refuse"):
            calls[deal.order[place]] = "misere" if call == "accept" else "raise" if call.startswith("bid") else call
    return calls


def said(deal: Deal) -> tuple[dict[int, str], dict[int, str]]:
    """First and second declarations of the defenders; the dealer's stand among the second."""
    first: dict[int, str] = {}
    then: dict[int, str] = {}
    if deal.whist is not None:
        roles = dict(zip("FS", deal.defenders, strict=True)) | {"X": deal.dealer}
        for role, word in deal.whist.said:
            if not word.startswith("look"):
                (then if roles[role] in first or role == "X" else first)[roles[role]] = word
    return first, then


def best_of(deal: Deal, seats: list[int]) -> int | None:
    """Who wins the current trick so far; with the talon's card turned up, of those who followed it."""
    led = deal.led_suit
    if not deal.trick or led is None or not any(card[0] in (led, deal.trump) for card in deal.trick):
        return None
    return seats[winner(deal.trick, led, deal.trump)]


def tricks_with_leads(deal: Deal) -> list[tuple[list[tuple[int, str]], str]]:
    """The tricks so far, the current one too, each with the suit to follow."""
    tricks = [*deal.plays, list(zip(deal.trick_order, deal.trick, strict=False)) if deal.trick else []]
    found = []
    for number, trick in enumerate(tricks):
        if trick:
            turned = deal.plays_talon and deal.players == 3 and number < 2
            found.append((trick, deal.talon[number][0] if turned else trick[0][1][0]))
    return found


def trick_numbers(deal: Deal) -> dict[str, int]:
    """The trick in which each card was played or turned up."""
    numbers = {card: number for number, (trick, _) in enumerate(tricks_with_leads(deal), start=1) for _, card in trick}
    if deal.plays_talon and deal.players == 3:
        shown = deal.trick_number if deal.phase == "play" else 2
        numbers |= {card: number for number, card in enumerate(deal.talon[:shown], start=1)}
    return numbers


def voids(deal: Deal) -> list[set[str]]:
    """The suits that each seat has shown not to hold; a sitting dealer, who leads, shows none."""
    shown: list[set[str]] = [set() for _ in range(deal.players)]
    for trick, led in tricks_with_leads(deal):
        for who, card in trick:
            if card[0] != led:
                shown[who] |= {suit for suit in SUITS if card not in legal_cards({card, suit + "7"}, led, deal.trump)}
    return shown
