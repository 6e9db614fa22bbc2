"""Section 8.7: whole deals, card by card."""

import pytest

from . import helpers
from .reference_table import Deal

DEALS = helpers.load("golden_deals.toml")["deal"]
PACK_OF_EXAMPLE = [suit + rank for suit in "HDSC" for rank in "789TJQKA"]


def pack(deal):
    cards, number = [], deal["first"]
    for _ in range(32):
        cards.append(PACK_OF_EXAMPLE[number])
        number = (29 * number + deal["step"]) % 32
    return cards


def policy(actions):
    """Yes if possible, else the lowest card."""
    for answer in ("yes", "no"):
        if answer in actions:
            return answer
    return min(actions, key=lambda action: PACK_OF_EXAMPLE.index(action.split()[1]))


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["name"])
def test_golden_deals(open_table, deal):
    table = open_table(deal["players"], deck=pack(deal), dealer=deal["dealer"])
    if "turned" in deal:
        assert helpers.facts(table)["turned"] == deal["turned"]
    helpers.apply_all(table, *deal["calls"])
    caller = helpers.facts(table)["caller"]
    assert deal["calls"][-1] == f"call {helpers.facts(table)['trump']}"
    if "middle" in deal:
        before = helpers.hand(table, caller)
        assert len(before) == 12
        assert before >= set(deal["middle"].split())
        for card in deal["discards"].split():
            assert policy(helpers.legal(table)) == f"discard {card}"
            table.apply(f"discard {card}")
    for seat, cards in enumerate(deal.get("hands", [])):
        assert helpers.hand(table, seat) == set(cards.split())
    for seat, cards in deal.get("held", {}).items():
        assert helpers.hand(table, int(seat)) == set(cards.split())
    won = []
    while not table.is_over:
        facts = helpers.facts(table)
        if facts["phase"] == "play" and not facts["trick"]:
            won.append({"leader": facts["leader"], "points": facts["trick_points"], "cards": []})
        action = policy(helpers.legal(table))
        if action.startswith("play"):
            won[-1]["cards"].append(action.split()[1])
        table.apply(action)
    facts = helpers.facts(table)
    for number, trick in enumerate(deal.get("tricks", [])):
        assert won[number]["leader"] == trick["leader"]
        assert won[number]["cards"] == trick["cards"].split()
        after = won[number + 1]["points"] if number < 7 else facts["trick_points"]
        side = trick["winner"] % 2
        assert after[side] - won[number]["points"][side] == trick["points"]
        assert after[1 - side] == won[number]["points"][1 - side]
    assert facts["recognised"] == deal["recognised"]
    assert facts["bela"] == deal["bela"]
    if "tricks_won" in deal:
        assert facts["tricks"] == deal["tricks_won"]
        assert facts["trick_points"] == deal["trick_points"]
        assert facts["last_winner"] == deal["last_trick"]
    assert helpers.outcome(table)["scores"] == deal["scores"]
    assert sum(deal["scores"]) == deal["game"] == sum(deal["points"])
    if isinstance(table, Deal):
        assert table.result.points == deal["points"]
        assert table.result.game == deal["game"]
