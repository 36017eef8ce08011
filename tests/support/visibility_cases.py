"""Markup in which a block of code is quoted, hidden or in plain sight: each case has one `pre` for the code."""

from __future__ import annotations

STYLE = """<style>
.sr-only { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0,0,0,0); white-space: nowrap; border: 0; }
.tiny * { font-size: 1px !important; }
.blank pre { color: #fff; background: #fff; }
.moved pre { position: absolute; left: -9999px; }
.dark { background: #111; color: #eee; }
@keyframes appear { from { opacity: 0; } to { opacity: 1; } }
.appears { animation: appear .4s; }
.veil, .glow { position: relative; }
.veil::after { content: ''; position: absolute; inset: 0; background: #fff; }
.through::after { pointer-events: none; }
.glow::after { content: ''; position: absolute; inset: 0; background: #000; opacity: .04; pointer-events: none; }
.case { padding: 10px 0; }
</style>"""
"""The styles and elements that the cases need in the page."""

THROUGH = "position:absolute;inset:0;pointer-events:none"
WHITE = "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E%3Crect width=%22999%22 height=%22999%22 fill=%22white%22/%3E%3C/svg%3E"
QUOTES = {
    "a fence in a quote": "<blockquote><pre></pre></blockquote>",
    "a quote in a quote": "<blockquote><p>x</p><blockquote><blockquote><pre><code></code></pre></blockquote></blockquote></blockquote>",
    "a quote in a list": "<ul><li><blockquote><div><pre></pre></div></blockquote></li></ul>",
    "an inline quote": "<q><pre></pre></q>",
    "a citation": "<cite><pre></pre></cite>",
    "a role": "<div role=blockquote><pre></pre></div>",
    "a class": "<div class='quote'><pre></pre></div>",
    "a class of a module": "<div class='ReplyCard_quotedMessage__x1'><pre></pre></div>",
    "a preview of what is answered": "<div class='reply-preview'><pre></pre></div>",
    "a reply": "<div class='reply'><pre></pre></div>",
    "the block itself": "<pre class='quoted'></pre>",
    "a footnote": "<section class=footnotes><pre></pre></section>",
    "an endnote's role": "<div role=doc-endnotes><pre></pre></div>",
    "a deletion's role": "<div role=deletion><pre></pre></div>",
    "deleted": "<del><pre></pre></del>",
    "struck out": "<s><div><pre><code></code></pre></div></s>",
    "deleted without a line through it": "<del style='text-decoration:none'><pre></pre></del>",
    "struck out in another colour": "<strike style='text-decoration:none;color:#666'><div><pre></pre></div></strike>",
    "a tooltip": "<div role=tooltip><pre></pre></div>",
    "a label": "<div aria-label='Quoted message'><pre></pre></div>",
    "a name for tests": "<div data-testid='quoted-message'><pre></pre></div>",
    "an element of the page's own": "<x-quote><pre></pre></x-quote>",
    "a mail": "<div class='gmail_quote'><pre></pre></div>",
}
HIDDEN = {
    "not drawn": {
        "display": "<div style='display:none'><pre></pre></div>",
        "the block's display": "<pre style='display:none'></pre>",
        "a span's display": "<pre>shown words<span style='display:none'></span></pre>",
        "visibility": "<div style='visibility:hidden'><pre></pre></div>",
        "hidden": "<div hidden><pre></pre></div>",
        "until found": "<div hidden=until-found><pre></pre></div>",
        "content-visibility": "<div style='content-visibility:hidden'><pre></pre></div>",
        "closed details": "<details><summary>x</summary><pre></pre></details>",
        "a popover": "<div popover><pre></pre></div>",
        "a dialog": "<dialog><pre></pre></dialog>",
        "aria-hidden": "<div aria-hidden=true><pre></pre></div>",
        "inert": "<div inert><pre></pre></div>",
        "for screen readers": "<div class=sr-only><pre></pre></div>",
        "open details without height": "<style>.flat::details-content { height:0; overflow:hidden; display:block }</style><details open class=flat><summary>s</summary><pre></pre></details>",
        "open details that fade": "<style>.faint::details-content { opacity:.02 }</style><details open class=faint><summary>s</summary><pre></pre></details>",
    },
    "out of its place": {
        "off the left": "<div style='position:absolute;left:-9999px'><pre></pre></div>",
        "off the top": "<div style='position:fixed;top:-9999px'><pre></pre></div>",
        "fixed below the window": "<div style='position:fixed;top:300vh'><pre></pre></div>",
        "the block off the left": "<div class=moved><pre></pre></div>",
        "a margin": "<div style='margin-left:-9999px;width:500px'><pre></pre></div>",
        "moved by transform": "<div style='transform:translateX(-9999px)'><pre></pre></div>",
        "text-indent": "<pre style='text-indent:-9999px;overflow:hidden;white-space:nowrap'></pre>",
        "no height": "<div style='height:0;overflow:hidden'><pre></pre></div>",
        "little height": "<div style='max-height:2px;overflow:hidden'><pre></pre></div>",
        "no width": "<div style='width:0;overflow:hidden'><pre></pre></div>",
        "pushed out of a box": "<div style='height:40px;overflow:hidden'><div style='height:900px'></div><pre></pre></div>",
        "cut off by containment": "<div style='contain:paint;height:0'><pre></pre></div>",
        "in a drawing without size": "<svg width=0 height=0><foreignObject width=500 height=200><pre></pre></foreignObject></svg>",
        "clip": "<div style='position:absolute;clip:rect(0,0,0,0)'><pre></pre></div>",
        "clip-path": "<div style='clip-path:inset(50%)'><pre></pre></div>",
        "clip-path circle": "<div style='clip-path:circle(0)'><pre></pre></div>",
    },
    "faded or filtered": {
        "opacity": "<div style='opacity:0'><div><pre></pre></div></div>",
        "almost no opacity": "<div style='opacity:.2'><div style='opacity:.2'><pre></pre></div></div>",
        "filter": "<div style='filter:opacity(0)'><pre></pre></div>",
        "blur": "<div style='filter:blur(12px)'><pre></pre></div>",
        "blurs that add up": "<div style='filter:blur(3px)'><div style='filter:blur(3px)'><pre></pre></div></div>",
        "masked": "<div style='mask-image:linear-gradient(transparent,transparent)'><pre></pre></div>",
        "an older mask": "<div style='-webkit-mask-box-image:linear-gradient(transparent,transparent)'><pre></pre></div>",
        "blended away": "<pre style='mix-blend-mode:lighten;background:#fff'></pre>",
        "too bright": "<pre style='filter:brightness(100);color:#333;background:#fff'></pre>",
        "without contrast": "<div style='filter:contrast(0)'><pre></pre></div>",
        "contrast lost step by step": "<div style='filter:contrast(.5)'><div style='filter:contrast(.5)'><pre></pre></div></div>",
        "inverted half": "<div style='filter:invert(.5)'><pre></pre></div>",
        "a filter of the page's own": "<svg width=0 height=0><filter id=f><feFlood flood-color=white /></filter></svg><div style='filter:url(#f)'><pre></pre></div>",
        "grey that fades": "<pre style='color:#aaa;opacity:.12'></pre>",
    },
    "without ink": {
        "ink like paper": "<div class=blank><pre></pre></div>",
        "ink almost like paper": "<pre style='color:#fdfdfd'></pre>",
        "ink like a dark paper": "<div class=dark><pre style='color:rgb(18 18 18)'></pre></div>",
        "no ink": "<pre style='color:transparent'></pre>",
        "no fill": "<pre style='-webkit-text-fill-color:#0000'></pre>",
        "ink of another space": "<pre style='color:oklch(1 0 0)'></pre>",
        "ink like a gradient": "<pre style='color:#fff;background:linear-gradient(#fff,#fefefe)'></pre>",
        "ink on a picture": "<pre style='color:#fff;background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)'></pre>",
        "light grey": "<pre style='color:#eee'></pre>",
        "a shadow behind the letters": "<pre style='color:#fff;background:#000;box-shadow:inset 0 0 0 999px #fff'></pre>",
        "a border's picture behind the letters": "<pre style='color:#fff;background:#000;border:1px solid;border-image:linear-gradient(#fff,#fff) 1 fill'></pre>",
        "the first line": "<style>.ghost::first-line { color:transparent }</style><pre class=ghost style='white-space:nowrap'></pre>",
        "letters under their outline": "<pre style='-webkit-text-stroke:30px #fff'></pre>",
        "struck out by a class": "<style>.gone { text-decoration: line-through }</style><div class=gone><pre></pre></div>",
        "letters under a line": "<pre style='text-decoration:line-through 40px #000'></pre>",
        "discs for letters": "<pre style='-webkit-text-security:disc'></pre>",
    },
    "too small or turned": {
        "no font size": "<pre style='font-size:0'></pre>",
        "little font size": "<div class=tiny><pre></pre></div>",
        "no scale": "<div style='transform:scale(0)'><pre></pre></div>",
        "the scale property": "<div style='scale:.01'><pre></pre></div>",
        "a scale that leaves lines": "<div style='transform:scale(.15)'><pre></pre></div>",
        "zoom": "<div style='zoom:.05'><pre></pre></div>",
        "a zoom that leaves lines": "<div style='zoom:.2'><pre></pre></div>",
        "turned away": "<div style='transform:rotateX(90deg)'><pre></pre></div>",
        "the back of a turned element": "<div style='backface-visibility:hidden;transform:rotateY(180deg)'><pre></pre></div>",
        "turned away by the rotate property": "<div style='rotate:y 180deg;backface-visibility:hidden'><pre></pre></div>",
        "mirrored": "<div style='scale:-1 1'><pre></pre></div>",
        "nearer than the eye": "<div style='perspective:1px'><pre style='transform:translateZ(2px)'></pre></div>",
        "nearer than the eye by the translate property": "<div style='perspective:1px'><pre style='translate:0 0 2px'></pre></div>",
        "lines over each other": "<pre style='line-height:0;padding:20px'></pre>",
        "letters over each other": "<pre style='letter-spacing:-6px'></pre>",
        "letters in the other order": "<pre style='direction:rtl;unicode-bidi:bidi-override'></pre>",
    },
    "covered by an element": {
        "under another element": "<div style='position:relative'><pre></pre><div style='position:absolute;inset:0;background:#fff'></div></div>",
        "under a layer that lets presses through": "<div style='position:relative'><pre></pre><div style='position:absolute;inset:0;background:#fff;pointer-events:none'></div></div>",
        "under a blur that lets presses through": "<div style='position:relative'><pre></pre><div style='position:absolute;inset:0;backdrop-filter:blur(9px);pointer-events:none'></div></div>",
        "under what is drawn up over it": "<div style='height:420px'></div><div><pre></pre><div style='margin-top:-400px;height:400px;background:#fff;opacity:.99;pointer-events:none'></div></div>",
        "covered in a box that scrolls": "<div style='height:300px;overflow:auto;position:relative'><pre></pre><div style='position:absolute;inset:0;background:#fff'></div></div>",
    },
    "covered by a pseudo-element": {
        "under a pseudo-element": "<div class=veil><pre></pre></div>",
        "under a pseudo-element that lets presses through": "<div class='veil through'><pre></pre></div>",
        "a pseudo-element drawn up": "<style>.up::after { content:''; display:block; height:500px; margin-top:-500px; background:#fff; position:relative; pointer-events:none }</style><div style='height:520px'></div><div class=up><pre></pre></div>",
        "under a sibling's pseudo-element": "<style>.s::after { content:''; position:absolute; inset:0; background:#fff; pointer-events:none }</style><div style='position:relative'><pre></pre><i class=s></i></div>",
    },
    "covered by what is in an element": {
        "under a picture": f"<div style='position:relative'><pre></pre><img src='{WHITE}' style='{THROUGH};width:100%;height:100%'></div>",
        "under many small layers": "<div style='position:relative'><pre></pre>"
        + "".join(
            f"<i style='position:absolute;pointer-events:none;background:#fff;left:0;width:100%;top:{20 * at}px;height:20px'></i>"
            for at in range(6)
        )
        + "</div>",
        "under letters": f"<div style='position:relative'><pre></pre><div style='{THROUGH};overflow:hidden;font:900 60px/20px serif'>{'█' * 400}</div></div>",
        "under a border": f"<div style='position:relative'><pre></pre><i style='{THROUGH};border-top:90px solid #fff'></i></div>",
    },
    "covered in another place": {
        "under a part of the same grid cell": "<div style='display:grid'><pre style='grid-area:1/1'></pre><div style='grid-area:1/1;z-index:1;background:#fff;pointer-events:none'></div></div>",
        "covered beside a box that does not scroll it": "<div style='position:relative;height:300px'><div style='height:20px;overflow:auto'><div style='position:absolute;inset:0'><pre></pre></div></div><div style='position:absolute;inset:0;background:#fff'></div></div>",
        "behind": "<div style='background:#fff'><pre style='position:relative;z-index:-1'></pre></div>",
        "covered below the window": "<div style='height:300vh'></div><div style='position:relative'><pre></pre><div style='position:absolute;inset:0;background:#fff'></div></div>",
    },
}
SEEN = {
    "plain": "<pre></pre>",
    "a highlighter": "<pre><code><span style='color:#b00'></span></code></pre>",
    "scrolled out of a box": "<div style='height:90px;overflow:auto'><div style='height:900px'></div><pre></pre></div>",
    "under the edge of a box that scrolls": "<div style='height:60px;overflow:auto'><div style='height:52px'></div><pre></pre></div><div style='height:300px;background:#fff;position:relative'></div>",
    "open details": "<details open><summary>x</summary><pre></pre></details>",
    "a dark card": "<div class=dark><pre></pre></div>",
    "fades in": "<div class=appears><pre></pre></div>",
    "a class that only names quotes": "<div class='prose prose-blockquote:pl-4 no-quotes with-citations'><pre></pre></div>",
    "a cut-off card": "<div style='max-height:60px;overflow:hidden;border-radius:8px;clip-path:inset(0 round 8px)'><pre></pre></div>",
    "content-visibility auto": "<div style='content-visibility:auto'><pre></pre></div>",
    "a filter for dark pages": "<div style='filter:invert(1) hue-rotate(180deg) brightness(.9) contrast(1.1)'><pre></pre></div>",
    "a glow over a card": "<div class=glow><pre></pre></div>",
    "an empty layer": "<div style='position:relative'><pre></pre><div style='position:absolute;inset:0;pointer-events:none'></div></div>",
    "a gradient card": "<div style='background:linear-gradient(#f6f8fa,#eef1f4)'><pre></pre></div>",
    "a layer of its own": "<div style='transform:translateZ(0);backface-visibility:hidden;contain:content;will-change:transform'><pre></pre></div>",
    "beside a hidden copy": "<pre></pre><div class=sr-only>a copy</div>",
    "a list that is turned over twice": "<div style='transform:scaleY(-1)'><div style='transform:scaleY(-1)'><pre></pre></div></div>",
    "a thin shadow within it": "<pre style='box-shadow:inset 0 0 0 1px #ccc, 0 4px 20px #0003'></pre>",
    "small and grey": "<pre style='font-size:9px;line-height:1;color:#999'></pre>",
    "a figure": "<figure><pre></pre></figure>",
    "a sibling's glow": "<style>.w::after { content:''; position:absolute; inset:0; background:#fff; pointer-events:none }</style><pre></pre><div class=w style='position:relative;height:400px'></div>",
    "below the window": "<div style='height:300vh'></div><pre></pre>",
    "below the window on a layer": "<div style='height:300vh'></div><div style='position:relative'><div style='position:absolute;inset:0;background:#eee'></div><div style='position:relative'><pre></pre></div></div>",
}
