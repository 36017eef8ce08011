from __future__ import annotations

import json

from overlay.capture.check.model import Difference, Verdict
from tests.capture.check.verdicts import HOSTILE, broken, different, same


def test_a_verdict_passes_between_processes_whatever_the_page_wrote() -> None:
    verdict = different(Difference(kind="call", what=HOSTILE, diff=[("-", HOSTILE)]))
    assert Verdict.model_validate(json.loads(json.dumps(verdict.model_dump()))) == verdict


def test_only_a_recording_that_is_the_same_is_ok() -> None:
    assert [verdict.ok for verdict in (same(), different(), broken())] == [True, False, False]
