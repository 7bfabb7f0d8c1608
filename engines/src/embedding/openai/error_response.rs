//! Reads the error responses of a server.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;
use toolwright_http::{ApiKey, FailedAttempt, HttpResponse, RetryDelay, delay_after_status};

use super::super::error::EmbeddingError;

/// The longest message that is passed on, in characters.
const LONGEST: usize = 300;
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
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
