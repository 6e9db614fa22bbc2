"""Duel: a small trick-taking game for two, the example of the guide "Add a game".

Ten cards each, twelve lie face down. Forehand names a trump suit and leads. Suit must be followed; who cannot follow plays
what he likes. The highest trump wins the trick, else the highest card of the suit that was led. A trick is a point.
"""

from adut.core.game import GameSpec
from adut.core.kernels import Rules
from duel import invariants, layout, notation, options, rules

SPEC = GameSpec(
    name="duel",
    module=__name__,
    title="Duel",
    version=0,
    record=rules.DuelTable,
    options=options.DuelOptions,
    presets=options.PRESETS,
    default_preset="standard",
    rules=Rules(
        open_match=rules.open_match,
        deal=rules.deal,
        legal=rules.legal,
        apply=rules.apply,
        settle=rules.settle,
        payoff=rules.payoff,
        potential=rules.potential,
        standing=rules.standing,
        observe=rules.observe,
        hidden=rules.hidden,
        hide=rules.hide,
        start_play=rules.start_play,
        choose=rules.choose,
    ),
    layout=layout.LAYOUT,
    hidden_layout=layout.HIDDEN_LAYOUT,
    actions=layout.ACTIONS,
    phases=layout.PHASES,
    unit=10,
    max_decisions=21,
    table_text=notation.table_text,
    order_pack=notation.order_pack,
    set_sheet=notation.set_sheet,
    get_sheet=notation.get_sheet,
    invariants=invariants.invariants,
    why_illegal=notation.why_illegal,
)
