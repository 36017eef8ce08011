"""The life of a call: its state, the decision whether it runs, its run, and the ledger that keeps it."""
