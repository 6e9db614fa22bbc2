"""Search: the perfect-information solver, samples of the hidden hands, and what plays with them.

`solve`, `solve_batch`, `solve_records` and `solve_worlds` give the value of positions and of cards with all hands open.
`Worlds` are the deals that fit what a seat knows. The agent `ismcts` searches trees over them; `pimc` solves them,
with `judge`, which tells what actions are worth in given deals.
"""

from adut.search.explanation import Explanation
from adut.search.ismcts import IsmctsAgent
from adut.search.ismcts_options import SearchOptions
from adut.search.judge import judge
from adut.search.pimc import PimcAgent
from adut.search.pimc_options import PimcOptions
from adut.search.solver import Solution, Solutions, solve, solve_batch, solve_records, solve_worlds
from adut.search.solver_deals import NOT_LEGAL
from adut.search.solver_search import NOT_SOLVED
from adut.search.worlds import Likelihood, Worlds

__all__ = [
    "NOT_LEGAL",
    "NOT_SOLVED",
    "Explanation",
    "IsmctsAgent",
    "Likelihood",
    "PimcAgent",
    "PimcOptions",
    "SearchOptions",
    "Solution",
    "Solutions",
    "Worlds",
    "judge",
    "solve",
    "solve_batch",
    "solve_records",
    "solve_worlds",
]
