"""State: decisions, copies, undo, bytes, and clear errors that change nothing."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

import adut
from adut import AdutError, IllegalActionError, NotationError, OptionError, StateFormatError

GAME = adut.game("skat", rules="isko")
MATCH = adut.game("skat", rules="isko", episode="match")


def play(state: adut.State, decisions: int, seed: int = 0) -> adut.State:
    chooser = random.Random(seed)
    for _ in range(decisions):
        if state.is_over:
            break
        state.apply(chooser.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("decisions", [0, 3, 12, 25, 500])
@pytest.mark.parametrize("game", [GAME, MATCH])
def test_copies_are_equal_and_independent(game: adut.Game, decisions: int) -> None:
    state = play(game.new_state(seed=2), decisions)
    for twin in (
        state.copy(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        game.state_from_bytes(state.to_bytes()),
    ):
        assert twin == state
        assert twin.legal_actions() == state.legal_actions()
        assert twin.is_over == state.is_over
        before = state.to_bytes()
        play(twin, 2, seed=1)
        assert state.to_bytes() == before


def test_undo_returns_to_every_earlier_state() -> None:
    state = MATCH.new_state(seed=6)
    seen = []
    for _ in range(90):
        seen.append((state.to_bytes(), state.legal_actions()))
        play(state, 1, seed=len(seen))
    for data, legal in reversed(seen):
        state.undo()
        assert (state.to_bytes(), state.legal_actions()) == (data, legal)
    with pytest.raises(IndexError, match="nothing to undo"):
        state.undo()


def test_undo_survives_copies_and_pickles() -> None:
    state = play(GAME.new_state(seed=2), 5)
    before = state.to_bytes()
    for twin in (state.copy(), pickle.loads(pickle.dumps(state))):
        twin.apply(twin.legal_actions()[0])
        twin.undo()
        assert twin.to_bytes() == before


@pytest.mark.parametrize("action", ["hold", "play CJ", 33, 0, -1, 126, 10**30])
def test_an_illegal_action_names_itself_the_player_and_the_choices(action: object) -> None:
    state = GAME.new_state(seed=1, dealer=0)
    before = state.to_bytes()
    with pytest.raises(IllegalActionError, match=r"player_2 is to act and may choose from: pass, bid 18"):
        state.apply(action)  # type: ignore[arg-type]
    assert state.to_bytes() == before
    assert state.why_illegal("pass") is None


@pytest.mark.parametrize("action", ["fly", "", "play ZZ", None, 1.5, True, [1]])
def test_an_unknown_action_is_refused(action: object) -> None:
    state = GAME.new_state(seed=1, dealer=0)
    before = state.to_bytes()
    with pytest.raises(IllegalActionError):
        state.apply(action)  # type: ignore[arg-type]
    assert state.to_bytes() == before


def test_numpy_integers_are_actions() -> None:
    state = GAME.new_state(seed=1)
    state.apply(np.int64(32))
    state.apply(np.int8(32))


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ({"deck": "CJ CJ"}, "each of the 32 cards once"),
        ({"deck": [*range(31), 0]}, "more than once C7"),
        ({"deck": "XX"}, "unknown card 'XX'"),
        ({"hands": {0: "CJ"}}, "are missing"),
        ({"hands": {7: "CJ"}}, "not to 7"),
        ({"hands": {"²": "CJ"}}, "not to '²'"),
        ({"hands": {0: "CJ", "player_0": "SJ"}}, "name 0 twice, the second time as 'player_0'"),
        ({"hands": {0: [None]}}, "unknown card None"),
        ({"deck": [float("nan")] * 32}, "unknown card nan"),
        ({"deck": [[1]] * 32}, "unknown card"),
        ({"deck": np.array(5)}, "cards are a text or a list"),
        ({"seed": -1}, "seed is a whole number"),
        ({"seed": 2**63}, "seed is a whole number"),
        ({"seed": "1"}, "seed is a whole number"),
        ({"dealer": 3}, "dealer is a whole number from 0 to 2"),
        ({"table": -1}, "table is a whole number"),
        ({"start": "later"}, "start is"),
        ({"start": ["hold"]}, "not legal"),
        ({"sheet": {"points": [1, 2, 3]}}, "a sheet of Skat has"),
        ({"sheet": {"counted": 36}}, "counted holds whole numbers from 0 to 35, got 36"),
        ({"sheet": {"counted": 3, "totals": [1, 2]}}, "totals holds 3 numbers"),
        ({"deck": list(range(32)), "hands": {}}, "either deck or hands"),
    ],
)
def test_an_impossible_setup_is_refused(setup: dict[str, object], message: str) -> None:
    with pytest.raises(AdutError, match=message):
        GAME.new_state(**setup)


def test_bytes_of_something_else_are_refused() -> None:
    data = GAME.new_state(seed=1).to_bytes()
    other = adut.game("skat", rules="classical")
    for bad, message in (
        (b"", "no saved state"),
        (b"nonsense" * 9, "no saved state"),
        (data[:-1], "cut or extended"),
        (data + b"x", "cut or extended"),
        (data[:4] + b"\x09\x00" + data[6:], "format 9"),
        (data[:8] + b"chess".ljust(16, b"\0") + data[24:], "of chess, not of skat"),
        (data[:4] + b"\x01\x00" + data[6:-8], "format 1 and version"),
        (data[:100] + bytes([data[100] ^ 1]) + data[101:], "damaged"),
        (data[:-1] + bytes([data[-1] ^ 128]), "damaged"),
        (None, "no saved state"),
        (data.hex(), "no saved state"),
    ):
        with pytest.raises(StateFormatError, match=message):
            GAME.state_from_bytes(bad)  # type: ignore[arg-type]
    with pytest.raises(StateFormatError, match="other options"):
        other.state_from_bytes(data)


def test_no_bit_of_saved_bytes_can_flip_unseen() -> None:
    data = play(GAME.new_state(seed=1, start="play"), 5).to_bytes()
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(StateFormatError):
            GAME.state_from_bytes(bytes(flipped))


def test_a_pickle_holds_to_its_digest() -> None:
    state = play(GAME.new_state(seed=1, start="play"), 5)
    build, (game, body, root, actions, digest) = state.__reduce__()
    assert build(game, body, root, actions, digest) == state
    for part in (body, root, actions):
        flipped = [bytes([*other[:-1], other[-1] ^ 1]) if other is part else other for other in (body, root, actions)]
        with pytest.raises(StateFormatError, match="damaged"):
            build(game, *flipped, digest)
    with pytest.raises(StateFormatError, match="damaged"):
        build(MATCH, body, root, actions, digest)
    with pytest.raises(StateFormatError, match="another version"):
        build(game, body, root, list(actions))  # as format 1 was pickled


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": "skaat"}, r"unknown game 'skaat' \(did you mean 'skat'\?\); choose from"),
        ({"rules": "iskoo"}, r"unknown rules 'iskoo' for skat \(did you mean 'isko'\?\); choose from classical"),
        ({"jumpbids": True}, r"unknown option 'jumpbids' for skat \(did you mean 'jump_bids'\?\)"),
        ({"bid_values": "isko63"}, "unknown option 'bid_values'"),
        ({"levels": "odd"}, "levels is one of ordinal, cumulative, not 'odd'"),
        ({"n_deals": 20}, "n_deals is a multiple of players"),
        ({"n_deals": "many"}, "n_deals is a whole number"),
        ({"n_deals": "²"}, "n_deals is a whole number"),
        ({"n_deals": "--5"}, "n_deals is a whole number"),
        ({"n_deals": "9" * 5000}, "n_deals is a whole number"),
        ({"n_deals": np.array([3, 6])}, "n_deals is a whole number"),
        ({"rules": []}, r"unknown rules \[\] for skat"),
        ({"episode": []}, "episode is one of deal, match"),
        ({"players": 2}, "players is one of 3, 4"),
        ({"players": 4, "rules": "isko_list_3"}, "are for 3 players"),
        ({"rules": "isko", "loss_floor": "hand_only"}, "loss_floor has a meaning with overbid_charge=bid only"),
        ({"episode": "evening"}, "episode is one of deal, match"),
        ({"reward": "match"}, "needs episode='match'"),
        ({"payoff": "gold"}, "payoff is one of zero_sum, raw"),
        ({"jump_bids": 1}, "jump_bids is one of false, true"),
    ],
)
def test_wrong_options_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        adut.game(**{"name": "skat", **arguments})  # type: ignore[arg-type]


def test_options_come_from_a_shell_too() -> None:
    told = adut.game("skat", rules="isko", jump_bids="false", n_deals="12", null_lost_factor="1")
    assert told == adut.game("skat", rules="isko", jump_bids=False, n_deals=12, null_lost_factor=1)


def test_games_are_values() -> None:
    assert adut.game("skat", players=3, rules="isko") == GAME
    assert hash(GAME) == hash(adut.game("skat", rules="isko"))
    assert adut.game("skat") != GAME
    assert pickle.loads(pickle.dumps(GAME)) == GAME


def test_rewards_of_a_match_telescope() -> None:
    for reward in ("deal", "trick"):
        game = adut.game("skat", rules="isko_list_3", episode="match", reward=reward, n_deals=6)
        state = game.new_state(seed=3)
        paid = np.zeros(3, np.int64)
        chooser = random.Random(5)
        while not state.is_over:
            state.apply(chooser.choice(state.legal_actions()))
            assert sum(state.rewards) == 0
            paid += state.rewards
        totals = state.sheet["totals"]
        assert paid.tolist() == [3 * total - sum(totals) for total in totals]


def test_reward_match_is_the_rank() -> None:
    game = adut.game("skat", rules="isko", episode="match", reward="match", n_deals=3)
    for seed in range(30):
        state = play(game.new_state(seed=seed), 10_000, seed)
        assert state.is_over
        assert sum(state.rewards) == 0
        totals = state.sheet["totals"]
        assert sorted(state.rewards) == [-2, 0, 2]  # the lot separates what wins and losses leave equal
        assert [totals[seat] for seat in np.argsort(state.rewards)] == sorted(totals)
        assert game.unit == 2


def test_max_deals_truncates() -> None:
    game = adut.game("skat", episode="match", max_deals=2)
    state = game.new_state(seed=1)
    for _ in range(2):
        for _ in range(3):
            state.apply("pass")
    assert state.is_over
    assert state.truncated


def test_start_gives_later_positions() -> None:
    state = GAME.new_state(seed=3, dealer=2, start=["bid 18", "pass", "pass"])
    assert state.phase == "take"
    assert GAME.new_state(seed=3, start="play").phase == "play"
    with pytest.raises(NotationError):
        GAME.new_state(deck="CJ")
