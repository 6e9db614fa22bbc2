"""The picture of a score sheet (section 9.1 of the rules): everything is in it, at its place, and nothing overlaps."""

import itertools
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import adut
from adut.games.russian_preferans.seats import RINGS
from adut.games.russian_preferans.sheet_picture import EDGE, MARGIN, MOUNTAIN_EDGE, POOL_EDGE, sheet_svg

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ana", "Boro", "Ceca", "Dule"]
SIZE = 2 * (EDGE + MARGIN)


def sheet(players, number=None):
    """A sheet with numbers that are all different, or one for all of them."""
    counter = itertools.count(10) if number is None else itertools.repeat(number)
    return {
        "deals": 27,
        "series": 2,
        "pool": [next(counter) for _ in range(players)],
        "mountain": [-next(counter) for _ in range(players)],
        "whists": [[0 if one == other else next(counter) for other in range(players)] for one in range(players)],
        "ring": 0,
    }


def texts(picture):
    """The words of a picture with their places and heights."""
    return [
        (text.text, float(text.get("x")), float(text.get("y")), float(text.get("font-size")), text.get("transform"))
        for text in ET.fromstring(picture).iter(f"{SVG}text")
    ]


def place_of(picture, words):
    (found,) = [(x, y) for text, x, y, *_ in texts(picture) if text == words]
    return found


def boxes(picture):
    """The corners of all texts, by the widths of a usual font: digits 0.64 of their height, capitals up to 0.77."""
    found = []
    for words, x, y, size, transform in texts(picture):
        length = size * sum(0.77 if letter.isupper() else 0.64 for letter in words)
        start = x if "deals" in words else x - length / 2
        box = (start, y - 0.75 * size, start + length, y + 0.2 * size)
        if transform is not None:  # turned by a right angle around its middle
            middle = y - 0.36 * size
            box = (x - size / 2, middle - length / 2, x + size / 2, middle + length / 2)
        found.append((words, box))
    return found


@pytest.mark.parametrize("players", [3, 4])
def test_everything_is_in_the_picture_once(players):
    drawn = sheet(players)
    words = [text[0] for text in texts(sheet_svg(drawn, NAMES[:players], 500))]
    numbers = [*drawn["pool"], *drawn["mountain"], *(n for row in drawn["whists"] for n in row if n)]
    assert sorted(word for word in words if word.lstrip("-").isdecimal()) == sorted(map(str, [*numbers, 500]))
    for name in NAMES[:players]:
        assert words.count(name) == 1
        assert words.count(f"on {name}") == players - 1
    assert "deals 27, raspasovkas 2" in words


def ring_of(at):
    """In which of the nested squares a point is: the whists, the pools, or the mountains."""
    distance = max(map(abs, at))
    return "whists" if distance > POOL_EDGE else "pool" if distance > MOUNTAIN_EDGE else "mountain"


def side_of(players, at):
    """Whose part a point is in: 0 at the bottom, then clockwise."""
    x, y = at
    if players == 3:
        return 0 if y > abs(x) else 1 if x < 0 else 2
    return (0 if y > 0 else 2) if abs(y) > abs(x) else (1 if x < 0 else 3)


@pytest.mark.parametrize("players", [3, 4])
def test_numbers_stand_in_the_fields_of_their_players(players):
    drawn = sheet(players)
    picture = sheet_svg(drawn)
    for seat in range(players):
        for field in ("pool", "mountain"):
            at = place_of(picture, str(drawn[field][seat]))
            assert (ring_of(at), side_of(players, at)) == (field, seat)
        for other in range(players):
            if other != seat:
                at = place_of(picture, str(drawn["whists"][seat][other]))
                assert (ring_of(at), side_of(players, at)) == ("whists", seat)


def test_whists_stand_on_the_side_of_whom_they_are_written_on():
    drawn = sheet(4)
    picture = sheet_svg(drawn)
    at = [place_of(picture, str(drawn["whists"][0][other]))[0] for other in (1, 2, 3)]
    assert at == sorted(at)  # on the left neighbour, across, on the right one
    at = [place_of(picture, str(drawn["whists"][1][other]))[1] for other in (2, 3, 0)]
    assert at == sorted(at)
    drawn = sheet(3)
    picture = sheet_svg(drawn)
    assert place_of(picture, str(drawn["whists"][1][2]))[1] < -POOL_EDGE  # at the top, where the right one begins
    assert place_of(picture, str(drawn["whists"][2][0]))[0] > POOL_EDGE


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("number", [0, 7, 12345, 999_999])
@pytest.mark.parametrize(
    "names", [NAMES, ["WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"] * 4, ["a" * 200] * 4], ids=["", "W", "a"]
)
def test_nothing_overlaps(players, number, names):
    drawn = sheet(players, number) | {"deals": 999_999, "series": 999}
    found = boxes(sheet_svg(drawn, names[:players], 100_000))
    for (one, a), (two, b) in itertools.combinations(found, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (one, a, two, b)
    for words, (left, top, right, bottom) in found:
        assert max(-left, -top, right, bottom) <= SIZE / 2, words
        for edge in (EDGE, POOL_EDGE, MOUNTAIN_EDGE):  # no side of a square runs through
            for low, high, start, end in ((left, right, top, bottom), (top, bottom, left, right)):
                for line in (-edge, edge):
                    assert not (low < line < high and start < edge and end > -edge), (words, edge)


def test_words_are_cut_where_they_would_be_too_small():
    words = [text[0] for text in texts(sheet_svg(sheet(4), ["x" * 99] * 4))]
    assert all(len(word) < 99 for word in words)
    assert any(word.endswith("…") for word in words)


def test_names_may_be_any_words():
    picture = sheet_svg(sheet(3), ["<A & B>", 'C"', "Đorđe"])
    assert "&lt;A &amp; B&gt;" in picture
    assert {"<A & B>", 'C"', "Đorđe"} <= {text[0] for text in texts(picture)}
    with pytest.raises(ValueError, match="3 names, one for each player of the sheet, not 2"):
        sheet_svg(sheet(3), ["a", "b"])


def test_the_middle_shows_the_target():
    assert place_of(sheet_svg(sheet(4), target=-1), "∞")[0] == 0
    assert place_of(sheet_svg(sheet(4), target=30), "30")[0] == 0
    assert all(abs(x) + abs(y) > 60 for _, x, y, *_ in texts(sheet_svg(sheet(4))))


def test_players_sit_as_the_ring_says():
    drawn = sheet(4) | {"ring": 4}
    at = {seat: place_of(sheet_svg(drawn), f"player_{seat}") for seat in range(4)}
    assert [side_of(4, at[seat]) for seat in RINGS[4][4]] == [0, 1, 2, 3]


def test_a_sheet_of_a_table_is_drawn():
    state = adut.game("russian_preferans", players=3).new_state(seed=1, sheet={"pool": [7, 8, 9], "deals": 5})
    picture = sheet_svg(state.sheet)
    assert [side_of(3, place_of(picture, word)) for word in ("7", "8", "9")] == [0, 1, 2]
    assert "deals 5" in {text[0] for text in texts(picture)}


def test_the_picture_in_the_documentation():
    """The one that the page's example writes."""
    whists = [[0, 168, 36, 192], [38, 0, 272, 152], [54, 122, 0, 156], [282, 74, 356, 0]]
    drawn = {"deals": 41, "pool": [30, 30, 24, 30], "mountain": [22, 15, 12, 45], "whists": whists}
    page = Path(__file__).parents[3] / "docs" / "games" / "russian_preferans_sheet.svg"
    assert page.read_text(encoding="utf-8") == sheet_svg(drawn, NAMES, 30)
