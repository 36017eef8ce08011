"""Decides whether a call may run, by the user's permissions, the conversation's taint and rate limits. It
executes nothing.
"""

from overlay.policy.config import PolicyConfig
from overlay.policy.model import NOBODY, ApprovalRequest, CallContext, CallOrigin, PolicyDecision, Scope
from overlay.policy.origins import origin_of
from overlay.policy.policy import Policy
from overlay.policy.policy_file import PolicyFile
from overlay.policy.rate_limits import Limits
from overlay.policy.taint import Taints

__all__ = [
    "NOBODY",
    "ApprovalRequest",
    "CallContext",
    "CallOrigin",
    "Limits",
    "Policy",
    "PolicyConfig",
    "PolicyDecision",
    "PolicyFile",
    "Scope",
    "Taints",
    "origin_of",
]
