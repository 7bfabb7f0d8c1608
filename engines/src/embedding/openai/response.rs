//! The responses of an embeddings API: vectors, or the reason why there are none.

use std::time::Duration;

use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::Value;
use toolwright_http::{ApiKey, FailedAttempt, HttpResponse, RetryDelay, delay_after_status};

use super::super::embedder::{EmbeddingError, Vector};

/// The used part of a response.
#[derive(Deserialize)]
struct EmbeddingResponse {
    data: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    /// The index of the text. Some servers leave it out and keep the order.
    #[serde(default)]
    index: Option<usize>,
    embedding: Vec<f32>,
}

/// Reads the vectors of `wanted` texts, in the order of the texts.
///
/// # Errors
/// If the body is not what the API documents, or does not fit the texts.
pub(super) fn read(body: &[u8], wanted: usize) -> Result<Vec<Vector>, EmbeddingError> {
    let items = parse(body)?.data;
    if items.len() != wanted {
        let message = format!("{} vectors for {wanted} texts", items.len());
        return Err(EmbeddingError::Response(message));
    }
    let items = in_order(items)?;
    let dimension = items.first().map_or(0, |item| item.embedding.len());
    for (place, item) in items.iter().enumerate() {
        check(&item.embedding, dimension)
            .map_err(|what| EmbeddingError::Response(format!("vector {place} {what}")))?;
    }
    Ok(items
        .into_iter()
        .map(|item| item.embedding.into())
        .collect())
}

fn parse(body: &[u8]) -> Result<EmbeddingResponse, EmbeddingError> {
    serde_json::from_slice(body).map_err(|_| {
        // Parsed again for the path of the error, which costs too much to track every time.
        let reader = &mut serde_json::Deserializer::from_slice(body);
        let error = serde_path_to_error::deserialize::<_, EmbeddingResponse>(reader).err();
        let message = error.map_or_else(String::new, |error| match error.path().to_string() {
            path if path == "." => error.inner().to_string(),
            path => format!("`{path}`: {}", error.inner()),
        });
        EmbeddingError::Response(format!("it is not the documented JSON: {message}"))
    })
}

/// Sorts the items by their indices.
fn in_order(mut items: Vec<Item>) -> Result<Vec<Item>, EmbeddingError> {
    let wrong = |message: String| Err(EmbeddingError::Response(message));
    if items.iter().all(|item| item.index.is_none()) {
        return Ok(items);
    }
    if items.iter().any(|item| item.index.is_none()) {
        return wrong("some vectors have an `index` and some do not".into());
    }
    items.sort_by_key(|item| item.index);
    let strange = items
        .iter()
        .enumerate()
        .find(|(place, item)| item.index != Some(*place));
    match strange {
        None => Ok(items),
        // The items are sorted: an index is a duplicate, or the one before it is missing.
        Some((place, item)) => match item.index {
            Some(index) if index < place => wrong(format!("`index` {index} occurs twice")),
            _ => wrong(format!("no vector has the `index` {place}")),
        },
    }
}

fn check(vector: &[f32], dimension: usize) -> Result<(), String> {
    if vector.is_empty() {
        return Err("is empty".into());
    }
    if vector.len() != dimension {
        let actual = vector.len();
        return Err(format!(
            "has {actual} dimensions, the first has {dimension}"
        ));
    }
    // The parser refuses numbers that are too large for an `f32`.
    Ok(())
}

/// The longest message that is passed on, in characters.
const MAX_MESSAGE: usize = 300;
/// The wait of a caller if the server does not specify one.
const RATE_LIMITED: Duration = Duration::from_secs(1);

/// Returns the error that a response means, and whether another attempt may help.
pub(super) fn failed(
    response: &HttpResponse,
    key: Option<&ApiKey>,
) -> FailedAttempt<EmbeddingError> {
    let delay = delay_after_status(response.status, &response.headers);
    let detail = message(&response.body).map(|message| {
        // A server might repeat the key.
        let message = key.map_or(message.clone(), |key| key.mask_in(&message));
        shorten(&message)
    });
    let error = if response.status == StatusCode::TOO_MANY_REQUESTS {
        EmbeddingError::RateLimited {
            retry_after: match delay {
                Some(RetryDelay::Requested(time)) => time,
                _ => RATE_LIMITED,
            },
            detail,
        }
    } else {
        EmbeddingError::Status {
            status: response.status,
            detail,
        }
    };
    FailedAttempt { error, delay }
}

/// Returns the message in OpenAI's or another common form, or else the text itself.
fn message(body: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(body);
    let message = serde_json::from_slice::<Value>(body).ok().and_then(|body| {
        ["/error/message", "/error", "/message", "/detail"]
            .into_iter()
            .find_map(|place| body.pointer(place)?.as_str().map(ToOwned::to_owned))
    });
    let message = message.unwrap_or_else(|| text.into_owned());
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    (!message.is_empty()).then_some(message)
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_MESSAGE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(body: &str, wanted: usize) -> Result<Vec<Vec<f32>>, String> {
        match read(body.as_bytes(), wanted) {
            Ok(vectors) => Ok(vectors.iter().map(|vector| vector.to_vec()).collect()),
            Err(EmbeddingError::Response(message)) => Err(message),
            Err(other) => panic!("{other}"),
        }
    }

    fn items(items: &str) -> String {
        format!(
            r#"{{"object": "list", "data": [{items}], "model": "m", "usage": {{"prompt_tokens": 1}}}}"#
        )
    }

    #[test]
    fn vectors_come_in_the_order_of_the_texts() {
        let straight =
            items(r#"{"index": 0, "embedding": [1, 2]}, {"index": 1, "embedding": [3.5, -4e-3]}"#);
        let expected = Ok(vec![vec![1.0, 2.0], vec![3.5, -0.004]]);
        assert_eq!(outcome(&straight, 2), expected);
        let turned =
            items(r#"{"embedding": [3.5, -4e-3], "index": 1}, {"embedding": [1, 2], "index": 0}"#);
        assert_eq!(outcome(&turned, 2), expected);
        let bare = r#"{"data": [{"embedding": [1, 2]}, {"embedding": [3.5, -4e-3]}]}"#;
        assert_eq!(outcome(bare, 2), expected);
    }

    #[test]
    fn vectors_that_do_not_fit_the_texts_are_refused() {
        for (data, wanted) in [
            (r#"{"index": 0, "embedding": [1]}"#, "1 vectors for 2 texts"),
            (
                r#"{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [2]}"#,
                "`index` 0 occurs twice",
            ),
            (
                r#"{"index": 1, "embedding": [1]}, {"index": 2, "embedding": [2]}"#,
                "no vector has the `index` 0",
            ),
            (
                r#"{"index": 0, "embedding": [1]}, {"index": 7, "embedding": [2]}"#,
                "no vector has the `index` 1",
            ),
            (
                r#"{"index": 0, "embedding": [1]}, {"embedding": [2]}"#,
                "some vectors have an `index` and some do not",
            ),
            (
                r#"{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 2]}"#,
                "vector 1 has 2 dimensions, the first has 1",
            ),
            (
                r#"{"index": 0, "embedding": []}, {"index": 1, "embedding": []}"#,
                "vector 0 is empty",
            ),
        ] {
            assert_eq!(outcome(&items(data), 2), Err(wanted.into()), "{data}");
        }
    }

    #[test]
    fn undocumented_json_is_refused_with_its_path() {
        let start = "it is not the documented JSON: ";
        for (body, wanted) in [
            (
                items(r#"{"index": 0, "embedding": [null]}"#),
                "`data[0].embedding[0]`: invalid type: null, expected f32 at line 1",
            ),
            (
                items(r#"{"index": 0, "embedding": [NaN]}"#),
                "`data[0].embedding[0]`: expected value at line 1",
            ),
            (
                items(r#"{"index": 0, "embedding": [1e39]}"#),
                "`data[0].embedding[0]`: number out of range at line 1",
            ),
            (
                items(r#"{"index": 0, "embedding": [1e999]}"#),
                "`data[0].embedding[0]`: number out of range at line 1",
            ),
            (
                items(r#"{"index": 0, "embedding": "AACAPw=="}"#),
                "`data[0].embedding`: invalid type: string",
            ),
            (
                items(r#"{"index": -1, "embedding": [1]}"#),
                "`data[0].index`: invalid value",
            ),
            ("<html>".into(), "expected value at line 1 column 1"),
            (r#"{"data": [{"index": 0, "embe"#.into(), "`data[0]"),
            (
                r#"{"error": {"message": "no"}}"#.into(),
                "missing field `data`",
            ),
            (String::new(), "EOF while parsing"),
        ] {
            let message = outcome(&body, 1).unwrap_err();
            let rest = message.strip_prefix(start).unwrap_or_default();
            assert!(rest.starts_with(wanted), "{body}: {message}");
        }
    }

    #[test]
    fn the_message_is_found_in_all_common_forms() {
        for (body, wanted) in [
            (
                r#"{"error": {"message": "too long", "type": "x"}}"#,
                Some("too long"),
            ),
            (
                r#"{"error": "too long", "error_type": "Validation"}"#,
                Some("too long"),
            ),
            (
                r#"{"object": "error", "message": "too long"}"#,
                Some("too long"),
            ),
            (r#"{"detail": "Not Found"}"#, Some("Not Found")),
            ("Service\n  Unavailable", Some("Service Unavailable")),
            (
                r#"{"detail": [{"loc": 1}]}"#,
                Some(r#"{"detail": [{"loc": 1}]}"#),
            ),
            ("", None),
        ] {
            assert_eq!(message(body.as_bytes()).as_deref(), wanted, "{body}");
        }
        assert_eq!(shorten(&"한".repeat(400)).chars().count(), 301);
    }
}
