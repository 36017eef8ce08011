"""What the pytest plug-in (`overlay.capture.pytest_plugin`) is made of; loaded when a test asks for it."""
