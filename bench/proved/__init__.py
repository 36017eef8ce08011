"""The parts of `bench proof`."""
