"""The panel: a window of overlay in which no page can draw; it asks the user and shows the run."""

from overlay.ui.panel.attachments import PanelAttachments
from overlay.ui.panel.dashboard import PanelDashboard
from overlay.ui.panel.panel import Panel, PanelClosed, PanelNavigatedAway, PanelSilent
from overlay.ui.panel.prompts import PanelPrompts, QuestionsChanged

__all__ = [
    "Panel",
    "PanelAttachments",
    "PanelClosed",
    "PanelDashboard",
    "PanelNavigatedAway",
    "PanelPrompts",
    "PanelSilent",
    "QuestionsChanged",
]
