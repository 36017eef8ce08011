"""Signs that were seen on real pages of which no copy is at hand: what of each page a profile finds."""

from __future__ import annotations

from playwright.async_api import Page

from overlay.sites.loader import load_profiles

USER, ASSISTANT, BOX, SEND, STOP = "user", "assistant", "composer", "send", "streaming"
PAGES = {
    "doubao": {
        USER: "<div class=inner-item-x1><div class='v bg-g-send-msg-bubble-bg'>a</div></div>",
        ASSISTANT: "<div class=inner-item-x1><div>b</div></div>",
        BOX: "<div class='tiptap ProseMirror' contenteditable=true>c</div>",
        SEND: "<div class=send-btn-wrapper>d</div>",
    },
    "aistudio": {
        USER: "<ms-chat-turn><div data-turn-role=user>a</div></ms-chat-turn>",
        ASSISTANT: "<ms-chat-turn><div data-turn-role=MODEL>b</div></ms-chat-turn>",
        BOX: "<textarea formcontrolname=promptText>c</textarea>",
        SEND: "<ms-run-button><button>d</button></ms-run-button>",
        STOP: "<ms-run-button><button><i class=spin>e</i></button></ms-run-button>",
    },
    "kimi": {
        SEND: "<div class=send-button-container>d</div>",
        STOP: "<div class='send-button-container stop'>e</div>",
    },
    "yuanbao": {
        USER: "<div class=agent-chat__bubble--human>a</div>",
        ASSISTANT: "<div class=agent-chat__bubble--ai>b</div>",
        BOX: "<div class=chat-input-editor contenteditable=true>c</div>",
        SEND: "<a id=yuanbao-send-btn>d</a>",
        STOP: "<a><svg width=9 height=9><rect x='7.71448' width=9 height=9></rect></svg></a>",
    },
    "zai": {
        USER: "<div class=user-message>a</div>",
        BOX: "<textarea id=chat-input>c</textarea>",
        SEND: "<button id=send-message-button>d</button>",
        STOP: "<button>e</button>",
    },
    "mistral": {
        USER: "<div data-message-author-role=user><p data-message-part-type=answer>a</p></div>",
        ASSISTANT: "<div data-message-author-role=assistant><p data-message-part-type=answer>b</p></div>",
        SEND: "<form><button type=submit>d</button></form>",
        STOP: "<form><button type=button><svg width=9 height=9><rect rx=2 width=9 height=9></rect></svg></button></form>",
    },
    "qwen": {
        SEND: "<div class=chat-prompt-send-button><button>d</button></div>",
        STOP: "<div class=chat-prompt-send-button><button class=stop-button>e</button></div>",
    },
    "metaai": {STOP: "<button data-testid=composer-stop-button aria-label=x>e</button>"},
    "chatui": {STOP: "<button class=stop-generating-btn>e</button>"},
}
"""Parts of each page. SEND is there while nothing is written, STOP in its place while an answer is."""


async def test_each_part_of_a_page_is_found_once_and_as_nothing_else(still_page: Page) -> None:
    wrong: list[object] = []
    for name, parts in PAGES.items():
        site = load_profiles()[name]
        for shown in (SEND, STOP):
            body = {
                field: html for field, html in parts.items() if field not in (SEND, STOP) or field == shown
            }
            await still_page.goto("about:blank")
            await still_page.set_content("".join(body.values()))
            for field in parts:
                several = [await still_page.locator(f"css={one}").count() for one in site.selectors(field)]
                found = any(several) if field == STOP else next(filter(None, several), 0)
                if found != (field in body):
                    wrong.append((name, f"while {shown} is there", field, several))
    assert wrong == []


async def test_the_models_reasoning_is_known_as_reasoning(still_page: Page) -> None:
    for name, html in {
        "claude": "<div data-is-streaming=false><div data-timeline-text><p>t</p></div></div>",
        "yuanbao": "<div class=agent-chat__bubble--ai><div class=hyc-component-reasoner__text>t</div></div>",
    }.items():
        await still_page.goto("about:blank")
        await still_page.set_content(html)
        assert await still_page.locator(f"css={load_profiles()[name].reasoning}").inner_text() == "t"
