"""The effects of a tool that may do anything."""

from overlay.policy.tool_effects import NAMES, ToolEffects

EVERY_EFFECT = ToolEffects(*(True for _ in NAMES))
