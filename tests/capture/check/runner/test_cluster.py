from __future__ import annotations

from pathlib import Path

import pytest

from overlay.capture.check.discovery import find
from overlay.capture.check.runner import cluster
from overlay.capture.check.runner.cluster import check_on_cluster
from overlay.capture.check.runner.messages import Options
from overlay.capture.recording import MANIFEST
from tests.capture.check.runner.recorded import two_calls
from tests.support.dask_workers import local_cluster


@pytest.mark.thorough
async def test_a_cluster_checks_each_recording_as_this_machine_does_and_names_a_worker_that_fails(
    tmp_path: Path, overlay_browser: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PER_TASK", 1)
    recordings = tmp_path / "recordings"
    two_calls(recordings / "sound")
    (recordings / "broken").mkdir()
    (recordings / "broken" / MANIFEST).write_text("{")
    found = find([recordings])
    with local_cluster() as workers:

        async def outcomes(*, update: bool) -> dict[str, str]:
            options = Options(update=update, scratch=str(tmp_path / "scratch"))
            checked = check_on_cluster(found, options, workers.scheduler_address, limit=600)
            return {Path(verdict.folder).name: verdict.outcome async for verdict in checked}

        assert await outcomes(update=True) == {"broken": "error", "sound": "updated"}
        assert await outcomes(update=False) == {"broken": "error", "sound": "same"}
        monkeypatch.setattr(cluster, "check_all", None)
        assert set((await outcomes(update=False)).values()) == {"error"}
