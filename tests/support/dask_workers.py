"""A Dask cluster on this machine."""

from __future__ import annotations

from typing import Any

import pytest


def local_cluster() -> Any:
    """Return a cluster of two workers: threads here, reached over TCP as those of other machines are.

    Skips the test if Dask is not installed.
    """
    return pytest.importorskip("distributed").LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    )
