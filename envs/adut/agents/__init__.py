"""Agents: what decides at a table. The protocol, the simple agents, and the registry of agents by name."""

from adut.agents.agent import Agent, AgentError, Turn, ask, turn_of
from adut.agents.process import ProcessAgent
from adut.agents.registry import AGENTS, close, make, register
from adut.agents.simple import RandomAgent, RuleAgent

__all__ = [
    "AGENTS",
    "Agent",
    "AgentError",
    "ProcessAgent",
    "RandomAgent",
    "RuleAgent",
    "Turn",
    "ask",
    "close",
    "make",
    "register",
    "turn_of",
]
