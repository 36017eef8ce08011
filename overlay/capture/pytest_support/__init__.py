"""The parts of the pytest plug-in (`overlay.capture.pytest_plugin`) that are imported only when needed."""
