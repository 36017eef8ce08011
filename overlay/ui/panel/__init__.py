"""The panel: overlay's own window, where no page can draw; it asks the user for approvals and form values."""

from overlay.ui.panel.panel import Panel
from overlay.ui.prompting import FirstAnswer

__all__ = ["FirstAnswer", "Panel"]
