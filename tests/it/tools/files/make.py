"""Makes the documents that the tests of `doc_parser` read, with the programs that people make them with.

Needs Python with python-docx 1.2, openpyxl 3.1, python-pptx 1.0, reportlab 5.1 and pypdf 7.0; LibreOffice; the font NanumGothic.
The files are in the repository, so this runs only when one of them should change:

    python make.py
"""

import datetime
import pathlib
import subprocess
import tempfile

import docx
import openpyxl
import pptx
import pypdf
from openpyxl.styles import Font
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen import canvas

HERE = pathlib.Path(__file__).parent
WHEN = datetime.datetime(2026, 1, 31, 9, 0)


def word():
    document = docx.Document()
    properties = document.core_properties
    properties.title, properties.author = "분기 보고서", "김하나"
    properties.created = properties.modified = WHEN
    document.add_heading("분기 보고서", 0)
    document.add_heading("Overview", 1)
    paragraph = document.add_paragraph("The third quarter was ")
    paragraph.add_run("good").bold = True
    paragraph.add_run(". 매출이 12% 늘었습니다.")
    document.add_paragraph("First point", style="List Bullet")
    document.add_paragraph("둘째 항목", style="List Bullet")
    document.add_heading("숫자", 2)
    table = document.add_table(rows=1, cols=2)
    table.style = "Table Grid"
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "지역", "Sales"
    for region, sales in [("서울", "1,200"), ("Busan | 부산", "800")]:
        cells = table.add_row().cells
        cells[0].text, cells[1].text = region, sales
    document.add_page_break()
    document.add_paragraph("The end. 끝.")
    document.save(HERE / "report.docx")


def sheet():
    book = openpyxl.Workbook()
    book.properties.title, book.properties.creator = "매출", "김하나"
    book.properties.created = book.properties.modified = WHEN
    sales = book.active
    sales.title = "매출 2026"
    sales.append(["지역", "Day", "Amount", "Share", "Paid"])
    for cell in sales[1]:
        cell.font = Font(bold=True)
    sales.append(["서울", datetime.date(2026, 1, 31), 1200.5, 0.6, True])
    sales.append(["Busan | 부산", datetime.date(2026, 2, 1), 800, 0.4, False])
    sales.append(["합계", None, "=SUM(C2:C3)", None, None])
    for row in (2, 3):
        sales.cell(row, 2).number_format = "yyyy-mm-dd"
        sales.cell(row, 4).number_format = "0%"
    notes = book.create_sheet("Notes")
    notes["B2"] = "둘째 시트"
    notes["B3"] = "second\nsheet"
    book.create_sheet("Empty")
    with tempfile.TemporaryDirectory() as folder:
        raw = pathlib.Path(folder, "sales.xlsx")
        book.save(raw)
        # LibreOffice computes the formula.
        convert(raw, "xlsx", HERE)


def slides():
    deck = pptx.Presentation()
    deck.core_properties.title, deck.core_properties.author = "발표", "김하나"
    deck.core_properties.created = deck.core_properties.modified = WHEN
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text, first.placeholders[1].text = "분기 발표", "Third quarter"
    first.notes_slide.notes_text_frame.text = "천천히 말하기"
    second = deck.slides.add_slide(deck.slide_layouts[1])
    second.shapes.title.text = "Results"
    frame = second.placeholders[1].text_frame
    frame.text = "매출 증가"
    frame.add_paragraph().text = "Costs fell"
    third = deck.slides.add_slide(deck.slide_layouts[5])
    third.shapes.title.text = "표"
    inches = pptx.util.Inches
    table = third.shapes.add_table(2, 2, inches(1), inches(2), inches(6), inches(1)).table
    for row, column, text in [(0, 0, "지역"), (0, 1, "Sales"), (1, 0, "서울"), (1, 1, "1200")]:
        table.cell(row, column).text = text
    deck.save(HERE / "slides.pptx")


def pdfs():
    # As a word processor exports: the font is in the file, as a subset.
    convert(HERE / "report.docx", "pdf", HERE)
    # The font is not in the file, and its characters go by a table of Adobe's.
    pdfmetrics.registerFont(UnicodeCIDFont("HYSMyeongJo-Medium"))
    page = canvas.Canvas(str(HERE / "korean.pdf"), pagesize=A4, invariant=1)
    page.setTitle("한글 문서")
    page.setAuthor("Kim Hana")
    for number in range(1, 4):
        page.setFont("HYSMyeongJo-Medium", 14)
        page.drawString(72, 760, f"{number}쪽: 대한민국의 수도는 서울입니다.")
        page.setFont("Helvetica", 12)
        page.drawString(72, 730, f"This is the text of page {number}.")
        page.showPage()
    page.save()
    for name, user in [("locked.pdf", "secret"), ("owner.pdf", "")]:
        writer = pypdf.PdfWriter(clone_from=HERE / "korean.pdf")
        writer.encrypt(user_password=user, owner_password="owner", algorithm="AES-256")
        writer.write(HERE / name)


def text():
    html = """<!doctype html>
<html lang="ko"><head><meta charset="{charset}"><title>서울 안내</title>
<style>body {{ color: red }}</style><script>alert("no")</script></head>
<body><nav><a href="/home">Home</a></nav><h1>서울</h1><p>The <b>capital</b> of <a href="https://example.com/korea">Korea</a>.</p>
<ul><li>남산</li><li>한강</li></ul>
<table><tr><th>구</th><th>Population</th></tr><tr><td>강남구</td><td>560,000</td></tr></table>
<p>5 &lt; 6 &amp; 7</p></body></html>
"""
    HERE.joinpath("page.html").write_bytes(html.format(charset="utf-8").encode())
    HERE.joinpath("page-euc-kr.html").write_bytes(html.format(charset="euc-kr").encode("euc-kr"))
    rows = '지역,Note,Amount\r\n서울,"a, ""b""\r\nc",1200\r\nBusan | 부산,,800\r\n'
    HERE.joinpath("table.csv").write_bytes(b"\xef\xbb\xbf" + rows.encode())
    HERE.joinpath("table-euc-kr.csv").write_bytes(rows.replace(",", ";").replace("a;", "a,").encode("euc-kr"))
    HERE.joinpath("notes.md").write_text("# 메모\n\n- *one*\n- 둘\n")
    HERE.joinpath("plain.txt").write_text("Just text.\n그냥 글.\n")
    HERE.joinpath("plain-utf-16.txt").write_bytes("Just text.\r\n그냥 글.\r\n".encode("utf-16"))


def convert(source, kind, folder):
    command = ["soffice", "--headless", "--convert-to", kind, "--outdir", str(folder), str(source)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    for make in (word, sheet, slides, pdfs, text):
        make()
