//! Arguments that do not fit, and what the model reads then.

use serde_json::json;

use super::parameters::call;

#[tokio::test]
async fn every_invalid_argument_is_named_with_a_valid_example() {
    let arguments = json!({"tiny": 300, "count": -1, "real": "half", "truth": 1, "more": []});
    let expected = "invalid arguments for `kinds_of_numbers`:
- unknown argument `more`, expected one of `tiny`, `count`, `whole`, `real`, `truth`
- `whole`: got nothing, wanted an integer
- `tiny`: got 300, wanted a number from -128 up to 127 (A small one.)
- `count`: got -1, wanted a number from 0
- `real`: got \"half\", wanted a number
- `truth`: got 1, wanted a boolean
example: {\"tiny\":1,\"count\":1,\"whole\":1,\"real\":1.5,\"truth\":true}";
    assert_eq!(
        call("kinds_of_numbers", arguments).await,
        Err(expected.into())
    );
}

#[tokio::test]
async fn valid_arguments_stay_in_the_example() {
    let arguments = json!({"tiny": 5, "count": 6, "whole": 7.5, "real": 8, "truth": false});
    let expected = "invalid arguments for `kinds_of_numbers`:
- `whole`: got 7.5, wanted an integer
example: {\"tiny\":5,\"count\":6,\"whole\":1,\"real\":8,\"truth\":false}";
    assert_eq!(
        call("kinds_of_numbers", arguments).await,
        Err(expected.into())
    );
}

#[tokio::test]
async fn the_path_within_an_argument_is_named() {
    let arguments = json!({
        "text": "",
        "list": [1, "two", 3],
        "sorted": {"a": true},
        "hashed": {},
        "pair": [1],
    });
    let expected = "invalid arguments for `kinds_of_collections`:
- `list[1]`: got \"two\", wanted an integer
- `sorted.a`: got true, wanted a number
- `pair`: got [1], wanted 2 items
example: {\"text\":\"\",\"list\":[1],\"sorted\":{},\"hashed\":{},\"pair\":[1,\"text\"]}";
    assert_eq!(
        call("kinds_of_collections", arguments).await,
        Err(expected.into())
    );
}

#[tokio::test]
async fn other_types_name_what_they_expect() {
    let arguments = json!({
        "level": "middle",
        "place": {"number": 5},
        "day": "yesterday",
        "moment": "noon",
        "id": "7",
        "link": "not a link",
        "anything": 0,
    });
    let expected = "invalid arguments for `kinds_of_types`:
- `level`: got \"middle\", wanted one of `low`, `high`
- `place.street`: got nothing, wanted a string
- `day`: got \"yesterday\", wanted a date as in `2026-01-31`
- `moment`: got \"noon\", wanted a date and time with an offset as in `2026-01-31T12:00:00Z`
- `id`: got \"7\", wanted a string (uuid)
- `link`: got \"not a link\", wanted a string (uri)
example: {\"level\":\"low\",\"place\":{\"street\":\"text\"},\"day\":\"2026-01-31\",\"moment\":\"2026-01-31T12:00:00Z\",\"id\":\"00000000-0000-4000-8000-000000000000\",\"link\":\"https://example.com/\",\"anything\":0}";
    assert_eq!(
        call("kinds_of_types", arguments).await,
        Err(expected.into())
    );
}

#[tokio::test]
async fn long_values_are_shortened() {
    let arguments =
        json!({"tiny": "x".repeat(500), "count": 1, "whole": 1, "real": 1, "truth": true});
    let shown = "x".repeat(79);
    let expected = format!(
        "invalid arguments for `kinds_of_numbers`:
- `tiny`: got \"{shown}…, wanted an integer (A small one.)
example: {{\"tiny\":1,\"count\":1,\"whole\":1,\"real\":1,\"truth\":true}}"
    );
    assert_eq!(call("kinds_of_numbers", arguments).await, Err(expected));
}

#[tokio::test]
async fn arguments_must_be_an_object() {
    let expected = "invalid arguments for `kinds_of_names`:
- `arguments`: got [1], wanted a JSON object
example: {\"type\":\"text\"}";
    assert_eq!(
        call("kinds_of_names", json!([1])).await,
        Err(expected.into())
    );
    // Not even where there are as many as there are parameters, of the right types.
    let fitting = call("kinds_of_names", json!(["text"])).await;
    assert_eq!(fitting, Err(expected.replace("[1]", "[\"text\"]")));
}

#[tokio::test]
async fn a_function_without_parameters_refuses_arguments() {
    use toolwright::prelude::*;

    /// Take nothing.
    #[tool]
    async fn takes_nothing() -> &'static str {
        "nothing"
    }
    let server = crate::harness::new_server().tools(tools![takes_nothing]);
    let client = server.client().await.unwrap();
    let output = client.call("takes_nothing", json!({"a": 1})).await.unwrap();
    let expected = "invalid arguments for `takes_nothing`:
- unknown argument `a`, expected no parameters
example: {}";
    assert_eq!(
        (output.is_error, output.joined_text().as_str()),
        (true, expected)
    );
    let output = client.call("takes_nothing", json!({})).await.unwrap();
    assert_eq!(
        (output.is_error, output.joined_text().as_str()),
        (false, "nothing")
    );
}

#[tokio::test]
async fn a_partly_documented_enumeration_names_its_values() {
    use schemars::JsonSchema;
    use serde::Deserialize;
    use toolwright::prelude::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Shade {
        Light,
        /// As the night.
        Dark,
    }
    /// Take a shade.
    #[tool]
    async fn takes_shade(shade: Shade) -> String {
        format!("{shade:?}")
    }
    let server = crate::harness::new_server().tools(tools![takes_shade]);
    let client = server.client().await.unwrap();
    let output = client
        .call("takes_shade", json!({"shade": "grey"}))
        .await
        .unwrap();
    let expected = "invalid arguments for `takes_shade`:
- `shade`: got \"grey\", wanted one of `light`, `dark`
example: {\"shade\":\"light\"}";
    assert_eq!(output.joined_text(), expected);
}

/// A book, as a client describes it.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[expect(dead_code, reason = "only its form matters")]
struct Book {
    isbn: String,
    title: String,
    /// The first day on which it was sold.
    published: chrono::NaiveDate,
    authors: Vec<Author>,
}

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[expect(dead_code, reason = "only its form matters")]
struct Author {
    name: String,
    born: Option<i32>,
}

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[expect(dead_code, reason = "only its form matters")]
enum Lender {
    Person { name: String },
    Library { number: u64 },
}

/// Return what a model reads after a call with such arguments, without governance and with it.
async fn answers_to(arguments: serde_json::Value) -> [String; 2] {
    use toolwright::prelude::*;

    /// Lend a book.
    #[tool]
    async fn lends_book(book: Book, lender: Option<Lender>) -> String {
        format!("{book:?} {lender:?}")
    }
    let plain = crate::harness::new_server().tools(tools![lends_book]);
    let server = crate::harness::new_server().tools(tools![lends_book]);
    let governed = server.govern(toolwright::govern::Governance::new());
    let mut answers = Vec::new();
    for server in [plain, governed] {
        let client = server.client().await.unwrap();
        let answer = client.call("lends_book", arguments.clone()).await.unwrap();
        assert!(answer.is_error);
        answers.push(answer.joined_text());
    }
    answers.try_into().unwrap()
}

/// Return the problems of a call with such arguments, without governance and with it.
async fn problems_with(arguments: serde_json::Value) -> [String; 2] {
    answers_to(arguments).await.map(|text| {
        let mut lines: Vec<_> = text.lines().filter(|line| line.starts_with("- ")).collect();
        lines.sort_unstable();
        lines.join("\n")
    })
}

#[tokio::test]
async fn every_missing_and_wrong_field_of_a_struct_is_named_with_its_path() {
    let book =
        json!({"isbn": "1", "authors": [{}, {"name": "Ada", "born": "old"}], "published": "today"});
    let example = r#"{"book":{"isbn":"text","title":"text","published":"2026-01-31","authors":[{"name":"text"}]}}"#;
    let [plain, governed] = answers_to(json!({"book": book})).await;
    // Without governance the type finds the date, after what the schema finds.
    let expected = format!(
        "invalid arguments for `lends_book`:
- `book.authors[0].name`: got nothing, wanted a string
- `book.authors[1].born`: got \"old\", wanted an integer
- `book.title`: got nothing, wanted a string
- `book.published`: got \"today\", wanted a date as in `2026-01-31` (The first day on which it was sold.)
example: {example}"
    );
    assert_eq!(plain, expected);
    let expected = format!(
        "invalid arguments for `lends_book`:
- `book.authors[0].name`: got nothing, wanted a string
- `book.authors[1].born`: got \"old\", wanted an integer
- `book.published`: got \"today\", wanted a date as in `2026-01-31`
- `book.title`: got nothing, wanted a string
example: {example}"
    );
    assert_eq!(governed, expected);
}

#[tokio::test]
async fn of_many_wrong_fields_the_rest_is_counted() {
    let book = |authors: usize| {
        let wrong: Vec<_> = (0..authors).map(|_| json!({})).collect();
        json!({"book": {"isbn": "1", "title": "T", "published": "today", "authors": wrong}})
    };
    for (authors, rest) in [
        (19, None),
        (20, Some("- and 1 more problem")),
        (60, Some("- and 41 more problems")),
        (300, Some("- and 80 or more other problems")),
    ] {
        for text in answers_to(book(authors)).await {
            let lines: Vec<_> = text.lines().filter(|line| line.starts_with("- ")).collect();
            assert_eq!(lines.len(), 20 + usize::from(rest.is_some()), "{text}");
            let told = lines.last().filter(|line| line.starts_with("- and"));
            assert_eq!(told.copied(), rest, "{text}");
        }
    }
}

#[tokio::test]
async fn every_date_of_a_struct_and_of_its_parts_is_checked() {
    use toolwright::prelude::*;

    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its form matters")]
    struct Loan {
        from: chrono::NaiveDate,
        until: Option<chrono::NaiveDate>,
        extended: Vec<chrono::NaiveDate>,
        reader: Option<Reader>,
    }
    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its form matters")]
    struct Reader {
        born: chrono::NaiveDate,
    }
    /// Extend a loan.
    #[tool]
    async fn extends(loan: Loan) -> String {
        format!("{loan:?}")
    }
    let server = crate::harness::new_server().tools(tools![extends]);
    let client = server.client().await.unwrap();
    let loan = json!({
        "from": "a", "until": "b", "extended": ["2026-01-31", "c", "d"], "reader": {"born": "e", "age": 7},
    });
    let answer = client.call("extends", json!({"loan": loan})).await.unwrap();
    let text = answer.joined_text();
    for (path, got) in [
        ("loan.from", "a"),
        ("loan.until", "b"),
        ("loan.extended[1]", "c"),
        ("loan.extended[2]", "d"),
        ("loan.reader.born", "e"),
    ] {
        let problem = format!("- `{path}`: got \"{got}\", wanted a date as in `2026-01-31`\n");
        assert!(text.contains(&problem), "{path}: {text}");
    }
    let unknown = "- unknown argument `loan.reader.age`, expected one of `born`\n";
    assert!(text.contains(unknown), "{text}");
    assert_eq!(text.matches("\n- ").count(), 6, "{text}");
}

#[tokio::test]
async fn a_date_within_a_struct_names_its_format() {
    let book = json!({"isbn": "1", "title": "T", "authors": [], "published": "today"});
    for text in problems_with(json!({"book": book})).await {
        let start = "- `book.published`: got \"today\", wanted a date as in `2026-01-31`";
        assert!(text.starts_with(start), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[tokio::test]
async fn a_wrong_variant_is_blamed_and_not_what_is_right_beside_it() {
    let book = json!({"isbn": "1", "title": "T", "authors": [], "published": "2026-01-31"});
    for (lender, problem) in [
        (
            json!({"kind": "shop", "number": u64::MAX}),
            "- `lender.kind`: got \"shop\", wanted one of `person`, `library`",
        ),
        (
            json!({"kind": "library", "number": "seven"}),
            "- `lender.number`: got \"seven\", wanted an integer",
        ),
        (
            json!({"kind": "person"}),
            "- `lender.name`: got nothing, wanted a string",
        ),
    ] {
        for text in problems_with(json!({"book": book, "lender": lender})).await {
            assert_eq!(text, problem);
        }
    }
}
