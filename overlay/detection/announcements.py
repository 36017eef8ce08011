"""Text before a call that says that the call is only an example, or must not run.

The words are those of public bug reports about executed examples, in the languages of most answers.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LOOK_BACK = 300
"""How many code points before a call are searched for an announcement."""


class Words(NamedTuple):
    """The patterns of one language: of an example in a sentence, of a heading, of a prohibition."""

    example: str
    heading: str
    forbidden: str


_LANGUAGES = {
    "English": Words(
        # Not the beginning of a file's name, as in "example.txt".
        r"(?<![\w./\\-])examples?(?![\w-]|[./\\]\w)|\bfor instance\b|\bhypothetical|\billustrat"
        r"|\bsample (?:calls?|usage|requests?|output)\b|\b(?:looks?|is|are) like(?: this| so)?[,: ]*$"
        r"|\bwould (?:look|write|print|call)\b|\bsyntax is\b"
        r"|\b(?:you|one) (?:could|might|can) (?:write|type|print|say|call|invoke)\b",
        r"(?:(?:an?|the|simple|basic|more|another|call|tool|code|usage) )*"
        r"(?:examples?|usage|sample(?: calls?)?|syntax)(?: (?:calls?|of (?:use|a call)|output|\w{1,2}))?",
        r"\b(?:do not|don['’]?t|never|must not|mustn['’]t|should not|shouldn['’]t|not to be|please not|am not"
        r"|won['’]t|will not) (?:\w+ ){0,2}?(?:run|execut|call|invok)\w*"
        r"|\bwithout (?:running|executing|calling)\b|\bnot for execution\b"
        r"|\b(?:just|only|merely|purely) (?:to show|for illustration|an? (?:example|illustration))\b",
    ),
    "German": Words(
        r"\bbeispiel|\betwa so\b|\b(?:würde|sähe|könnte)\b.{0,60}\baus(?:sehen)?\b",
        r"(?:ein )?beispiele?|verwendung|beispielaufruf",
        r"\b(?:nicht|niemals|keinesfalls) (?:\w+ )?(?:aus(?:zu)?führ|auf(?:zu)?ruf|start)"
        r"|\b(?:führ|ruf)\w*\b.{0,40}\bnicht (?:aus|auf)\b",
    ),
    "Chinese": Words(
        "例如|比如|示例|例子|举例|样例|范例",
        "示例|例子|样例|用法",
        "(?:不要|请勿|勿|别|不能|不可|禁止|切勿|无需|不会) ?(?:真的|实际|直接)? ?(?:执行|运行|调用)",
    ),
    "Spanish": Words(
        r"\bejemplos?\b",
        r"ejemplos?|uso",
        r"\b(?:no|nunca) (?:l[oa]s? |se |debes )?(?:ejecut|llam|invo[cq]|corras)",
    ),
    "French": Words(
        r"\bexemples?\b",
        r"exemples?|utilisation",
        r"\bn['’]ex[ée]cut|\bne (?:pas )?(?:l['’]|les? |la )?(?:ex[ée]cut|lanc|appel)",
    ),
    "Japanese": Words(
        "例えば|たとえば|サンプル|例として|例を|の例|以下は例|次は例",
        "例|使用例|サンプル",
        r"(?:実行|呼び出し|起動)\w{0,2}(?:しない|しては|しません|せず)|呼び出さない",
    ),
    "Portuguese": Words(r"\bexemplos?\b", r"exemplos?|uso", r"\bnão (?:[oa]s? )?(?:execut|cham|rod)"),
    "Italian": Words(r"\besemp(?:io|i)\b", r"esemp(?:io|i)|uso", r"\bnon (?:l[oa] )?(?:eseg|chiam|lanci)"),
    "Russian": Words(
        r"\bпример|\bнапример",
        r"примеры?|использование",
        r"\bне (?:надо |нужно |следует )?(?:выполн|запус|вызыв)",
    ),
    "Korean": Words("예를 ?들|예시|예제", "예시|예제|사용법", r"(?:실행|호출)하지 ?(?:마|말|않)"),
    "Dutch": Words(r"\bvoorbeeld|\bbijvoorbeeld", "voorbeeld(?:en)?", r"\bniet (?:\w+ )?(?:uitvoer|aanroep)"),
    "Polish": Words(r"\bprzykład|\bnaprzykład", "przykłady?|użycie", r"\bnie (?:wykonuj|uruchamiaj|wywołuj)"),
}


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE)


_EXAMPLE = _any([one.example for one in _LANGUAGES.values()])
_HEADING = _any([one.heading for one in _LANGUAGES.values()])
_FORBIDDEN = _any([one.forbidden for one in _LANGUAGES.values()])
_HERE_IS = re.compile(
    r"\b(?:here|below|this|these|following)\b.{0,40}\b(?:is|are)\b.{0,30}\bexamples?\b", re.IGNORECASE
)
_CONNECTS = re.compile(
    "(?:and|or|or else|or even|and then|then|also|and also|plus|alternatively|another|another one|one more"
    "|und|oder|sowie|y|o|et|ou|e|i|en|of|lub|и|или|或|或者|和|以及|还有|また|または|あるいは|や|と|또는|그리고)?",
    re.IGNORECASE,
)
_MARKUP = " \t*_#>|-+•‣●○–—"
_LIST_MARK = re.compile(r"[\s>#*_+•‣●○|–—-]*(?:\(?(?:\d{1,3}|[a-zA-Z])[.)]\s+)?[\s*_]*")
_CODE = re.compile(r"`[^`\n]*`")
_SHORT_FORMS = re.compile(r"\b(?:e\.\s?g|z\.\s?b|p\.\s?ex|p\.\s?e|bv|np|i\.\s?e)\.", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？]")
_COLONS = (":", "：")


def announces_example(before: str) -> bool:
    """Return whether the text right before a call says that the call is an example or must not run.

    That is so if the last line that is not blank forbids to run what follows ("Do not run this."), speaks of
    an example and ends with a colon, or is a heading such as "Example" or "Usage".
    """
    line = before.rstrip().rpartition("\n")[2]
    line = _CODE.sub("`", line[_end(_LIST_MARK, line) :]).rstrip(_MARKUP)
    if not line:
        return False
    sentence = _last_sentence(line)
    if _FORBIDDEN.search(sentence):
        return True
    if sentence.endswith(_COLONS):
        return bool(_EXAMPLE.search(sentence) or _HEADING.fullmatch(sentence[:-1].strip(_MARKUP)))
    return bool(_HEADING.fullmatch(line.rstrip(".")) or _HERE_IS.search(sentence))


def connects_examples(between: str) -> bool:
    """Return whether `between`, the text between two blocks, lets an example go on: it is blank or "or"."""
    if len(between) > LOOK_BACK:
        return False
    words = " ".join(line[_end(_LIST_MARK, line) :].strip(_MARKUP) for line in between.split("\n"))
    return bool(_CONNECTS.fullmatch(words.strip().rstrip(".,:;：，、")))


def _end(pattern: re.Pattern[str], line: str) -> int:
    found = pattern.match(line)
    return found.end() if found else 0


def _last_sentence(line: str) -> str:
    line = _SHORT_FORMS.sub("for instance", line)
    last = max((found.end() for found in _SENTENCE_END.finditer(line.rstrip(" .!?。！？:："))), default=0)
    return line[last:].strip()
