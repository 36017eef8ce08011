"""The panel: a window of overlay's own, where no page can draw; what needs a person's word is asked there."""

from overlay.panel.asking import FirstOf
from overlay.panel.panel import Panel

__all__ = ["FirstOf", "Panel"]
