from __future__ import annotations

import json

import pytest

from overlay.capture.check.model import KINDS, Difference, Verdict
from tests.capture.check.verdicts import HOSTILE, broken, different, same


def test_a_verdict_goes_from_process_to_process_whatever_the_page_wrote() -> None:
    verdict = different(Difference(kind="call", what=HOSTILE, diff=[("-", HOSTILE)]))
    assert Verdict.model_validate(json.loads(json.dumps(verdict.model_dump()))) == verdict


@pytest.mark.parametrize(("verdict", "ok"), [(same(), True), (different(), False), (broken(), False)])
def test_only_what_is_the_same_is_well(verdict: Verdict, ok: bool) -> None:
    assert verdict.ok is ok


def test_every_kind_has_its_word() -> None:
    assert all(Difference(kind=kind, what="x").kind == kind for kind in KINDS)
