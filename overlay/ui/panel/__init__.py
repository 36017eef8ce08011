"""The panel: a window of overlay's own, where no page can draw; what needs a person's word is asked there."""

from overlay.ui.panel.panel import Panel
from overlay.ui.prompting import FirstAnswer

__all__ = ["FirstAnswer", "Panel"]
