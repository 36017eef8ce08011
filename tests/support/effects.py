"""The effects of a tool that may have every effect."""

from overlay.policy.tool_effects import NAMES, ToolEffects

EVERY_EFFECT = ToolEffects(*(True for _ in NAMES))
