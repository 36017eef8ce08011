"""The effects of ten design systems on a page, as each of them documents it: resets, layers, cards, themes."""

from __future__ import annotations

from dataclasses import dataclass

LAYER = "position:fixed;inset:0;pointer-events:none"


@dataclass(frozen=True)
class System:
    """`css` applies to the page, `card` is the class of a message's card, `layers` are what the system keeps
    in the page beside the application.
    """

    css: str
    card: str = "card"
    layers: str = ""
    root: str = ""


SYSTEMS = {
    "bootstrap": System(
        root="data-bs-theme=dark",
        css="""*,*::before,*::after{box-sizing:border-box} body{margin:0;font:1rem/1.5 system-ui;color:#dee2e6;
        background:#212529} iframe,img,svg{vertical-align:middle} pre{display:block;margin:0 0 1rem;overflow:auto;font-size:.875em}
        .card{position:relative;display:flex;flex-direction:column;border:1px solid #495057;border-radius:.375rem;
        word-wrap:break-word;background-clip:border-box} .card-body{flex:1 1 auto;padding:1rem}
        .stretched::after{position:absolute;inset:0;z-index:1;content:"";pointer-events:none}""",
        card="card stretched",
        layers='<div class="toast-container" style="position:fixed;inset:auto 0 0 auto;z-index:1090;pointer-events:none;padding:16px"></div>',
    ),
    "tailwind": System(
        css="""*,::before,::after{box-sizing:border-box;border:0 solid #e5e7eb;margin:0;padding:0}
        html{line-height:1.5;tab-size:4} img,svg,video,canvas,audio,iframe,embed,object{display:block;vertical-align:middle}
        img,video,iframe{max-width:100%;height:auto} button{background:transparent} [hidden]{display:none!important}
        .card{border-radius:12px;overflow:hidden;transition:all .15s cubic-bezier(.4,0,.2,1);backdrop-filter:blur(8px);
        background:rgb(255 255 255 / .8);transform:translate(0,0)}""",
    ),
    "material": System(
        css="""*,*::before,*::after{box-sizing:inherit} html{box-sizing:border-box;-webkit-font-smoothing:antialiased}
        body{margin:0;font:400 1rem/1.5 Roboto,sans-serif;background:#fff}
        .card{position:relative;overflow:hidden;box-shadow:0 2px 1px -1px #0003;transition:box-shadow .3s}
        .card::after{content:"";position:absolute;inset:0;border-radius:inherit;pointer-events:none}""",
        layers=f"""<span class="MuiTouchRipple-root" style="{LAYER};overflow:hidden;z-index:0;border-radius:inherit"></span>
        <div class="MuiBackdrop-root" style="{LAYER};z-index:1200;opacity:0;background:rgba(0,0,0,.5);visibility:hidden"></div>""",
    ),
    "ant design": System(
        css="""[class^=ant],[class*=" ant"]{box-sizing:border-box} body{margin:0;color:rgba(0,0,0,.88);font-size:14px}
        .card{background:#fff;border-radius:8px;transition:all .2s} div{transition:background-color .3s,color .3s}
        pre{margin:0 0 1em}""",
        layers=f"""<div class="ant-message" style="position:fixed;top:8px;left:0;width:100%;height:100%;pointer-events:none;z-index:2010"></div>
        <div class="ant-watermark" style="{LAYER};z-index:9;background-repeat:repeat"></div>""",
    ),
    "chakra": System(
        css="""*,*::before,*::after{border-width:0;border-style:solid;box-sizing:border-box;word-wrap:break-word}
        body{margin:0;position:relative;min-height:100%;transition:background-color .2s;color:#1a202c}
        .card{border-radius:.5rem;isolation:isolate;contain:content}""",
        layers="".join(
            f'<ul id="chakra-toast-manager-{side}" style="{LAYER};z-index:5500;display:flex;flex-direction:column"></ul>'
            for side in ("top", "bottom", "top-left")
        ),
    ),
    "carbon": System(
        root='class="cds--g100"',
        css="""html,body,div,span,iframe,pre,p{padding:0;border:0;margin:0;font:inherit;vertical-align:baseline}
        html{box-sizing:border-box} *,*::before,*::after{box-sizing:inherit} body{background:#161616;color:#f4f4f4;line-height:1}
        .card{background:#262626;content-visibility:auto;contain-intrinsic-size:auto 200px;outline:2px solid transparent}""",
        layers=f'<div class="cds--modal" style="{LAYER};z-index:9000;opacity:0;visibility:inherit;background:rgba(22,22,22,.5)"></div>',
    ),
    "bulma": System(
        css="""html,body,p,pre,iframe{margin:0;padding:0} html{box-sizing:border-box;overflow-x:hidden;text-size-adjust:100%}
        *,*::before,*::after{box-sizing:inherit} img,video{height:auto;max-width:100%} iframe{border:0} body{font:1em/1.5 sans-serif}
        pre{background:#f5f5f5;padding:1.25em 1.5em;overflow-x:auto} .card{box-shadow:0 .5em 1em -.125em #0a0a0a1a;overflow:visible}
        .bar{position:fixed;top:0;left:0;right:0;height:52px;background:#fff;z-index:30}""",
        layers="<nav class=bar></nav>",
    ),
    "radix": System(
        root='class="dark"',
        css="""*{border-color:#27272a;outline-color:#d4d4d880} *,::before,::after{box-sizing:border-box;margin:0}
        body{background:#09090b;color:#fafafa} .card{border:1px solid;border-radius:12px;overflow:hidden}
        iframe{max-width:100%;display:block}""",
        layers=f"""<div role=region aria-label="Notifications" tabindex=-1 style="pointer-events:none">
        <ol tabindex=-1 style="{LAYER};z-index:100;display:flex;flex-direction:column-reverse;padding:16px;max-height:100vh"></ol></div>
        <span data-radix-focus-guard tabindex=0 style="outline:none;opacity:0;position:fixed;pointer-events:none"></span>""",
    ),
    "mantine": System(
        css="""*,*::before,*::after{box-sizing:border-box} body{margin:0;font:16px/1.55 system-ui;background:#fff}
        .card{position:relative;border-radius:4px;transform:translateZ(0);will-change:transform}""",
        layers=f"""<div class="mantine-Overlay" style="{LAYER};z-index:200;opacity:0;background:#0009"></div>
        <div class="mantine-Notifications" style="{LAYER};z-index:400"></div><div class="mantine-LoadingOverlay" style="{LAYER}"></div>""",
    ),
    "fluent": System(
        css="""body{margin:0;zoom:1.1;font:14px/20px 'Segoe UI',sans-serif;background:#f5f5f5} .page{height:90vh!important} div{transition-property:all;
        transition-duration:.1s} .card{background:#fff;border-radius:4px;box-shadow:0 2px 4px #00000024}
        .card::before,.card::after{content:"";position:absolute;inset:0;pointer-events:none;border-radius:4px}
        .card{position:relative}""",
        layers=f'<div class="fui-Toaster" data-popover-surface style="{LAYER};z-index:1000000"></div>',
    ),
}


def page_of(name: str, calls: list[str]) -> str:
    """A chat of that system: a column that scrolls, between a bar and a message box, each call in a card."""
    system = SYSTEMS[name]
    messages = "".join(
        f'<div class="{system.card}" data-turn=assistant><div class=card-body><pre><code>{call.replace("<", "&lt;")}'
        f"</code></pre></div></div>"
        for call in calls
    )
    return f"""<!doctype html><html {system.root}><meta charset=utf-8><title>{name}</title><style>{system.css}
    .page{{height:100vh;display:flex;flex-direction:column}} .head{{position:sticky;top:0;padding:60px 0 0}}
    .thread{{flex:1;overflow:auto;overscroll-behavior:contain;padding:8px}} .foot{{position:sticky;bottom:0;height:60px}}
    </style><body><div class=page><header class=head></header><main class=thread>{messages}</main>
    <footer class=foot><textarea></textarea></footer></div>{system.layers}</body></html>"""
