"""Makes the reference pages of the documentation from the code."""
