//! [`refused`]: what an HTTP status other than success means for a request.

use std::time::Duration;

use reqwest::{
    Response, StatusCode,
    header::{HeaderMap, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE},
};

use super::{endpoint::read_body, error::ConnectionError, incoming::Incoming};

/// The most bytes of the body of an error that are read.
const MAX_BODY: usize = 64 * 1024;
/// The most characters of such a body in a message.
const MAX_TEXT: usize = 200;

/// Reads a response that is an error. `has_session` says whether the request was one of a session.
pub(super) async fn refused(response: Response, has_session: bool) -> ConnectionError {
    let (status, headers) = (response.status(), response.headers().clone());
    let body = read_body(response, MAX_BODY).await.unwrap_or_default();
    error_of(status, &headers, &body, has_session)
}

fn error_of(
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
    has_session: bool,
) -> ConnectionError {
    let code = status.as_u16();
    let text = String::from_utf8_lossy(body);
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            let challenge = headers.get(WWW_AUTHENTICATE);
            ConnectionError::Unauthorized {
                status: code,
                challenge: challenge.and_then(|it| Some(it.to_str().ok()?.to_owned())),
            }
        }
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => ConnectionError::Busy {
            status: code,
            retry_after: retry_after(headers),
        },
        _ if status.is_redirection() => ConnectionError::Status {
            status: code,
            text: redirection(headers),
        },
        StatusCode::NOT_FOUND if has_session => ConnectionError::SessionEnded,
        // Some servers answer so to a session that they have forgotten.
        StatusCode::BAD_REQUEST if has_session && text.to_lowercase().contains("session") => {
            ConnectionError::SessionEnded
        }
        _ => match Incoming::parse(body).map(Incoming::into_result) {
            Some(Err(error @ ConnectionError::Refused(_))) => error,
            _ => ConnectionError::Status {
                status: code,
                text: text.chars().take(MAX_TEXT).collect(),
            },
        },
    }
}

/// Returns where a response redirects to.
fn redirection(headers: &HeaderMap) -> String {
    let target = headers.get(LOCATION).and_then(|it| it.to_str().ok());
    let target: String = target.unwrap_or("?").chars().take(MAX_TEXT).collect();
    format!("it redirects to `{target}`, which is not followed: use that address")
}

/// Returns the seconds of the header `Retry-After`. A date is ignored.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    seconds.parse().ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Refusal;

    fn error(status: u16, body: &str, has_session: bool) -> ConnectionError {
        let status = StatusCode::from_u16(status).unwrap();
        error_of(status, &HeaderMap::new(), body.as_bytes(), has_session)
    }

    #[test]
    fn a_forgotten_session_is_told_from_other_errors() {
        let text = r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}"#;
        assert_eq!(error(400, text, true), ConnectionError::SessionEnded);
        assert_eq!(error(404, "", true), ConnectionError::SessionEnded);
        assert!(matches!(
            error(400, text, false),
            ConnectionError::Refused(Refusal { code: -32000, .. })
        ));
        assert!(matches!(
            error(404, "no such page", false),
            ConnectionError::Status { status: 404, .. }
        ));
    }

    #[test]
    fn an_overloaded_server_says_when_to_come_back() {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, "7".parse().unwrap());
        let busy = error_of(StatusCode::SERVICE_UNAVAILABLE, &headers, b"", false);
        let retry_after = Some(Duration::from_secs(7));
        assert_eq!(
            busy,
            ConnectionError::Busy {
                status: 503,
                retry_after
            }
        );
        assert!(busy.was_not_sent());
    }
}
