"""Chat pages that no profile knows: small applications that stream an answer, in three kinds of markup."""

from __future__ import annotations

_FRAME = """<!doctype html><meta charset=utf-8><title>{title}</title>
<style>body {{ font: 15px sans-serif; margin: 90px 20px; }} .busy {{ color: green; }} [hidden] {{ display: none; }}
.justify-end {{ text-align: right; }} button svg {{ pointer-events: none; }}</style>
{body}
<script>
const WORDS = "Rivers run to the sea and carry sand and stones on their way through the land ".repeat(2).split(" ");
let turns = 0;
const list = document.querySelector("#log");
const made = (html) => {{ const box = document.createElement("template"); box.innerHTML = html; return box.content.firstElementChild; }};
const ask = (text) => {{
  turns += 1;
  if (turns === 1) {{ {address} }}
  const mine = made(`{user}`);
  mine.querySelector("[slot]").textContent = text;
  list.append(mine);
  const answer = made(`{assistant}`);
  const words = answer.querySelector("[slot]");
  const call = text.startsWith("Use a tool") ? `<function_calls>
<invoke name="look">
<parameter name="zebra">1</parameter>
</invoke>
</function_calls>` : "";
  let at = 0;
  {busy}
  const next = () => {{
    if (at === 0) list.append(answer);
    if (at < WORDS.length) {{
      words.append((at ? " " : "") + WORDS[at]); at += 1; setTimeout(next, text.startsWith("Write") ? 40 : 5);
    }} else if (call && !answer.querySelector("code")) {{
      const code = document.createElement("code");
      words.append(document.createElement("pre"));
      words.lastChild.append(code);
      let written = 0;
      const write = () => {{
        code.textContent = call.slice(0, (written += 12));
        setTimeout(written < call.length ? write : next, 5);
      }};
      write();
    }} else {{ {rest} }}
  }};
  setTimeout(next, 150);
}};
{wire}
</script>"""

_TEXTAREA = """
const box = document.querySelector("textarea");
const send = () => { const text = box.value.trim(); if (!text) return; box.value = ""; ask(text); };
box.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); send(); } });
document.querySelector("#log + * button[data-go]")?.addEventListener("click", send);
"""

HASHED = _FRAME.format(
    title="hashed class names, ids on a frame around each message",
    body="""<main><div id=log class="Log_list__q1W2e"></div><form class="Composer_form__z9Y8x" onsubmit="return false">
      <textarea class="Composer_input__a1B2c" placeholder="Ask away" rows=2 cols=60></textarea>
      <button data-go type=button class="Composer_submit__p0O9i"><svg width=16 height=16><rect width=16 height=16 /></svg></button>
      <button id=halt type=button class="Composer_stop__l8K7j" aria-label="Stop" hidden>■</button></form></main>""",
    address='history.pushState(null, "", "/chat/3f2504e0-4f89-41d3-9a0c-0305e82c3301");',
    user="""<div data-id="msg-0u3e7d${turns}" class="Row_row__a1B2c"><div class="Row_mine__x9Y8z"><p slot></p></div></div>""",
    assistant="""<div data-id="msg-0a9f1c${turns}" class="Row_row__a1B2c"><div class="Row_reply__u7I8o"><p slot></p></div></div>""",
    busy="halt.hidden = false;",
    rest="halt.hidden = true;",
    wire=_TEXTAREA,
)

UTILITIES = _FRAME.format(
    title="utility classes only, an editable box, the send button becomes the stop button",
    body="""<div id=log class="flex flex-col gap-4 p-4"></div><div class="flex p-2 border rounded-xl">
      <div contenteditable=true role=textbox class="min-h-6 w-full p-2 outline-none" style="min-height: 30px"></div>
      <button data-go class="p-2 rounded-full bg-black" aria-label="Send">go</button></div>""",
    address="",
    user="""<div class="flex w-full justify-end"><div class="rounded-xl p-2 bg-gray-100" slot></div></div>""",
    assistant="""<div class="flex w-full"><div class="rounded-xl p-2" slot></div></div>""",
    busy="""const go = document.querySelector("[data-go]"); go.ariaLabel = "Stop generating"; go.textContent = "■";""",
    rest="""go.ariaLabel = "Send"; go.textContent = "go";""",
    wire="""
      const box = document.querySelector("[contenteditable]");
      const send = () => { const text = box.textContent.trim(); if (!text) return; box.textContent = ""; ask(text); };
      box.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); send(); } });
      document.querySelector("[data-go]").addEventListener("click", send);""",
)

ALIKE = _FRAME.format(
    title="both sides in equal rows that differ by their picture, no send button, a sign on the answer",
    body="""<ul id=log></ul><div><textarea name=q rows=2 cols=60></textarea></div>""",
    address='location.hash = "c=4711";',
    user="""<li class="message"><span class="avatar-user">A</span><span slot></span></li>""",
    assistant="""<li class="message"><span class="avatar-logo">L</span><span slot></span></li>""",
    busy="""answer.setAttribute("aria-busy", "true");""",
    rest="""answer.removeAttribute("aria-busy");""",
    wire=_TEXTAREA,
)
