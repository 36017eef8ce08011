"""The words that a report may contain: only those of overlay's own lists and bundled profiles.

A word that overlay ships says nothing about the user. In all other words each letter becomes `x` and each
digit `0`, so that no text of the user gets into the report, whatever the page contains.
"""

from __future__ import annotations

import re
from functools import cache

from overlay.sites.check.words import ROLES
from overlay.sites.loader import bundled
from overlay.sites.profile import SELECTORS

LONGEST = 200
"""The most characters of one value."""
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+|\d+")
_SIGNS = re.compile(r"[^\x20-\x7e]")
_TAGS = """a abbr article aside audio b blockquote body br button canvas caption cite code col colgroup data
datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form g h1 h2 h3 h4 h5
h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter
nav noscript object ol optgroup option output p param path picture pre progress q rect s samp script search
section select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot
th thead time title tr track u ul use var video wbr circle line polygon polyline ellipse defs symbol text"""
TAGS = frozenset(_TAGS.split())
_GENERAL = """accept accessible action actions active activedescendant align all alt anchor animate animation
app area aria as async atomic auto autocapitalize autocomplete autocorrect autofocus avatar background badge
banner bar base before after begin between body bold border bottom box break btn bubble busy button card caret
center chat chats checked chip class clear click close closed code col collapse color column compact container
content contents contenteditable controls copy cursor custom dark data default describedby desktop dialog dir
direction disabled display done down draggable drop dropdown edit element empty end error expanded false field
fill first fixed flex focus focused font footer for form frame full gap group grow haspopup header height
hidden history hover html icon id idx image img index inline inner input inset inserted inside invalid item
items justify key label labelledby language large last lay layout left level lg light line link list live
loaded loading log main margin mask max md media menu message messages min mobile modal mode model module more
multiline multiple name nav new next no none normal number off on opacity open option order orientation
outer outline overflow overlay owner padding page panel paragraph part parent pending placeholder polite
popover popup position pre presentation press pressed prev primary progress prose query radio react readonly
ready ref region relative relevant render rendered required reset responsive right ring role root rounded row
rows scroll scrollable search secondary section select selected self separator shadow shrink side sidebar size
skeleton slot sm space spellcheck spinner stack start state static status sticky stream streamed style submit
surface svelte svg switch tab tabindex table target testid text textbox theme thread title toggle tool toolbar
tooltip top transition translate true type typing up user value variant vertical view viewport virtual visible
vue warning width window wrap wrapper write xl xs z"""


@cache
def vocabulary() -> frozenset[str]:
    """Return the words, in small letters."""
    found = {*_GENERAL.split(), *TAGS, *(word for words in ROLES.values() for word in words)}
    for profile in bundled().values():
        for field in (*SELECTORS, "message_id"):
            found.update(part.lower() for part in _PARTS.findall(str(getattr(profile, field))))
    return frozenset(word for word in found if len(word) > 1 and not word.isdecimal())


def veiled(text: str) -> str:
    """Return a value in which only words of the vocabulary are readable, cut to LONGEST characters."""
    return _SIGNS.sub("?", _PARTS.sub(_part, text[:LONGEST]))


def _part(found: re.Match[str]) -> str:
    word = found[0]
    if word.lower() in vocabulary():
        return word
    return ("0" if word[0].isdecimal() else "x") * len(word)
