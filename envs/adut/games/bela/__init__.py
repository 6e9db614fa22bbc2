"""Bela: four players in two partnerships, or three or two for themselves; who calls trump must make more than half."""

from adut.core.game import GameSpec
from adut.core.kernels import Rules
from adut.games.bela import breakdown, invariants, layout, notation, observation, options, player, rules, scoring, table

SPEC = GameSpec(
    name="bela",
    module=__name__,
    title="Bela",
    version=0,
    record=table.BelaTable,
    options=options.BelaOptions,
    presets=options.PRESETS,
    default_preset=options.DEFAULT_PRESET,
    complete=options.complete,
    rules=Rules(
        open_match=scoring.open_match,
        deal=rules.deal,
        legal=rules.legal,
        apply=rules.apply,
        settle=scoring.settle,
        payoff=scoring.payoff,
        potential=scoring.potential,
        standing=scoring.standing,
        observe=observation.observe,
        hidden=observation.hidden,
        hide=rules.hide,
        start_play=player.start_play,
        choose=player.choose,
    ),
    layout=layout.LAYOUT,
    hidden_layout=layout.HIDDEN_LAYOUT,
    actions=layout.ACTIONS,
    phases=layout.PHASES,
    unit=162,
    payoff_parts=scoring.payoff_parts,
    max_decisions=table.MAX_DECISIONS,
    sides=table.sides,
    breakdown=breakdown.BREAKDOWN,
    action_text=notation.action_text,
    table_text=notation.table_text,
    order_pack=notation.order_pack,
    set_sheet=notation.set_sheet,
    get_sheet=notation.get_sheet,
    invariants=invariants.invariants,
    why_illegal=notation.why_illegal,
)
