"""The messages from the main process to its workers, one JSON object a line."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

SHARE = 0.001
DISTANCE = 16


class Options(BaseModel):
    """How recordings are checked.

    `tolerance` is the share of a picture's pixels that may differ (0 to 1); a pixel differs if a colour
    channel is more than `distance` (0 to 255) off. With `show` pictures are taken for a report, but not
    compared. Parts that a selector in `ignore` matches are not compared. `viewports` are further sizes of the
    page, such as `390x844`. `connect` is the address of a remote browser: ws:// or wss:// of a Playwright
    server, http:// or https:// of a CDP endpoint. `scratch` is a folder for pictures.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    update: bool = False
    pictures: bool = False
    show: bool = False
    ignore: list[str] = Field(default_factory=list[str])
    viewports: list[str] = Field(default_factory=list[str])
    tolerance: Annotated[float, Field(ge=0, le=1)] = SHARE
    distance: Annotated[int, Field(ge=0, le=255)] = DISTANCE
    browser: str | None = None
    connect: str | None = None
    scratch: str = ""


class Job(BaseModel):
    """Check the recording in `folder`; its pictures go into the folder `number` of the scratch folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int
    name: str
    folder: str
