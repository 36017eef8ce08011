"""Calls: their state, the decision whether they run, their runs, and the ledger that stores them."""
