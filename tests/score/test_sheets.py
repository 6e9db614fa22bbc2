"""The score keeper of every game: previews, undo, edits, deletions and resuming, whatever is entered."""

import dataclasses
import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adut
from adut.score.keeper import ScoreKeeper, scorer_type

from . import helpers

GAMES = ("belot", "bela", "skat", "preferans", "russian_preferans")
SIDES = st.integers(0, 1)
CONTRACTS = st.sampled_from(["clubs", "diamonds", "hearts", "spades", "no trumps", "all trumps"])
TENS = st.sampled_from([0, 0, 0, 20, 40, 50, 100])
REASONS = st.text(min_size=1, max_size=8)
OTHERS = (
    st.fixed_dictionaries(dict(kind=st.just("penalty"), column=SIDES, points=st.integers(1, 30), reason=REASONS)),
    st.builds(
        lambda a, b, reason: dict(kind="free", points=(a, b), reason=reason),
        st.integers(-50, 50),
        st.integers(-50, 50),
        REASONS,
    ),
)
BELOT = st.one_of(
    st.fixed_dictionaries(
        dict(
            kind=st.just("played"),
            caller=SIDES,
            contract=CONTRACTS,
            mult=st.sampled_from([1, 1, 1, 2, 4]),
            counted=SIDES,
            points=st.one_of(st.integers(0, 130), st.integers(0, 280), st.none()),
            decl_counted=TENS,
            decl_other=TENS,
            capot=st.one_of(st.none(), st.none(), SIDES),
        )
    ),
    st.fixed_dictionaries(dict(kind=st.just("inside"), caller=SIDES, contract=CONTRACTS, decl_total=TENS, capot=st.booleans())),
    st.just(dict(kind="passed_out")),
    *OTHERS,
)
BELA = st.one_of(
    st.builds(
        lambda caller, own, side, declared, bela: dict(
            kind="played",
            caller=caller,
            cards=(own, None) if side == 0 else (None, own),
            declared=(declared, 0) if side == 1 else (0, declared),
            bela=bela,
        ),
        SIDES,
        st.integers(0, 170),
        SIDES,
        TENS,
        st.one_of(st.none(), SIDES),
    ),
    st.builds(
        lambda caller, declared: dict(kind="fell", caller=caller, declared=(declared, 0)),
        SIDES,
        st.sampled_from([0, 20, 200]),
    ),
    st.fixed_dictionaries(dict(kind=st.just("belot"), column=SIDES)),
    *OTHERS,
)
SKAT = st.one_of(
    st.fixed_dictionaries(
        dict(
            kind=st.just("played"),
            declarer=st.integers(0, 2),
            bid=st.sampled_from([18, 20, 24, 27, 48, 60, 61]),
            contract=st.sampled_from(["clubs", "diamonds", "hearts", "spades", "grand"]),
            hand=st.booleans(),
            matadors=st.integers(1, 5),
            points=st.integers(0, 120),
        )
    ),
    st.fixed_dictionaries(
        dict(kind=st.just("value"), declarer=st.integers(0, 2), value=st.sampled_from([18, 24, 48, -48, -36, 19]))
    ),
    st.just(dict(kind="passed_in")),
    st.fixed_dictionaries(dict(kind=st.just("penalty"), column=st.integers(0, 2), points=st.integers(1, 9), reason=REASONS)),
)
SEATS = st.integers(0, 2)
PREFERANS_CONTRACTS = st.sampled_from(["spades", "diamonds", "hearts", "clubs", "no trump"])
PREFERANS = st.one_of(
    st.builds(
        lambda declarer, contract, right, left, doublings: dict(
            kind="played",
            declarer=declarer,
            contract=contract,
            followers=tuple(seat for seat in range(3) if seat != declarer),
            doublings=doublings,
            giver=(declarer + 1) % 3 if doublings else None,
            tricks=tuple([None, right, left][(seat - declarer) % 3] for seat in range(3)),
        ),
        SEATS,
        PREFERANS_CONTRACTS,
        st.integers(0, 4),
        st.integers(0, 3),
        st.sampled_from([0, 0, 0, 1, 2]),
    ),
    st.fixed_dictionaries(
        dict(
            kind=st.just("played"),
            declarer=SEATS,
            contract=st.just("betl"),
            in_hand=st.booleans(),
            made=st.booleans(),
            followers=st.sampled_from([(), (), (0, 1)]),
        )
    ),
    st.fixed_dictionaries(
        dict(kind=st.just("unfollowed"), declarer=SEATS, contract=PREFERANS_CONTRACTS, in_hand=st.booleans())
    ),
    st.sampled_from([dict(kind="all_passed"), dict(kind="misdeal"), dict(kind="interrupted", culprit=1)]),
    st.fixed_dictionaries(dict(kind=st.sampled_from(["shuffle", "third_card"]), offender=SEATS)),
    st.builds(lambda *levels: dict(kind="bids", levels=levels), *[st.sampled_from([None, None, 2, 4])] * 3),
    st.fixed_dictionaries(dict(kind=st.just("weaker_game"), offender=SEATS, declarer=SEATS, contract=st.just("hearts"))),
    st.fixed_dictionaries(
        dict(
            kind=st.just("offence"),
            offence=st.sampled_from(["revoke", "talk", "discard_count"]),
            offender=SEATS,
            declarer=SEATS,
            contract=PREFERANS_CONTRACTS,
            followers=st.sampled_from([(0, 1), (2,), (1, 2)]),
        )
    ),
    st.fixed_dictionaries(dict(kind=st.just("penalty"), column=SEATS, points=st.integers(1, 30), reason=REASONS)),
)
PLACES = st.integers(0, 3)
RUSSIAN_CONTRACTS = st.sampled_from(["6 spades", "6 hearts", "7 clubs", "8 no trump", "9 spades", "10 hearts"])
NOTHING_WRITTEN = (None,) * 4
RUSSIAN_PREFERANS = st.one_of(
    st.builds(
        lambda declarer, contract, whister, own, refused: dict(
            kind="played",
            declarer=declarer,
            contract=contract,
            refused=refused,
            whisters=() if contract.startswith("10") else (whister,),
            tricks=(*NOTHING_WRITTEN[:declarer], own, *NOTHING_WRITTEN[declarer + 1 :]),
        ),
        PLACES,
        RUSSIAN_CONTRACTS,
        PLACES,
        st.integers(3, 10),
        st.booleans(),
    ),
    st.builds(
        lambda declarer, contract, own, talon: dict(
            kind="unplayed", declarer=declarer, contract=contract, own=own if contract[0] in "67" else None, talon=talon
        ),
        PLACES,
        RUSSIAN_CONTRACTS,
        PLACES,
        st.integers(0, 3),
    ),
    st.fixed_dictionaries(
        dict(kind=st.just("misere"), declarer=PLACES, half=st.booleans(), tricks=st.sampled_from([0, 0, 1, 4]))
    ),
    st.builds(
        lambda one, two, three: dict(kind="raspasovka", tricks=(one, two, three, 10 - one - two - three)),
        *[st.integers(0, 3)] * 3,
    ),
    st.fixed_dictionaries(dict(kind=st.just("preferans"), declarer=PLACES, no_trump=st.sampled_from([False] * 5 + [True]))),
    st.fixed_dictionaries(dict(kind=st.just("penalty"), column=PLACES, points=st.integers(1, 30), reason=REASONS)),
    st.just(dict(kind="interrupted")),
)
ENTRIES = dict(belot=BELOT, bela=BELA, skat=SKAT, preferans=PREFERANS, russian_preferans=RUSSIAN_PREFERANS)
SETTINGS = dict(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
OPTIONS = dict(
    belot=dict(target=80),
    bela=dict(target=500, exact_half="hang"),
    skat=dict(n_deals=6),
    preferans=dict(start_bula=20),
    russian_preferans=dict(pool_target=8),
)


def steps(name):
    """What people do: entries mostly, then undo, edits and deletions of any row."""
    entry = ENTRIES[name]
    row = st.integers(-3, 8)
    return st.lists(
        st.one_of(
            st.tuples(st.just("record"), entry),
            st.tuples(st.just("record"), entry),
            st.tuples(st.just("undo")),
            st.tuples(st.just("edit"), row, entry),
            st.tuples(st.just("delete"), row),
        ),
        min_size=8,
        max_size=25,
    )


def do(keeper, step):
    """Do a step as a person would; what it should make of the entries."""
    entries = list(keeper.entries)
    what, *more = step
    if what == "undo":
        return entries[:-1], keeper.undo
    if what == "delete":
        at = more[0]
        return [entry for number, entry in enumerate(entries) if number != at % max(len(entries), 1)], lambda: keeper.delete(at)
    fields = dict(more[-1])
    entry = keeper.entry(fields.pop("kind"), **fields)
    if what == "record":
        return [*entries, entry], lambda: keeper.save(entry)
    at = more[0]
    changed = [entry if number == at % max(len(entries), 1) else old for number, old in enumerate(entries)]
    return changed, lambda: keeper.edit(at, entry)


def replayed(keeper, entries):
    fresh = ScoreKeeper(keeper.game, keeper.players, keeper.first_dealer)
    for entry in entries:
        fresh.save(entry)
    return fresh


def check_steps(name, plan):
    keeper = adut.score_keeper(name, first_dealer=1, **OPTIONS[name])
    done = 0
    for step in plan:
        before = keeper.export()
        try:
            expected, action = do(keeper, step)
            preview = keeper.preview(expected[-1]) if step[0] == "record" else None
            row = action()
        except adut.AdutError:
            assert keeper.export() == before, "a refused step changed the sheet"
            continue
        done += 1
        assert preview is None or row == preview, "something else was written than was shown"
        assert list(keeper.entries) == expected
        fresh = replayed(keeper, expected)
        assert (fresh.rows, fresh.sheet) == (keeper.rows, keeper.sheet), "the rows do not follow from the entries"
        again = ScoreKeeper.from_json(keeper.to_json())
        assert (again.rows, again.sheet, again.export()) == (keeper.rows, keeper.sheet, keeper.export())
        keeper.to_text()
    return done


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_done_the_sheet_follows_from_its_entries(name):
    counts = []

    @settings(max_examples=60, **SETTINGS)
    @given(steps(name))
    def run(plan):
        counts.append(check_steps(name, plan))

    run()
    assert sum(counts) > 150, "hardly anything was possible"


@pytest.mark.parametrize("name", GAMES)
def test_undo_leads_back(name):
    @settings(max_examples=30, **SETTINGS)
    @given(st.lists(ENTRIES[name], max_size=8))
    def run(entries):
        keeper = adut.score_keeper(name, **OPTIONS[name])
        seen = [keeper.export()]
        for fields in entries:
            try:
                keeper.record(fields["kind"], **helpers.fields(fields))
            except adut.AdutError:
                continue
            seen.append(keeper.export())
        while len(seen) > 1:
            assert keeper.export() == seen.pop()
            keeper.undo()
        assert keeper.export() == seen[0]

    run()


@pytest.mark.parametrize("names", [["Ana", "Ana"], ["Ana"], ["Ana", "nobody"], ["Ana", ""], ["A, B", "C"], ["1", "2"]])
def test_names_that_cannot_be(names):
    with pytest.raises(adut.OptionError, match="names"):
        adut.score_keeper("belot", names=names)


def test_names_of_players_or_of_sides():
    assert adut.score_keeper("belot", names=["we", "you"]).columns == ("we", "you")
    four = adut.score_keeper("bela", names=["Ana", "Boro", "Ceca", "Dule"])
    assert (four.players, four.columns) == (("Ana", "Boro", "Ceca", "Dule"), ("Ana & Ceca", "Boro & Dule"))
    assert adut.score_keeper("skat", names=["A", "B", "C"]).columns == ("A", "B", "C")


@pytest.mark.parametrize("module", ["adut.games.nowhere", "adut.cli"])
def test_a_game_without_a_score_keeper(module):
    with pytest.raises(adut.OptionError, match=r"no score keeper for bare; choose from .*belot"):
        scorer_type(dataclasses.replace(adut.games.spec("belot"), name="bare", module=module))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (dict(format=2), "format 2"),
        (dict(game="whist"), "unknown game 'whist'"),
        (dict(rules="home"), "unknown rules 'home'"),
        (dict(options=dict(target="many")), "target is a whole number"),
        (dict(totals=[0, 1]), "do not follow from the entries"),
        (dict(first_dealer=4), "first_dealer"),
        (dict(entries=[dict(kind="passed_out", written=[0, 0], totals=[1, 0])]), "row 1 of the sheet writes"),
        (dict(entries=[dict(kind="inside", written=[0, 0], totals=[0, 0])]), "row 1 of the sheet: 'inside' needs caller"),
        (dict(entries=[dict(kind="passed_out")]), "it has no 'written'"),
        (dict(entries=[5]), "this is no exported sheet"),
        (dict(entries=None), "this is no exported sheet"),
    ],
)
def test_sheets_that_were_changed_by_hand(change, says):
    exported = adut.score_keeper("belot").export() | change
    with pytest.raises(adut.SheetError, match=says):
        ScoreKeeper.from_export(exported)


@pytest.mark.parametrize("name", GAMES)
def test_it_needs_no_numba(name):
    """Without compilation, and without Numba at all, the sheets are the same."""
    rows = dict(
        belot="record('played', caller=0, contract='hearts', points=90); keeper.record('inside', caller=1, contract='clubs')",
        bela="record('played', caller=0, cards=(90, None), declared=(20, 0)); keeper.record('fell', caller=1, declared=(0, 0))",
        skat="record('played', declarer=0, bid=18, contract='grand', matadors=2, points=80); keeper.record('passed_in')",
        preferans="record('played', declarer=0, contract='betl', made=False); keeper.record('all_passed')",
        russian_preferans="record('misere', declarer=1, tricks=3); "
        "keeper.record('played', declarer=3, contract='7 spades', whisters=(1,), tricks=(None, None, None, 6))",
    )
    lazy = "assert not any(module.endswith('.keeper') and '.games.' in module for module in sys.modules); "
    code = f"import sys, adut; {lazy}keeper = adut.score_keeper({name!r}); keeper.{rows[name]}; print(keeper.to_json())"
    without = "import sys; sys.modules['numba'] = None; sys.modules['llvmlite'] = None; "
    shown = [
        subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, env=os.environ | more).stdout
        for text, more in ((code, {}), (code, {"NUMBA_DISABLE_JIT": "1"}), (without + code, {}))
    ]
    assert shown[0] == shown[1] == shown[2]
    assert len(ScoreKeeper.from_json(shown[0]).entries) == 2
