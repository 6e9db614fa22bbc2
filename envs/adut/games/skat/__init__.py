"""Skat: three players, or four of whom the dealer sits out; one plays against two."""

from adut.core.game import GameSpec
from adut.core.kernels import Rules
from adut.games.skat import breakdown, invariants, layout, notation, observation, options, player, rules, scoring, table

SPEC = GameSpec(
    name="skat",
    module=__name__,
    title="Skat",
    version=0,
    record=table.SkatTable,
    options=options.SkatOptions,
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
        potential=rules.potential,
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
    unit=100,
    max_decisions=168,
    breakdown=breakdown.BREAKDOWN,
    action_text=notation.action_text,
    table_text=notation.table_text,
    order_pack=notation.order_pack,
    set_sheet=notation.set_sheet,
    get_sheet=notation.get_sheet,
    invariants=invariants.invariants,
    why_illegal=notation.why_illegal,
)
