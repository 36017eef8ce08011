"""No secret is in any file of a recording."""

from __future__ import annotations

from overlay.calls.event_stream import EventStream
from overlay.capture.model import Answered, Pressed, Put, Ran
from overlay.capture.record.assets import Kept
from overlay.capture.record.manifest import manifest_of
from overlay.capture.record.recorder import Recorder
from overlay.capture.record.redaction import Redacted
from overlay.tools import ToolDefinition, ToolRegistry
from overlay.tools.adapters import Tool
from tests.capture.record.told import begin, event, heard, moment, put, unopened

KEY = "sk-abcdefghij0123456789ABCD"
SCHEMA = {"type": "object", "properties": {"pin": {"type": "string", "writeOnly": True}}}


def registry() -> ToolRegistry:
    async def never(*_: object) -> str:
        return ""

    found = ToolRegistry()
    found.add(Tool(ToolDefinition("note", parameters=SCHEMA), never, source="test"))  # type: ignore[arg-type]
    return found


def redacted(recorder: Recorder) -> tuple[Redacted, str]:
    """The redacted recorder, and all text that would be written."""
    recorder.begin(unopened(registry=registry()), EventStream())
    told = Redacted(recorder)
    manifest = manifest_of(recorder, ended="")
    told.look(manifest)
    lines = [*told.page(), *told.streams(), *told.inputs(), *told.live(), told.manifest(manifest)]
    bodies = [data.decode("latin-1") for _, data in told.assets()]
    return told, "\n".join([*(line.model_dump_json() for line in lines), *bodies])


def ran(**more: object) -> Ran:
    fields = {"at": 1, "n": 1, "block": 1, "name": "note", "arguments": {}, "took": 1, "result": {"text": ""}}
    return Ran.model_validate(fields | more)


def test_a_secret_of_one_place_is_removed_from_all_places() -> None:
    recorder = heard(
        begin(url=f"http://a/?key={KEY}"),
        moment(put(1, 2, tag="p", attrs=[["title", KEY]]), put(2, 3, text=KEY)),
    )
    recorder.inputs += [
        ran(arguments={"a": KEY}, result={"text": KEY}),
        Answered(at=1, n=1, block=1, verdict={"scope": "deny", "reason": KEY}),
        Put(at=1, n=1, blocks=[1], sent=False, problem=KEY),
        Pressed(at=1, n=1, block=1, action="execute"),
    ]
    recorder.happened(event("detected", result=KEY))
    recorder.assets.found[f"http://a/{KEY}.css"] = Kept("text/css", KEY.encode())
    told, text = redacted(recorder)
    assert bool(told.secrets)
    assert KEY not in text


def test_a_secret_field_is_removed_from_the_page_whether_its_call_ran_or_not() -> None:
    page = begin(), moment(put(1, 2, tag="p"), put(2, 3, text="open sesame now"))
    recorder, waiting = heard(*page), heard(*page)
    recorder.inputs.append(ran(arguments={"pin": "open sesame"}))
    waiting.happened(event("detected", arguments={"pin": "open sesame"}))
    for _, text in map(redacted, (recorder, waiting)):
        assert "open sesame" not in text
        assert "xxxxxxxxxxx now" in text


def test_a_private_result_is_not_written() -> None:
    recorder = heard(begin(), moment(put(1, 2, tag="p")))
    recorder.inputs.append(ran(result={"text": "what is in my letters", "private": True}))
    recorder.happened(event("done", result="what is in my letters"))
    _, text = redacted(recorder)
    assert "letters" not in text


def test_assets_that_are_not_text_are_kept_byte_by_byte() -> None:
    recorder = heard(begin(), moment(put(1, 2, tag="p"), put(2, 3, text=KEY)))
    recorder.assets.found["http://a/p.png"] = Kept("image/png", b"\x89" + KEY.encode())
    told, _ = redacted(recorder)
    assert [data for _, data in told.assets()] == [b"\x89" + KEY.encode()]


def test_a_recording_without_secrets_is_not_changed() -> None:
    recorder = heard(begin(), moment(put(1, 2, tag="p"), put(2, 3, text="plain")))
    recorder.inputs.append(ran(arguments={"a": 1}))
    recorder.assets.found["http://a/a.css"] = Kept("text/css", b"p {}")
    told, _ = redacted(recorder)
    assert list(told.page()) == list(recorder.page)
    assert list(told.inputs()) == recorder.inputs
    assert [(asset.url, data) for asset, data in told.assets()] == [("http://a/a.css", b"p {}")]
