"""HTML in an answer as Markdown: items, paragraphs and line breaks as lines, other tags left out; code keeps its tags."""

import re

FENCE = re.compile(r"\s*(`{3,}|~{3,})(?!.*\1)")
CODE = re.compile(r"(`[^`\n]+`)")
BREAKS = "li|p|br|ul|ol|div|h[1-6]|hr|blockquote|section|article"
INLINE = "b|strong|i|em|u|s|span|small|mark|sub|sup|font|center"
# A tag, but not one that is spoken of: "the <br> tag".
TAG = re.compile(
    rf"<(/?)({BREAKS}|{INLINE})(?:\s[^<>=]{{1,40}}=[^<>]{{0,200}})?\s?/?>(?!\s?(?:tag|element)s?\b)", re.IGNORECASE
)

PARAGRAPH_IN_ITEM = re.compile(r"(<li\b[^<>]{0,200}>)\s{0,20}<p(?:\s[^<>]{0,200})?>", re.IGNORECASE)


def without_html(text: str) -> str:
    """The text with ``<li>`` as "- ", with a break for ``<p>`` and ``<br>``, and without tags of emphasis.

    >>> without_html("<li>a <b>red</b> lid</li>").split()
    ['-', 'a', 'red', 'lid']
    """
    if "<" not in text:
        return text
    lines, fence, closed = [], "", {name.lower() for name in re.findall(r"</(\w{1,10})\s?>", text)} | {"br", "hr"}
    if text.lower().count("<li>") > 1:
        closed.add("li")
    for line in text.splitlines():
        mark = FENCE.match(line)
        if fence:
            fence = "" if line.strip().startswith(fence) else fence
        elif mark:
            fence = mark[1]
        else:
            line = _untagged(line, closed)
        lines.append(line)
    return "\n".join(lines)


def _untagged(line: str, closed: set[str]) -> str:
    parts = CODE.split(line)
    row = line.count("|") > 1  # a line break would end the row of a table
    parts[::2] = [TAG.sub(lambda tag: _instead(tag, closed, row), PARAGRAPH_IN_ITEM.sub(r"\1", each)) for each in parts[::2]]
    return "".join(parts)


def _instead(tag: re.Match, closed: set[str], row: bool) -> str:
    """What stands for a tag in Markdown; the tag itself where the text nowhere closes it."""
    name = tag[2].lower()
    if name not in closed:
        return tag[0]
    if re.fullmatch(INLINE, name):
        return ""
    if row:
        return " "
    return "\n- " if name == "li" and not tag[1] else "\n\n"
