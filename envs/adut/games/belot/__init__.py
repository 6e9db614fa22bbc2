"""Belot: four players in two partnerships bid for six contracts; who calls must make more than the others."""

from adut.core.game import GameSpec
from adut.core.kernels import Rules
from adut.games.belot import breakdown, invariants, layout, notation, observation, options, player, rules, scoring, table

SPEC = GameSpec(
    name="belot",
    module=__name__,
    title="Belot",
    version=0,
    record=table.BelotTable,
    options=options.BelotOptions,
    presets=options.PRESETS,
    default_preset=options.DEFAULT_PRESET,
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
    unit=26,
    max_decisions=table.MAX_DECISIONS,
    sides=table.sides,
    breakdown=breakdown.BREAKDOWN,
    table_text=notation.table_text,
    order_pack=notation.order_pack,
    set_sheet=notation.set_sheet,
    get_sheet=notation.get_sheet,
    invariants=invariants.invariants,
    why_illegal=notation.why_illegal,
)
