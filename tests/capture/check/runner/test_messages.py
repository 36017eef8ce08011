from __future__ import annotations

import pytest
from pydantic import ValidationError

from overlay.capture.check.runner.messages import Job, Options


@pytest.mark.parametrize("given", [{"tolerance": 2}, {"distance": -1}, {"jobs": 1}])
def test_options_that_can_not_be_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Options.model_validate(given)


def test_a_job_goes_to_a_worker_as_one_line() -> None:
    job = Job(number=1, name="a\nb", folder="c")
    line = job.model_dump_json()
    assert "\n" not in line
    assert Job.model_validate_json(line) == job
