"""A message box in a closed shadow tree, which the page script can't see by itself."""

from __future__ import annotations

import asyncio

import pytest

from overlay.chat.composer.composer import IN_USE, NO_BOX, Composer, ComposerError
from overlay.chat.composer.timeouts import ComposerTimeouts
from overlay.sites.loader import load_profiles
from tests.chat.conftest import Room

FIELD = "<div><input id=box><button id=send>Send</button></div>"
AREA = "<form><textarea id=box></textarea><button id=send type=button aria-label=Send>+</button></form>"
TREE = """<p data-role=user>Hello</p>{host}<script>
window.sent = [];
const put = (host, html) => {{
  const tree = host.attachShadow({{ mode: "closed" }});
  tree.innerHTML = html;
  window.box = tree.querySelector("#box");
  const send = tree.querySelector("#send");
  if (send) send.onclick = () => {{ sent.push(box.value); box.value = ""; }};
  return tree;
}};
{script}</script>"""
HOSTS = {
    "an own element": ("<x-chat id=host></x-chat>", "put(host, `{box}`);"),
    "a plain element": ("<div id=host></div>", "put(host, `{box}`);"),
    "a tree in a tree": (
        "<x-chat id=host></x-chat>",
        "put(put(host, '<section><x-inner></x-inner></section>').querySelector('x-inner'), `{box}`);",
    ),
    "a closed tree in an open one": (
        "<x-chat id=host></x-chat>",
        "host.attachShadow({{ mode: 'open' }}).innerHTML = '<x-inner></x-inner>'; put(host.shadowRoot.querySelector('x-inner'), `{box}`);",
    ),
}
WAITS = ComposerTimeouts(
    box=1, keep=0, still=0, user=5, answer=5, button=0.05, digest=1, empty=1, sending=0.2
)
SEND = load_profiles()["generic"].send


def page_with(name: str, box: str) -> str:
    host, script = HOSTS[name]
    return TREE.format(host=host, script=script.replace("{{", "{").replace("}}", "}").replace("{box}", box))


@pytest.mark.parametrize("box", [FIELD, AREA], ids=["field", "area"])
@pytest.mark.parametrize("name", HOSTS)
async def test_a_box_in_a_closed_tree_gets_the_text_and_sends_it(unknown: Room, name: str, box: str) -> None:
    composer = Composer(await unknown.document(page_with(name, box)), SEND, WAITS)
    await composer.insert("the result")
    assert await unknown.page.evaluate("box.value") == "the result"
    await composer.submit()
    assert await unknown.page.evaluate("[box.value, sent]") == ["", ["the result"]]


async def test_a_search_in_a_closed_tree_is_no_message_box(unknown: Room) -> None:
    body = page_with("an own element", "<form role=search><input id=box><button>Go</button></form>")
    with pytest.raises(ComposerError, match=NO_BOX[:20]):
        await Composer(await unknown.document(body), SEND, WAITS).insert("the result")
    assert await unknown.page.evaluate("box.value") == ""


@pytest.mark.parametrize("given", [False, True], ids=["a tree not seen", "a tree seen before"])
async def test_a_box_that_appears_while_it_is_waited_for_goes_before_one_in_a_closed_tree(
    unknown: Room, given: bool
) -> None:
    composer = Composer(await unknown.document(page_with("an own element", AREA)), SEND, WAITS)
    if given:
        await composer.insert("first")
    real = "document.body.insertAdjacentHTML('beforeend', '<textarea id=real></textarea>')"
    await unknown.page.evaluate(f"setTimeout(() => {{ {real}; }}, 200)")
    await composer.insert("the result")
    said = await unknown.page.evaluate("[box.value, document.getElementById('real').value]")
    assert said == ["first" if given else "", "the result"]


async def test_a_button_in_a_closed_tree_sends_no_box_outside(unknown: Room) -> None:
    composer = Composer(await unknown.document(page_with("an own element", AREA)), SEND, WAITS)
    await composer.insert("to the support")
    await unknown.page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<textarea>a result</textarea>')"
    )
    with pytest.raises(ComposerError):
        await composer.submit()
    assert await unknown.page.evaluate("[box.value, sent]") == ["to the support", []]


async def test_nothing_is_put_into_a_closed_tree_while_the_user_writes_there(unknown: Room) -> None:
    document = await unknown.document(page_with("an own element", FIELD))
    await Composer(document, SEND, WAITS).insert("first")
    await unknown.page.evaluate("box.focus()")
    await unknown.page.keyboard.type(" and")
    waits = ComposerTimeouts(box=1, keep=0, still=60, user=0.1)
    with pytest.raises(ComposerError, match=IN_USE[:20]):
        async with asyncio.timeout(20):
            await Composer(document, SEND, waits).insert("second")
    assert await unknown.page.evaluate("box.value") == "first and"
