"""Evaluation of policies: duplicate deals, intervals, ratings, cross tables."""

from adut.evaluation.evaluate import Evaluation, Pair, Profile, Standing, evaluate, run
from adut.evaluation.play import Results, play
from adut.evaluation.progress import Progress
from adut.evaluation.schedule import SCHEDULES, difference, mean_score, seatings
from adut.evaluation.statistics import Interval, bradley_terry, mean_interval, ratings, t_quantile

__all__ = [
    "SCHEDULES",
    "Evaluation",
    "Interval",
    "Pair",
    "Profile",
    "Progress",
    "Results",
    "Standing",
    "bradley_terry",
    "difference",
    "evaluate",
    "mean_interval",
    "mean_score",
    "play",
    "ratings",
    "run",
    "seatings",
    "t_quantile",
]
