from __future__ import annotations

import pytest
from pydantic import ValidationError

from overlay.capture.check.runner.messages import Job, Options


@pytest.mark.parametrize("given", [{"tolerance": 2}, {"distance": -1}, {"jobs": 1}])
def test_impossible_options_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Options.model_validate(given)


def test_a_job_is_one_line() -> None:
    assert "\n" not in Job(number=1, name="a\nb", folder="c").model_dump_json()
