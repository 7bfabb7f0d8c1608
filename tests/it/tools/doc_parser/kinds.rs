//! Real documents of every kind, with Korean in each.

use serde_json::{Value, json};

use super::{read, reader};

/// Reads the whole document of this name.
async fn whole(name: &str) -> Value {
    read(&reader().await, json!({"path": name})).await.unwrap()
}

/// Returns the expected result for a complete document.
fn complete(kind: &str, text: &str, metadata: Value, parts: Option<Value>, notes: Value) -> Value {
    let mut document = json!({
        "kind": kind, "text": text, "metadata": metadata, "start": 0, "total_chars": text.chars().count(),
        "truncated": false, "notes": notes,
    });
    if let Some(parts) = parts {
        document["parts"] = parts;
    }
    document
}

const TABLE: &str = "| 지역 | Sales |\n| --- | --- |\n| 서울 | 1,200 |\n| Busan \\| 부산 | 800 |";

#[tokio::test]
async fn a_docx_is_read() {
    let text = format!(
        "# 분기 보고서\n\n# Overview\n\nThe third quarter was **good**. 매출이 12% 늘었습니다.\n\nFirst point\n\n둘째 항목\n\n## 숫자\n\n\
         {TABLE}\n\n\nThe end. 끝."
    );
    let metadata = json!({
        "title": "분기 보고서", "author": "김하나", "created": "2026-01-31T09:00:00Z", "modified": "2026-01-31T09:00:00Z",
        "application": "Microsoft Macintosh Word",
    });
    assert_eq!(
        whole("report.docx").await,
        complete("docx", &text, metadata, None, json!([]))
    );
}

#[tokio::test]
async fn a_pdf_of_a_word_processor_is_read() {
    // The layout has no spaces between these words, and list items are plain lines.
    let text = format!(
        "<!-- page 1 -->\n\n# 분기보고서\n\n## Overview\n\nThe third quarter was **good**. 매출이 12% 늘었습니다.\n\n\
         First point 둘째항목\n\n**숫자**\n\n{TABLE}\n\n<!-- page 2 -->\n\nThe end. 끝."
    );
    let metadata = json!({"title": "분기 보고서", "author": "김하나", "application": "Writer", "created": "2026-11-15T08:58:59Z"});
    let parts = json!({"unit": "page", "total": 2, "included": [{"number": 1}, {"number": 2}]});
    assert_eq!(
        whole("report.pdf").await,
        complete("pdf", &text, metadata, Some(parts), json!([]))
    );
}

fn korean_pages(numbers: &[usize]) -> String {
    let page = |number: &usize| {
        format!(
            "<!-- page {number} -->\n\n{number}쪽: 대한민국의 수도는 서울입니다.\n\nThis is the text of page {number}."
        )
    };
    numbers.iter().map(page).collect::<Vec<_>>().join("\n\n")
}

fn korean_metadata() -> Value {
    json!({
        "title": "한글 문서", "author": "Kim Hana", "subject": "unspecified", "created": "2000-01-01T00:00:00Z",
        "modified": "2000-01-01T00:00:00Z", "application": "anonymous",
    })
}

#[tokio::test]
async fn pdfs_without_fonts_or_with_an_owner_password_are_read() {
    let parts = json!({"unit": "page", "total": 3, "included": [{"number": 1}, {"number": 2}, {"number": 3}]});
    let expected = complete(
        "pdf",
        &korean_pages(&[1, 2, 3]),
        korean_metadata(),
        Some(parts),
        json!([]),
    );
    for name in ["korean.pdf", "owner.pdf"] {
        assert_eq!(whole(name).await, expected, "{name}");
    }
}

#[tokio::test]
async fn pages_can_be_selected() {
    let client = reader().await;
    for (pages, numbers) in [("2", vec![2]), ("1, 3", vec![1, 3]), ("2-9", vec![2, 3])] {
        let answer = read(&client, json!({"path": "korean.pdf", "pages": pages}))
            .await
            .unwrap();
        let included: Vec<_> = numbers
            .iter()
            .map(|number| json!({"number": number}))
            .collect();
        let parts = json!({"unit": "page", "total": 3, "included": included});
        let expected = complete(
            "pdf",
            &korean_pages(&numbers),
            korean_metadata(),
            Some(parts),
            json!([]),
        );
        assert_eq!(answer, expected, "{pages}");
    }
    for (pages, message) in [
        ("4", "there is no page 4: the document has 3"),
        (
            "x",
            "`pages`: got `x`, expected numbers and ranges from 1, as in `1-3,7`",
        ),
    ] {
        let answer = read(&client, json!({"path": "korean.pdf", "pages": pages})).await;
        assert_eq!(answer, Err(message.into()));
    }
    let answer = read(&client, json!({"path": "report.docx", "pages": "1"})).await;
    let message =
        "a document of kind `docx` has no pages or sheets to select: use `start` to read on";
    assert_eq!(answer, Err(message.into()));
}

const SALES: &str = "<!-- sheet 1: 매출 2026 -->\n\n| 지역 | Day | Amount | Share | Paid |\n| --- | --- | --- | --- | --- |\n\
                     | 서울 | 2026-01-31 | 1200.5 | 0.6 | TRUE |\n| Busan \\| 부산 | 2026-02-01 | 800 | 0.4 | FALSE |\n\
                     | 합계 |  | 2000.5 |  |  |";
const NOTES: &str = "<!-- sheet 2: Notes -->\n\n| 둘째 시트 |\n| --- |\n| second<br>sheet |";

#[tokio::test]
async fn an_xlsx_is_read_and_its_sheets_can_be_selected() {
    let metadata = json!({
        "title": "매출", "author": "김하나", "created": "2026-01-31T09:00:00Z", "modified": "2026-11-15T08:57:38Z",
        "application": "LibreOffice/7.4.7.2$Linux_X86_64 LibreOffice_project/40$Build-2",
    });
    let names = json!([{"number": 1, "name": "매출 2026"}, {"number": 2, "name": "Notes"}, {"number": 3, "name": "Empty"}]);
    let text = format!("{SALES}\n\n{NOTES}\n\n<!-- sheet 3: Empty -->");
    let parts = json!({"unit": "sheet", "total": 3, "included": names});
    assert_eq!(
        whole("sales.xlsx").await,
        complete("xlsx", &text, metadata.clone(), Some(parts), json!([]))
    );
    let client = reader().await;
    let parts = json!({"unit": "sheet", "total": 3, "included": [names[1]]});
    let second = complete("xlsx", NOTES, metadata, Some(parts), json!([]));
    for arguments in [json!({"sheets": ["Notes"]}), json!({"pages": "2"})] {
        let mut arguments = arguments;
        arguments["path"] = json!("sales.xlsx");
        assert_eq!(read(&client, arguments).await, Ok(second.clone()));
    }
    let answer = read(&client, json!({"path": "sales.xlsx", "sheets": ["notes"]})).await;
    let message = "there is no sheet `notes`: the document has `매출 2026`, `Notes`, `Empty`";
    assert_eq!(answer, Err(message.into()));
}

#[tokio::test]
async fn a_pptx_is_read_and_its_slides_can_be_selected() {
    let metadata = json!({
        "title": "발표", "author": "김하나", "created": "2026-01-31T09:00:00Z", "modified": "2026-01-31T09:00:00Z",
        "application": "Microsoft Macintosh PowerPoint",
    });
    let second = "## Slide 2\n\n# Results\n\n매출 증가\n\nCosts fell";
    let text = format!(
        "## Slide 1\n\n# 분기 발표\n\n## Third quarter\n\n\n> **Notes:**\n> 천천히 말하기\n\n\n---\n\n{second}\n\n\n---\n\n\
         ## Slide 3\n\n# 표\n\n| 지역 | Sales |\n| --- | --- |\n| 서울 | 1200 |"
    );
    let parts = json!({"unit": "slide", "total": 3, "included": [{"number": 1}, {"number": 2}, {"number": 3}]});
    assert_eq!(
        whole("slides.pptx").await,
        complete("pptx", &text, metadata.clone(), Some(parts), json!([]))
    );
    let parts = json!({"unit": "slide", "total": 3, "included": [{"number": 2}]});
    let answer = read(
        &reader().await,
        json!({"path": "slides.pptx", "pages": "2"}),
    )
    .await;
    assert_eq!(
        answer,
        Ok(complete("pptx", second, metadata, Some(parts), json!([])))
    );
}

#[tokio::test]
async fn a_page_is_read_in_its_own_encoding() {
    let text = "[Home](/home)\n\n# 서울\n\nThe **capital** of [Korea](https://example.com/korea).\n\n*   남산\n*   한강\n\n\
                | 구   | Population |\n| --- | ---------- |\n| 강남구 | 560,000    |\n\n5 < 6 & 7";
    let expected = complete("html", text, json!({"title": "서울 안내"}), None, json!([]));
    for name in ["page.html", "page-euc-kr.html"] {
        assert_eq!(whole(name).await, expected, "{name}");
    }
}

#[tokio::test]
async fn a_csv_is_a_table_with_any_separator() {
    let text = "| 지역 | Note | Amount |\n| --- | --- | --- |\n| 서울 | a, \"b\"<br>c | 1200 |\n| Busan \\| 부산 |  | 800 |";
    let notes = json!(["3 rows, the first is the header"]);
    let expected = complete("csv", text, json!({}), None, notes);
    for name in ["table.csv", "table-euc-kr.csv"] {
        assert_eq!(whole(name).await, expected, "{name}");
    }
}

#[tokio::test]
async fn markdown_and_text_are_returned_unchanged() {
    let markdown = complete(
        "markdown",
        "# 메모\n\n- *one*\n- 둘",
        json!({}),
        None,
        json!([]),
    );
    assert_eq!(whole("notes.md").await, markdown);
    let text = complete("text", "Just text.\n그냥 글.", json!({}), None, json!([]));
    for name in ["plain.txt", "plain-utf-16.txt"] {
        assert_eq!(whole(name).await, text, "{name}");
    }
}

#[tokio::test]
async fn a_long_text_is_read_in_parts() {
    let client = reader().await;
    let whole = whole("korean.pdf").await;
    let total = whole["total_chars"].as_u64().unwrap();
    let (mut text, mut start) = (String::new(), 0);
    loop {
        let arguments = json!({"path": "korean.pdf", "start": start, "max_chars": 70});
        let piece = read(&client, arguments).await.unwrap();
        assert_eq!(
            (&piece["start"], &piece["total_chars"]),
            (&json!(start), &json!(total))
        );
        let piece_text = piece["text"].as_str().unwrap();
        start += piece_text.chars().count();
        text += piece_text;
        if piece["truncated"] == json!(false) {
            break;
        }
        assert_eq!(piece_text.chars().count(), 70);
    }
    assert_eq!(json!(text), whole["text"]);
    let beyond = read(&client, json!({"path": "korean.pdf", "start": 9_999}))
        .await
        .unwrap();
    assert_eq!(
        (&beyond["text"], &beyond["truncated"]),
        (&json!(""), &json!(false))
    );
}

#[tokio::test]
async fn an_encrypted_pdf_is_reported() {
    let message = "the document is encrypted, and cannot be read without its password";
    let answer = read(&reader().await, json!({"path": "locked.pdf"})).await;
    assert_eq!(answer, Err(message.into()));
}
