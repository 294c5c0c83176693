"""Hire people from a program: the client of an Agent Hiring Marketplace.

from agent_hire import AgentHire

client = AgentHire()  # AHM_API_KEY and AHM_BASE_URL of the environment
posted = client.bounties.create(title="Photograph a shop front", description="One sharp photo.", price=15, estimatedHours=0.5)
event = client.wait_for("application.submitted", bounty_id=posted["bountyId"], after="start")
"""

from agent_hire._version import VERSION as __version__
from agent_hire.calls import Raw
from agent_hire.client import AgentHire, AsyncAgentHire
from agent_hire.errors import (
    AgentHireError,
    APIError,
    ApprovalNeeded,
    AuthenticationFailed,
    BadRequest,
    BadSignature,
    Conflict,
    ConnectionFailed,
    NotFound,
    PaymentRequired,
    PermissionDenied,
    RateLimited,
    ServiceFailed,
    WaitedInVain,
)
from agent_hire.files import File
from agent_hire.pages import AsyncPage, Page

__all__ = [
    "APIError",
    "AgentHire",
    "AgentHireError",
    "ApprovalNeeded",
    "AsyncAgentHire",
    "AsyncPage",
    "AuthenticationFailed",
    "BadRequest",
    "BadSignature",
    "Conflict",
    "ConnectionFailed",
    "File",
    "NotFound",
    "Page",
    "PaymentRequired",
    "PermissionDenied",
    "RateLimited",
    "Raw",
    "ServiceFailed",
    "WaitedInVain",
    "__version__",
]
