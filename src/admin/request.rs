//! [`ApiRequest`]: a request whose path, caller and body were read.

use std::time::Duration;

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{FromRequestParts as _, Query, RawPathParams},
    http::{
        HeaderMap, HeaderName, Request, StatusCode, Uri,
        header::{CONTENT_TYPE, IF_MATCH},
        request::Parts,
    },
};
use serde::de::DeserializeOwned;
use tokio_util::sync::CancellationToken;

use super::{problem::Problem, rights::Requester};
use crate::server::Draining;

/// The largest body.
const MAX_BODY: usize = 1024 * 1024;
/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);
/// How deep arrays and objects may be nested.
const MAX_DEPTH: usize = 64;

/// A request.
#[derive(Debug)]
pub(super) struct ApiRequest {
    pub(super) caller: Requester,
    pub(super) headers: HeaderMap,
    /// Is cancelled when the server stops.
    pub(super) draining: CancellationToken,
    uri: Uri,
    path: Vec<(String, String)>,
    body: Bytes,
}

impl ApiRequest {
    /// Reads a request. `has_body` says whether one is expected.
    ///
    /// # Errors
    /// If the body is too large, too slow, too deep, or has another type than JSON.
    pub(super) async fn read(request: Request<Body>, has_body: bool) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let caller = Requester::of(&parts.extensions);
        let path = path_of(&mut parts).await?;
        let body = match has_body {
            true => {
                check_type(&parts.headers)?;
                read_body(body).await?
            }
            false => Bytes::new(),
        };
        check_depth(&body)?;
        Ok(Self {
            caller,
            draining: draining(&parts),
            headers: parts.headers,
            uri: parts.uri,
            path,
            body,
        })
    }

    /// Returns the part of the path that its pattern calls `name`.
    pub(super) fn part(&self, name: &str) -> &str {
        let part = self.path.iter().find(|(found, _)| found == name);
        part.map_or("", |(_, value)| value)
    }

    /// Returns the parts of the path, such as the name of a tool.
    pub(super) fn subject(&self) -> String {
        let parts: Vec<_> = self.path.iter().map(|(_, value)| value.as_str()).collect();
        parts.join("/")
    }

    /// Reads the query of the address.
    ///
    /// # Errors
    /// If a parameter is unknown, or has a wrong value.
    pub(super) fn query<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let query = Query::try_from_uri(&self.uri);
        let query = query.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
        Ok(query.0)
    }

    /// Reads the body.
    ///
    /// # Errors
    /// If it is not JSON, or not of this type.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let mut json = serde_json::Deserializer::from_slice(&self.body);
        let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let path = error.path().iter().fold(String::new(), |path, segment| {
                format!(
                    "{path}/{}",
                    segment.to_string().trim_matches(['[', ']', '.'])
                )
            });
            let error = error.into_inner();
            match error.is_data() {
                true => Problem::unprocessable(&path, error.to_string()),
                false => Problem::bad_request(format!("the body is not JSON: {error}")),
            }
        })?;
        json.end()
            .map_err(|error| Problem::bad_request(format!("the body is not JSON: {error}")))?;
        Ok(value)
    }

    /// Returns the body as text.
    ///
    /// # Errors
    /// If it is not UTF-8.
    pub(super) fn text(&self) -> Result<&str, Problem> {
        std::str::from_utf8(&self.body)
            .map_err(|_| Problem::bad_request("the body is not text in UTF-8"))
    }

    /// Returns whether the body is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    /// Returns the revision that the request was made for.
    ///
    /// # Errors
    /// If `If-Match` is missing, or is not one revision.
    pub(super) fn revision(&self) -> Result<String, Problem> {
        let missing = || {
            let wanted = StatusCode::PRECONDITION_REQUIRED;
            Problem::new(wanted, "send the revision that you have in `If-Match`")
        };
        self.revision_if_any()?.ok_or_else(missing)
    }

    /// Returns the revision that the request was made for, if it names one.
    ///
    /// # Errors
    /// If `If-Match` is not one revision.
    pub(super) fn revision_if_any(&self) -> Result<Option<String>, Problem> {
        let mut values = self.headers.get_all(IF_MATCH).iter();
        let (first, second) = (values.next(), values.next());
        let Some(first) = first else {
            return Ok(None);
        };
        let text = first.to_str().ok().filter(|_| second.is_none());
        let text = text.map(str::trim).and_then(|text| {
            let inner = text.strip_prefix('"')?.strip_suffix('"')?;
            (!inner.is_empty() && !inner.contains('"')).then(|| inner.to_owned())
        });
        let wrong =
            || Problem::bad_request("`If-Match` is one revision in quotes, such as `\"3\"`");
        text.map(Some).ok_or_else(wrong)
    }

    /// Returns the text of a header.
    pub(super) fn header(&self, name: &HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

fn draining(parts: &Parts) -> CancellationToken {
    let draining = parts.extensions.get::<Draining>();
    draining
        .map(|draining| draining.0.clone())
        .unwrap_or_default()
}

async fn path_of(parts: &mut Parts) -> Result<Vec<(String, String)>, Problem> {
    let found = RawPathParams::from_request_parts(parts, &()).await;
    let found = found.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    Ok(found.iter().map(owned).collect())
}

/// Refuses a body that a form of a web page could send.
fn check_type(headers: &HeaderMap) -> Result<(), Problem> {
    let text = headers.get(CONTENT_TYPE).map(|value| value.to_str());
    let name = match text {
        // Nobody needs to say what an empty body is; another one is not JSON then.
        None => return Ok(()),
        Some(text) => text.unwrap_or_default(),
    };
    let name = name.split(';').next().unwrap_or_default().trim();
    let known = ["application/json", "application/merge-patch+json"];
    if known.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    let message = "send JSON, with `Content-Type: application/json`";
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message))
}

async fn read_body(body: Body) -> Result<Bytes, Problem> {
    match tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_too_large(&error) => Err(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the body exceeds the limit of {MAX_BODY} bytes"),
        )),
        Ok(Err(_)) => Err(Problem::bad_request("the body is incomplete")),
        Err(_) => Err(Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "timed out while reading the body",
        )),
    }
}

fn is_too_large(error: &axum::Error) -> bool {
    let source = std::error::Error::source(error);
    source.is_some_and(|source| source.is::<http_body_util::LengthLimitError>())
}

/// Refuses a body that is nested so deeply that reading it needs a large stack.
fn check_depth(body: &[u8]) -> Result<(), Problem> {
    let (mut depth, mut is_text, mut is_escaped) = (0_usize, false, false);
    for byte in body {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b'{' | b'[' if !is_text => depth += 1,
            b'}' | b']' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            let message = format!("the body is nested more than {MAX_DEPTH} levels deep");
            return Err(Problem::bad_request(message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_text_are_not_levels() {
        let deep = |open: &str, times: usize| open.repeat(times);
        assert!(check_depth(deep("[", 64).as_bytes()).is_ok());
        assert!(check_depth(deep("[", 65).as_bytes()).is_err());
        assert!(check_depth(deep("{\"a\":", 65).as_bytes()).is_err());
        assert!(check_depth(format!("\"{}\"", deep("[", 99)).as_bytes()).is_ok());
        assert!(check_depth(format!("\"\\\"{}\"", deep("[", 99)).as_bytes()).is_ok());
        assert!(check_depth(deep("[]", 99).as_bytes()).is_ok());
    }
}
