//! What a server says when it answers with a failure.

use reqwest::StatusCode;
use serde_json::Value;

use super::super::error::EmbeddingError;
use crate::data::http::{ApiKey, FailedAttempt, HttpResponse, RetryDelay, delay_after_status};
use std::time::Duration;

/// The longest complaint that is passed on, in characters.
const LONGEST: usize = 300;
/// How long to tell a caller to wait where the server does not say.
const RATE_LIMITED: Duration = Duration::from_secs(1);

/// The failure that `answer` stands for, and whether another attempt may help.
pub(super) fn failed(answer: &HttpResponse, key: Option<&ApiKey>) -> FailedAttempt<EmbeddingError> {
    let pause = delay_after_status(answer.status, &answer.headers);
    let detail = message(&answer.body).map(|message| {
        // A server might repeat what it was sent.
        let message = key.map_or(message.clone(), |key| key.hide_in(&message));
        shorten(&message)
    });
    let error = if answer.status == StatusCode::TOO_MANY_REQUESTS {
        EmbeddingError::RateLimited {
            retry_after: match pause {
                Some(RetryDelay::Requested(time)) => time,
                _ => RATE_LIMITED,
            },
            detail,
        }
    } else {
        EmbeddingError::Status {
            status: answer.status,
            detail,
        }
    };
    FailedAttempt { error, pause }
}

/// The message in OpenAI's shape, or in one of those that are about; else the text itself.
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
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_found_where_servers_put_it() {
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
