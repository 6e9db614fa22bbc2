"""Write the generated parts of the documentation: tables from the code, and files of the examples.

python scripts/document.py            brings README.md and docs/ up to date
python scripts/document.py --check    says which pages are not, and exits with 1

A page holds a part between two comments, `<!-- generated: what arguments -->` and `<!-- end of generated -->`. `what` is
a function below, or one of `<game>_tables.py` next to the page of a game; it is called with the arguments.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from adut.api.registry import gymnasium_id, pettingzoo_id
from adut.core.cards import RANK_LETTERS, SUIT_LETTERS, SUIT_NAMES, card_id
from adut.core.layout import Layout
from adut.core.options import Value
from adut.games import game as make_game
from adut.games import spec

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PART = re.compile(r"(<!-- generated: ([^\n]+) -->\n).*?(?=<!-- end of generated -->)", re.DOTALL)
LONG_RANGE = 32
"""As many actions in a row with the same verb are one row of the table."""


def pages() -> list[Path]:
    """The pages of the documentation."""
    return [ROOT / "README.md", *sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)]


def render(page: Path) -> str:
    """The text of a page with its generated parts as they should be."""
    text = page.read_text(encoding="utf-8")

    def generate(part: re.Match[str]) -> str:
        what, *arguments = part[2].split()
        return f"{part[1]}\n{_generator(page, what)(*arguments)}\n\n"

    return PART.sub(generate, text)


def _generator(page: Path, what: str) -> Callable[..., str]:
    own = page.with_name(f"{page.stem}_tables.py")
    if own.exists():
        found = importlib.util.spec_from_file_location(own.stem, own)
        assert found is not None
        assert found.loader is not None
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
        if hasattr(module, what):
            return partial(getattr(module, what), markdown)
    known: dict[str, Callable[..., str]] = {
        function.__name__: function
        for function in (actions, announcements, cards, facts, file, hidden, observation, options, preset_list, presets)
    }
    if what not in known:
        raise SystemExit(f"{page}: there is no generator {what!r}; choose from {', '.join(known)}")
    return known[what]


def markdown(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table."""
    cells = [list(head), *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    lines = ["| " + " | ".join(row) + " |" for row in cells]
    return "\n".join([lines[0], "|" + "---|" * len(cells[0]), *lines[1:]])


def numbers(start: int, stop: int) -> str:
    """The numbers from start to before stop."""
    return str(start) if stop == start + 1 else f"{start}-{stop - 1}"


def _code(value: Value) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def facts(game: str) -> str:
    """A game in short."""
    found = spec(game)
    players = [str(choice) for choice in found.options.declared()["players"].choices]
    return markdown(
        ["", ""],
        [
            ["players", " or ".join(players)],
            ["`adut`", f'`adut.game("{game}")`, `adut.make_batch("{game}", num_tables=...)`'],
            ["PettingZoo", f"`{pettingzoo_id(game)}` (aec and parallel), module `adut.{game}_v{found.version}`"],
            ["Gymnasium", f"`{gymnasium_id(game)}`"],
            ["agents", f"`player_0` to `player_{max(map(int, players)) - 1}`, one for each seat"],
            ["actions", f"`Discrete({len(found.actions)})`; parallel: `Discrete({len(found.actions) + 1})`"],
            ["observation", f"`int8 ({found.layout.size},)`; history: `int16 ({found.record.fields['history'].shape[0]}, 4)`"],
            ["hidden cards", f"`int8 ({found.hidden_layout.size},)`"],
            ["reward", _units(game, map(int, players))],
            ["decisions in a deal", f"at most {found.max_decisions}"],
            ["size of a record", f"{found.record.dtype.itemsize} bytes"],
        ],
    )


def cards() -> str:
    """The ids of the cards."""
    head = ["suit", *RANK_LETTERS]
    rows = [
        [f"{name} `{letter}`", *(card_id(suit, rank) for rank in range(len(RANK_LETTERS)))]
        for suit, (name, letter) in enumerate(zip(SUIT_NAMES, SUIT_LETTERS, strict=True))
    ]
    return markdown(head, rows)


def announcements(game: str) -> str:
    """What the values of announcements in histories say."""
    return markdown(["value", "says"], enumerate(spec(game).announcements))


def _units(game: str, players: Iterable[int]) -> str:
    """How payoffs become rewards, by the number of players if it matters."""
    units = {count: make_game(game, players=count).unit for count in players}
    if len(set(units.values())) == 1:
        return f"payoff / {units.popitem()[1]}"
    return ", ".join(f"payoff / {unit} with {count} players" for count, unit in units.items())


def actions(game: str) -> str:
    """The action ids of a game and their texts."""
    found = spec(game).actions
    verbs = " or ".join(f"`{verb} C7`" for verb in found.card_verbs)
    rows: list[list[str]] = [[numbers(0, 32), f"{verbs} to {verbs.replace('C7', 'SA')}, the card with that id"]]
    action = 32
    while action < len(found):
        verb = found.names[action].split()[0]
        stop = action
        while stop < len(found) and found.names[stop].split()[0] == verb:
            stop += 1
        if stop - action >= LONG_RANGE:
            rows.append([numbers(action, stop), f"`{found.names[action]}` to `{found.names[stop - 1]}`"])
        else:
            rows += [[str(number), f"`{found.names[number]}`"] for number in range(action, stop)]
        action = stop
    return markdown(["id", "text"], rows)


def _layout(layout: Layout) -> str:
    rows = [
        [numbers(part.start, part.stop), f"`{part.name}`", part.kind, f"{part.low} to {part.high}", part.meaning]
        for part in layout.values()
    ]
    return markdown(["index", "name", "kind", "range", "meaning"], rows)


def observation(game: str) -> str:
    """The observation vector of a game."""
    return _layout(spec(game).layout)


def hidden(game: str) -> str:
    """The vector of hidden cards of a game."""
    return _layout(spec(game).hidden_layout)


def options(game: str) -> str:
    """The rule options of a game."""
    found = spec(game)
    default = found.presets[found.default_preset]
    rows = []
    for name, option in found.options.declared().items():
        values = ", ".join(map(_code, option.choices)) or option.range_text
        rows.append([f"`{name}`", values, _code(default.get(name, option.low)), option.meaning])
    return markdown(["option", "values", f"default (`{found.default_preset}`)", "meaning"], rows)


def presets(game: str, *names: str) -> str:
    """Some presets side by side: the options in which they differ."""
    found = spec(game)
    rows = []
    for name in found.options.declared():
        values = [found.presets[preset].get(name) for preset in names]
        if any(value != values[0] for value in values):
            rows.append([f"`{name}`", *(_code(value) for value in values if value is not None)])
    return markdown(["option", *(f"`{name}`" for name in names)], rows)


def preset_list(game: str) -> str:
    """Every preset, by what it changes of the nearest one before it."""
    found = spec(game).presets
    rows = []
    for number, (name, values) in enumerate(found.items()):
        changes = {
            other: [f"`{key}={str(value).lower()}`" for key, value in values.items() if found[other].get(key) != value]
            for other in list(found)[:number]
        }
        nearest = min(changes, key=lambda other: len(changes[other]), default="")
        mark = " (default)" if name == spec(game).default_preset else ""
        rows.append([f"`{name}`{mark}", f"`{nearest}`" if nearest else "", ", ".join(changes.get(nearest, []))])
    return markdown(["preset", "is", "with"], rows)


def file(name: str) -> str:
    """A file of docs/, as it is. Marked `py`, so that it is not run as an example."""
    path = DOCS / name
    language = {".py": "py"}.get(path.suffix, "")
    return f"```{language}\n{path.read_text(encoding='utf-8').rstrip()}\n```"


def main(arguments: list[str]) -> int:
    """Write or check all pages. Returns the exit status."""
    behind = [page for page in pages() if page.exists() and render(page) != page.read_text(encoding="utf-8")]
    for page in behind:
        print(f"{page.relative_to(ROOT)}: {'not up to date' if '--check' in arguments else 'written'}")
        if "--check" not in arguments:
            page.write_text(render(page), encoding="utf-8")
    return int(bool(behind) and "--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
