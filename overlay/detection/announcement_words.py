"""The words that say that a call is an example, must not run, or is only reported.

They are those of public bug reports about executed examples, in the languages of most answers.
"""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """The patterns of one language: of an example in a sentence, of a heading, of a prohibition."""

    example: str
    heading: str
    forbidden: str


LANGUAGES = {
    "English": Words(
        # The last part excludes the beginning of a file's name, as in "example.txt".
        r"(?<![\w./\\-])examples?(?![\w-]|[./\\]\w)|\bfor instance\b|\bhypothetical|\billustrat"
        r"|\b(?:once|after|if|when) you (?:approve|confirm|agree|allow|say so|want(?:,| me)|like,|wish,)"
        r"|\bsample (?:calls?|usage|requests?|output)\b|\b(?:looks?|is|are) like(?: this| so)?[,: ]*$",
        r"(?:(?:an?|the|simple|basic|more|another|call|tool|code|usage) )*"
        r"(?:examples?|usage|sample(?: calls?)?|syntax|demo|template|format)"
        r"(?: (?:calls?|of (?:use|a call|calls)|output|\w{1,2}(?: ?[:.–—-] .{0,60})?))?",
        r"\b(?:do not|don['’]?t|never|must not|mustn['’]t|should not|shouldn['’]t|not to be|please not|am not"
        r"|won['’]t|will not) (?:\w+ ){0,2}?(?:run|execut|call|invok)\w*"
        r"|\b(?:avoid|against|refus\w+|declin\w+|skip\w*|stop\w*|not|never|instead of) (?:to )?(?:run"
        r"|execut|call|invok)\w*\b"
        r"|\bskip (?:it|this|that|these)\b|\bwould (?:not|never) (?:run|execut|call|invok)"
        r"|\bwouldn['’]t (?:run|execut|call|invok)"
        r"|\bwithout (?:running|executing|calling)\b|\bnot for execution\b"
        r"|\b(?:cannot|can['’]?t|unable to|no need to|not (?:meant|intended|supposed) to be) (?:\w+ ){0,2}?"
        r"(?:run|execut|call|invok)\w*|^return of functions\."
        r"|\b(?:just|only|merely|purely) (?:to show|for illustration|an? (?:example|illustration))\b",
    ),
    "German": Words(
        r"beispiel|\bmuster\b|\betwa so\b|\bsieht (?:so|wie folgt|folgendermaßen) aus\b|\b(?:würde"
        r"|sähe|könnte)\b.{0,60}\baus(?:sehen)?\b",
        r"(?:ein )?(?:\w{0,20}beispiele?|beispielaufruf)|verwendung|muster|vorlage",
        r"\b(?:nicht|niemals|keinesfalls) (?:\w+ )?(?:aus(?:zu|ge)?führ|auf(?:zu|ge)?ruf|(?:ge)?start)"
        r"|\b(?:führ|ruf)\w*\b.{0,40}\bnicht (?:aus|auf)\b",
    ),
    "Chinese": Words(
        "例如|比如|比方|示例|例子|举例|舉例|样例|樣例|范例|範例|示範|示范|演示|格式(?:如下|为|是|：|:)|仅供参考|僅供參考|模板|类似|假设",
        "示例|例子|样例|範例|范例|用法|例|演示|格式",
        "(?:不要|请勿|請勿|勿|别|別|不能|不可|禁止|切勿|无需|不会|不會) ?"
        "(?:真的|实际|直接)? ?(?:执行|執行|运行|運行|调用|呼叫)",
    ),
    "Spanish": Words(
        r"\bejemplos?\b|\bp\. ?ej\b|\b(?:sería|se vería|quedaría)\b",
        r"ejemplos?(?: de (?:uso|llamadas?))?|uso",
        r"\b(?:no|nunca) (?:l[oa]s? |se |debes |debe |deben )*(?:ejecut|llam|invo[cq]|corras)",
    ),
    "French": Words(
        r"\bexemples?\b|\bpar ex\b|\bressembl|\bserait\b",
        r"exemples?(?: d['’](?:appels?|utilisation))?|utilisation",
        r"\bn['’]ex[ée]cut|\bne (?:pas )?(?:l['’]|les? |la )?(?:ex[ée]cut|lanc|appel)",
    ),
    "Japanese": Words(
        "例えば|たとえば|サンプル|例として|例を|の例|以下は例|次は例|のようになり|のような",
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
    "Turkish": Words("örne[kğ]", "örne[kğ]\\w*|kullanım", r"\b(?:çalıştır|yürüt|çağır)m[aı]"),
    "Vietnamese": Words(
        r"\bví dụ\b", "ví dụ|cách dùng", r"\b(?:không|đừng|chớ) (?:\w+ )?(?:chạy|thực thi|gọi)"
    ),
    "Indonesian": Words(
        r"\bcontoh|\bmisalnya\b", "contoh(?:nya)?", r"\b(?:jangan|tidak) (?:di)?(?:jalankan|eksekusi|panggil)"
    ),
    "Arabic": Words(
        "مثال|مثلا|على سبيل", "مثال|أمثلة", r"\b(?:لا|عدم) (?:\w+ )?\w*(?:تشغيل|تنفيذ|تنفذ|تشغل|استدعاء)"
    ),
    "Hindi": Words("उदाहरण", "उदाहरण", "(?:न|मत|नहीं) (?:चलाए|चलाएँ|करें)|(?:चलाएँ|चलाएं|चलाना) (?:नहीं|मत)"),
    "Hebrew": Words(
        "דוגמ|לדוגמה", "דוגמ[הא]|דוגמאות", r"(?:אל|אין|לא) (?:\w+ )?(?:תריץ|להריץ|תפעיל|להפעיל|לבצע)"
    ),
    "Thai": Words("ตัวอย่าง|เช่น", "ตัวอย่าง", "(?:อย่า|ห้าม|ไม่ต้อง)(?:รัน|เรียก|ทำ)"),
    "Greek": Words(
        "παράδειγμα|παραδείγμα", "παράδειγμα|παραδείγματα", r"\bμην? (?:το |την? )?(?:εκτελ|τρέξ|καλέσ)"
    ),
    "Ukrainian": Words("приклад", "приклади?", r"\bне (?:\w+ )?(?:викон|запус|виклик)"),
    "Czech": Words(
        r"\bpříklad|\bnapříklad", "příklad\\w?|použití", r"\bne(?:spouště|vykon|provád|volej)|\bnespust"
    ),
    "Hungarian": Words(r"\bpéldá|\bpélda", "példá?a?k?", r"\b(?:ne|nem) (?:futtas|hajts|hívd|indíts)"),
    "Romanian": Words(r"\bexempl", "exempl(?:u|e)|utilizare", r"\bnu (?:[oî]l? ?)?(?:rula|execut|apela)"),
    "Swedish, Danish, Norwegian": Words(
        r"\be(?:x|ks)empe?l",
        r"e(?:x|ks)empe?l\w{0,2}|användning",
        r"\b(?:inte|ikke|ej) (?:\w+ )?(?:kör|exekver|anrop|kjør|utfør|udfør)"
        r"|\b(?:kör|kjør|utfør|udfør|exekvera) (?:inte|ikke|aldrig|aldri)\b",
    ),
    "Finnish": Words(r"\besimer[kc]", "esimerk\\w+|käyttö", r"\bälä (?:\w+ )?(?:suorita|aja|kutsu)"),
    "Polish": Words(r"\bprzykład|\bnaprzykład", "przykłady?|użycie", r"\bnie (?:wykonuj|uruchamiaj|wywołuj)"),
}

NEEDED = {
    "English": "run execut call invok skip illustrat example show return",
    "German": "führ ruf start",
    "Chinese": "执行 執行 运行 運行 调用 呼叫",
    "Spanish": "ejecut llam invo corras",
    "French": "exéc exec lanc appel",
    "Japanese": "実行 呼び出 起動",
    "Portuguese": "execut cham rod",
    "Italian": "eseg chiam lanci",
    "Russian": "выполн запус вызыв",
    "Korean": "실행 호출",
    "Dutch": "uitvoer aanroep",
    "Turkish": "çalıştır yürüt çağır",
    "Vietnamese": "chạy thực gọi",
    "Indonesian": "jalankan eksekusi panggil",
    "Arabic": "تشغيل تنفيذ تنفذ تشغل استدعاء",
    "Hindi": "चला करें",
    "Hebrew": "ריץ פעיל בצע",
    "Thai": "อย่า ห้าม ไม่ต้อง",
    "Greek": "εκτελ τρέξ καλέσ",
    "Ukrainian": "викон запус виклик",
    "Czech": "spouště vykon provád volej nespust",
    "Hungarian": "futtas hajts hívd indíts",
    "Romanian": "rula execut apela",
    "Swedish, Danish, Norwegian": "kör exekver anrop kjør utfør udfør",
    "Finnish": "suorita aja kutsu",
    "Polish": "wykonuj uruchamiaj wywołuj",
}
"""Each prohibition has one of these in it, in lower case. They are found faster than the patterns."""

REPORTED = (
    r"\b(?:you|one|it|this|that|calls?|tools?|invocation)(?:['’]d| would)\b|\bI (?:could|might|would have)\b"
    r"|\b(?:you|one) (?:could|might|can) (?:write|type|print|say|call|invoke)\b"
    r"|\b(?:syntax|format|template|schema) (?:is|are|for|of|would|looks?)\b|\bdemo\w*\b|\b(?:imagine"
    r"|suppose|pretend|assum(?:e|ing))\b"
    r"|^(?:something |just |exactly )?like(?: this| so| that)?:$|\bfor reference\b|\binstead of\b"
    r"|\brather than\b"
    # Labels: of what is wrong or old, of the model's own reasoning, of results that it invents or repeats.
    r"|^(?:wrong|bad|incorrect|invalid|avoid|before|old|draft)(?: (?:call|way|version))?:$"
    r"|^(?:my |the )?(?:thoughts?|thinking|reasoning)(?: process| for .{1,30})?:$"
    r"|^(?:the )?(?:(?:tool|function|command|server|api) )?(?:results?|outputs?|observations?|responses?):$"
    r"|^(?:human|user|system):$"
    # Something that was said, called or stored before.
    r"|\b(?:previously|earlier|before|last time|already)\b.{0,40}\b(?:ran|called|used|wrote|executed"
    r"|sent|printed)\b"
    r"|\b(?:ran|called|wrote|executed|sent|printed) (?:earlier|before|previously|last time)\b"
    r"|\b(?:files?|logs?|page|document|e-?mail|message|prompt|user|readme|website|text|transcript"
    r"|instructions?)"
    r" (?:\S+ ){0,2}?(?:contain\w*|sa(?:ys?|id)|reads?|show(?:s|ed)?|told|printed|holds?|is|are|was"
    r"|were)(?: \w+)?:$"
    r"|\bask(?:s|ed) (?:whether|if)\b"
    r"|\bcontents? (?:of|is|are|was)\b|\bquot(?:e|es|ed|ing)\b"
)
"""Speaks of a call that is only possible, was made before, or is the content of something; in English."""

INTENT = (
    r"\b(?:let me|let['’]?s|let us|i['’]?ll|i (?:now |will|need to|have to|must|want to|shall"
    r"|am going to|am now)"
    r"|i['’]m (?:now|going)|i['’]d (?:like|love) to|i would (?:like|love) to"
    r"|(?<!like )so(?=:)|(?:now|so|then|(?:first|next),?) i\b"
    r"|(?:now|calling|running|executing|checking|reading|fetching|searching|opening|listing)\b)"
)
"""Says that the call is meant, so that `REPORTED` does not count."""
