"""The class report: it does to the class what the course does to a RAG. Verdict first: what failed whom, and what to teach again."""

from pathlib import Path

from ragdiag_helpers.report.blocks import Page
from ragdiag_helpers.report.html_page import html_page
from ragdiag_helpers.report.markdown_file import markdown

from . import lesson
from .class_plot import pass_rate_plot
from .class_sections import misconception_section, numbers_section, rates_section, verdict_section
from .class_students import people_section, run_section, students_section
from .files import put
from .session import Session, Wish
from .tally import tally

HTML, MARKDOWN, PLOT = "class_report.html", "class_report.md", "class_report.png"


def write_report(session: Session, wish: Wish) -> list[Path]:
    """Write ``report/LESSON/class_report`` as HTML, Markdown and a plot (none where nobody answered anything); return what was written, HTML first.

    The same results give the same bytes.
    """
    folder = wish.out / "report" / session.key.lesson
    made = report_files(session, wish)
    for name, data in made.items():
        put(folder / name, data)
    if PLOT not in made:
        (folder / PLOT).unlink(missing_ok=True)
    return [folder / name for name in made]


def report_files(session: Session, wish: Wish) -> dict[str, bytes]:
    """The bytes of each file of the report, by name."""
    found, key = tally(session.outcomes, session.key), session.key
    data, alt = pass_rate_plot(found.exercises) if any(share.n for _, share in found.exercises) else (b"", "")
    page = Page(
        f"Class report: {lesson.title(key)}",
        (
            verdict_section(found, session, key),
            people_section(session),
            misconception_section(found, key),
            rates_section(found, key, PLOT if data else "", alt),
            numbers_section(found, session),
            students_section(session, wish),
            run_section(session, wish),
        ),
    )
    pictures = {PLOT: data} if data else {}
    files = {HTML: html_page(page, pictures), MARKDOWN: markdown(page)}
    return {name: text.encode("utf-8", "backslashreplace") for name, text in files.items()} | pictures
