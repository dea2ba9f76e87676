"""Plain refusals in Spanish, German, French, Portuguese, Chinese, Japanese and Russian; no other language is recognised.

Only the plainest wordings, and only whole sentences: one with a number, a condition or a "but" may state something too, and counts as
a claim. Halves are not taken apart. What is missed here, and every other language, is read as claims.
"""

import re

LONGEST = 240
SORRY = re.compile(
    r"(?:(?:lo siento(?: mucho)?|lamentablemente|desafortunadamente|por desgracia|perdón|disculpe|"
    r"(?:es )?tut mir leid|leider|entschuldigung|(?:je suis )?désolée?|malheureusement|je regrette|"
    r"desculpe|sinto muito|lamento|infelizmente|к сожалению|извините|простите|увы|"
    r"(?:很|非常)?抱歉|对不起|不好意思|很遗憾|申し訳(?:ありません|ございません)が?|すみませんが?|残念ながら)(?:$|[,.!:，、。—– ]+))+"
    r"(?:(?:pero|aber|mais|mas|но|但|但是) ?)?"
)
# Words that show that a sentence says something else, or more.
MORE = re.compile(
    r"\d|;|\b(?:pero|sino|aunque|si|cuando|porque|significa|aber|sondern|wenn|falls|weil|bedeutet|mais|quand|parce|signifie|mas|"
    r"quando|но|если|когда|значит|означает)\b|但|不过|如果|因为|意味|表示|しかし|場合|ですが|ますが|けど"
)
COMMA = re.compile(r"[,:，、](?! (?:ob|wie|wann|was|wer|wo|welche[rsn]?|warum|dass|как|какой|какая|сколько|где)\b)")
DE_DOCS = r"(?:dokument(?:en?|s|ation)?|unterlagen|quellen?|kontext|texte?n?)\b"
ES_DOCS = r"(?:documentos?|documentación|fuentes?|contexto|textos?)\b"
FR_DOCS = r"(?:documents?|documentation|contexte|textes?|sources?)\b"
PT_DOCS = r"(?:documentos?|documentação|contexto|textos?|fontes?)\b"
RU_DOCS = r"(?:документ\w*|контекст\w*|текст\w*|источник\w*|материал\w*)"
ZH_DOCS = r"(?:文档|文件|资料|上下文|文本|来源)"
JA_DOCS = r"(?:文書|資料|ドキュメント|コンテキスト|文脈|テキスト)"
REFUSALS = [re.compile(pattern) for pattern in (
    # Spanish
    r"no (?:lo )?sé\b|no puedo (?:responder|contestar)\b",
    rf"no (?:encuentro|encontré|he encontrado|pude encontrar|puedo encontrar|tengo|dispongo de)\b.*\b(?:información|respuesta|{ES_DOCS})",
    rf"(?:el|la|los|las|estos)\b.{{0,40}}\b{ES_DOCS}.{{0,40}}\bno (?:dicen?|mencionan?|especifican?|contienen?|indican?)\b",
    rf"no (?:hay|existe|se menciona|se especifica|se indica|aparece)\b.*\ben (?:el|la|los|las)\b.*\b{ES_DOCS}",
    r"(?:esa|esta|la) información no (?:está|aparece|figura)\b",
    # German
    r"(?:das |es )?wei(?:ß|ss) ich (?:leider )?nicht$|ich wei(?:ß|ss) (?:es |das )?(?:leider )?nicht\b",
    r"(?:(?:das|die frage|diese frage) )?(?:ich )?kann (?:ich )?.{0,40}\bnicht (?:beantworten|sagen)\b",
    rf"(?:ich )?(?:habe|finde|konnte) (?:ich )?.{{0,60}}\b(?:keine?|nichts|nicht)\b.*\b(?:information(?:en)?|angaben?|antwort|{DE_DOCS})",
    rf"(?:das|dies|die antwort|diese information) (?:geht|ergibt sich|steht|ist)\b.*\b{DE_DOCS}.*\bnicht\b",
    rf"(?:das|dies|die antwort|diese information) (?:geht|ergibt sich|steht|ist) (?:leider )?nicht (?:aus|in|im)\b.*{DE_DOCS}",
    rf"(?:in |im |aus )?(?:den|dem|die|der|das)?\b.{{0,40}}\b{DE_DOCS}.*"
    r"\b(?:keine (?:information(?:en)?|angaben?|antwort)|nicht erwähnt|nichts dazu)",
    # French
    r"je ne sais pas\b|je ne peux pas (?:vous )?répondre\b",
    rf"je n['’]ai (?:pas|aucune?)\b.*\b(?:informations?|réponse|{FR_DOCS})",
    rf"je ne (?:trouve|dispose|vois) pas\b.*\b(?:informations?|réponse|{FR_DOCS})",
    rf"(?:les?|la|ces?)\b.{{0,40}}\b{FR_DOCS}.{{0,40}}\bne (?:dit|disent|mentionnent?|précisent?|contiennent|contient|indiquent?) pas\b",
    rf"(?:cette|l['’]) ?information n['’](?:est|apparaît|figure) pas\b|il n['’]y a (?:pas|aucune)\b.*\binformations?\b.*\b{FR_DOCS}",
    # Portuguese
    r"(?:eu )?não sei\b|(?:eu )?não (?:posso|consigo) responder\b",
    rf"(?:eu )?não (?:encontrei|encontro|consegui encontrar|foi possível encontrar|tenho)\b.*\b(?:informaç(?:ão|ões)|resposta|{PT_DOCS})",
    rf"(?:os?|as?|estes)\b.{{0,40}}\b{PT_DOCS}.{{0,40}}\bnão (?:diz|dizem|mencionam?|especificam?|contém|contêm|informam?)\b",
    rf"(?:essa|esta|a) informação não (?:está|consta|aparece)\b|não (?:há|existe|consta)\b.*\bn[oa]s?\b.*\b{PT_DOCS}",
    # Russian
    r"я (?:этого )?не знаю\b|не знаю\b|(?:я )?не (?:могу|смог|смогла) (?:ответить|найти)\b|не удалось найти\b",
    rf"(?:в|во)\b.{{0,40}}\b{RU_DOCS}.*(?:\bнет\b|\bне (?:указан\w*|говорится|упоминается|сказано|содержится|найден\w*))",
    rf"{RU_DOCS}.{{0,40}}\bне (?:содерж\w+|упомина\w+|указыва\w+)|у меня нет\b.*(?:информации|данных|сведений)",
    r"(?:я )?не (?:нашёл|нашел|нашла)\b.*(?:информаци|ответ|данны)",
    # Chinese
    r"我?不知道|我不(?:清楚|确定)|我?(?:无法|不能)回答|我?(?:没有|未能|没|无法)找到.*(?:信息|答案|内容|资料)|我没有.*(?:信息|答案|资料)",
    rf".{{0,20}}{ZH_DOCS}(?:中|里|内)?(?:并)?(?:没有|未|没)(?:提到|提及|包含|说明|涉及|找到|相关|关于|提供).*",
    # Japanese
    r".{0,40}(?:わかりません|分かりません|お答えできません|回答できません)$",
    r".{0,60}(?:情報|答え|回答|記載)(?:は|が).{0,20}(?:見つかりません(?:でした)?|ありません(?:でした)?|含まれていません)$",
    rf".{{0,20}}{JA_DOCS}(?:に|では|には|は).{{0,60}}(?:記載されていません|書かれていません|含まれていません|記載がありません|見つかりません(?:でした)?)$",
)]
ELSEWHERE = re.compile(
    r"(?:por favor|bitte|veuillez|merci de|请|пожалуйста|puede|sie können|vous pouvez|você pode|вы можете).{0,40}?"
    r"(?:contact|contáct|consult|entre em contato|wenden|kontaktier|联系|咨询|обрат|свяж)|.{0,60}(?:お問い合わせ|ご確認|ご連絡)ください$"
)


def refuses_abroad(sentence: str) -> bool:
    """Whether a sentence is nothing but a plain refusal in one of the seven languages.

    >>> refuses_abroad("Das steht leider nicht in den Dokumenten."), refuses_abroad("No hay límite de proyectos.")
    (True, False)
    """
    words = _plain(sentence)
    sorry = SORRY.match(words)
    said = words[sorry.end() :] if sorry else words
    if sorry and not said:
        return True
    if not said or len(said) > LONGEST or MORE.search(said) or COMMA.search(said):
        return False
    return any(pattern.match(said) for pattern in REFUSALS)


def sends_elsewhere(sentence: str) -> bool:
    """Whether a sentence asks the reader in one of these languages to contact somebody else."""
    return bool(ELSEWHERE.match(_plain(sentence)))


def _plain(sentence: str) -> str:
    words = re.sub(r"[\"“„«「『][^\"”“»」』\n]{0,200}[\"”“»」』]", "x", sentence[: 2 * LONGEST].lower().replace("*", ""))
    return re.sub(r"\s+", " ", words).strip(" .!?:;,。！？…—–-()")
