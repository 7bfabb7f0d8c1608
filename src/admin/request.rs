//! [`ApiRequest`]: a request whose path, caller and body were read.

use std::{any::TypeId, time::Duration};

use axum::{
    body::Body,
    extract::{FromRequestParts as _, Query, RawPathParams},
    http::{
        HeaderMap, HeaderName, HeaderValue, Request, StatusCode, Uri,
        header::{AUTHORIZATION, CONTENT_TYPE, IF_MATCH},
        request::Parts,
    },
};
use serde::de::DeserializeOwned;
use tokio_util::sync::CancellationToken;
use toolwright::{
    access::{AuthenticationError, Credentials},
    call::compute,
    transport::{PageContext, RequestBody},
};

use super::{
    problem::Problem,
    rights::{Requester, Right},
    texts,
};

/// How large a body may be, and how long it may take to arrive.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyLimits {
    bytes: usize,
    time: Duration,
}

impl BodyLimits {
    /// The limits for those who may use the server.
    pub(super) const USUAL: Self = Self {
        bytes: 1024 * 1024,
        time: Duration::from_secs(30),
    };
    /// The limits of operations that are open to everybody: nobody fills the memory of large bodies there.
    pub(super) const OPEN: Self = Self {
        bytes: 16 * 1024,
        time: Duration::from_secs(5),
    };
}

/// The header of changes that the console makes.
const CONSOLE: HeaderName = HeaderName::from_static("x-toolwright-console");

/// How deep arrays and objects may be nested.
const MAX_DEPTH: usize = 64;

/// The most bytes of a body that [`ApiRequest::large_json`] parses on the thread of the request.
const LARGE: usize = 32 * 1024;

/// A request.
#[derive(Debug)]
pub(super) struct ApiRequest {
    pub(super) caller: Requester,
    pub(super) headers: HeaderMap,
    /// Is cancelled when the server stops.
    pub(super) draining: CancellationToken,
    uri: Uri,
    path: Vec<(String, String)>,
    body: Option<RequestBody>,
    stated: StatedTypes,
}

/// The types that the document states for the query and the body of an operation.
#[derive(Debug, Clone, Copy)]
pub(super) struct StatedTypes {
    pub(super) query: Option<TypeId>,
    pub(super) body: Option<TypeId>,
}

impl ApiRequest {
    /// Reads a request. `limits` are those of its body, if one is expected.
    ///
    /// # Errors
    /// If the body is too large, too slow, too deep, or has another type than JSON.
    pub(super) async fn read(
        request: Request<Body>,
        limits: Option<BodyLimits>,
        stated: StatedTypes,
    ) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        check_sender(&parts)?;
        let caller = Requester::of(&parts.extensions);
        let path = path_of(&mut parts).await?;
        let context = parts.extensions.get::<PageContext>();
        let context = context.ok_or_else(|| Problem::internal(texts::no_context()))?;
        let body = match limits {
            Some(limits) => Some(read_body(context, &parts.headers, body, limits).await?),
            None => None,
        };
        Ok(Self {
            caller,
            draining: context.draining.clone(),
            headers: parts.headers,
            uri: parts.uri,
            path,
            body,
            stated,
        })
    }

    /// Refuses what the requester may not do.
    ///
    /// # Errors
    /// If the right is missing. Who sent credentials is told that they are not valid, and not to send
    /// some.
    pub(super) fn require(&self, right: Right) -> Result<(), Problem> {
        let required = self.caller.require(right);
        required.map_err(|problem| match Credentials::read(&self.headers) {
            Ok(Some(_)) if problem.status() == StatusCode::UNAUTHORIZED.as_u16() => {
                let why = AuthenticationError::Invalid.to_string();
                Problem::new(StatusCode::UNAUTHORIZED, why)
            }
            _ => problem,
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
    pub(super) fn query<T: DeserializeOwned + 'static>(&self) -> Result<T, Problem> {
        let stated = self.stated.query;
        debug_assert_eq!(stated, Some(TypeId::of::<T>()), "the document has another");
        let query = Query::try_from_uri(&self.uri);
        let query = query.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
        Ok(query.0)
    }

    /// Reads the body.
    ///
    /// # Errors
    /// If it is not JSON, or not of this type.
    pub(super) fn json<T: DeserializeOwned + 'static>(&self) -> Result<T, Problem> {
        self.json_as::<T, T>()
    }

    /// Reads the body, whose type in the document is `S`, as another one.
    ///
    /// # Errors
    /// If it is not JSON, or not of this type.
    pub(super) fn json_as<S: 'static, T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let stated = self.stated.body;
        debug_assert_eq!(stated, Some(TypeId::of::<S>()), "the document has another");
        parse(self.bytes())
    }

    /// Reads the body as [`json`](Self::json) does, a large one among the computations: it takes as long as many calls.
    ///
    /// # Errors
    /// If it is not JSON, or not of this type.
    pub(super) async fn large_json<T: DeserializeOwned + Send + 'static>(
        &self,
    ) -> Result<T, Problem> {
        match &self.body {
            Some(body) if body.bytes.len() > LARGE => {
                let stated = self.stated.body;
                debug_assert_eq!(stated, Some(TypeId::of::<T>()), "the document has another");
                let bytes = body.bytes.clone();
                let parsed = compute(move || parse(&bytes)).await;
                parsed.map_err(|error| Problem::unavailable(error.to_string()))?
            }
            _ => self.json(),
        }
    }

    /// Returns the body as text.
    ///
    /// # Errors
    /// If it is not UTF-8.
    pub(super) fn text(&self) -> Result<&str, Problem> {
        std::str::from_utf8(self.bytes()).map_err(|_| Problem::bad_request(texts::body_not_utf8()))
    }

    /// Returns whether the body is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes().is_empty()
    }

    fn bytes(&self) -> &[u8] {
        self.body.as_ref().map_or(&[], |body| &body.bytes)
    }

    /// Returns the revision that the request was made for.
    ///
    /// # Errors
    /// If `If-Match` is missing, or is not one revision.
    pub(super) fn revision(&self) -> Result<String, Problem> {
        let missing = || {
            let wanted = StatusCode::PRECONDITION_REQUIRED;
            Problem::new(wanted, texts::send_revision())
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
        let wrong = || Problem::bad_request(texts::invalid_revision());
        text.map(Some).ok_or_else(wrong)
    }

    /// Returns whether the request was made for a later revision than this one: another server may have made
    /// it a moment ago.
    pub(super) fn is_ahead_of(&self, revision: u64) -> bool {
        let wanted = self.revision_if_any().ok().flatten();
        let wanted: Option<u64> = wanted.and_then(|text| text.parse().ok());
        wanted.is_some_and(|wanted| wanted > revision)
    }

    /// Returns the text of a header.
    pub(super) fn header(&self, name: &HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

async fn path_of(parts: &mut Parts) -> Result<Vec<(String, String)>, Problem> {
    let found = RawPathParams::from_request_parts(parts, &()).await;
    let found = found.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    Ok(found.iter().map(owned).collect())
}

/// Reads a JSON document.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
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
            false => Problem::bad_request(texts::body_not_json(error.to_string())),
        }
    })?;
    json.end()
        .map_err(|error| Problem::bad_request(texts::body_not_json(error.to_string())))?;
    Ok(value)
}

/// Refuses a change that a form of a web page could ask for, in the name of whoever looks at the page:
/// no form can send JSON or credentials. It holds without a body too.
fn check_sender(parts: &Parts) -> Result<(), Problem> {
    let has = |name: &HeaderName| parts.headers.contains_key(name);
    if parts.method.is_safe() || has(&AUTHORIZATION) || has(&CONSOLE) {
        return Ok(());
    }
    parts
        .headers
        .get(CONTENT_TYPE)
        .map_or_else(|| Err(not_json()), check_type)
}

/// Reads a body of JSON.
async fn read_body(
    context: &PageContext,
    headers: &HeaderMap,
    body: Body,
    limits: BodyLimits,
) -> Result<RequestBody, Problem> {
    let content_type = headers.get(CONTENT_TYPE);
    if let Some(content_type) = content_type {
        check_type(content_type)?;
    }
    let read = context.read_body(body, limits.bytes, limits.time).await;
    let body = read.map_err(|unread| Problem::new(unread.status(), unread.to_string()))?;
    if content_type.is_none() && !body.bytes.is_empty() {
        return Err(not_json());
    }
    check_depth(&body.bytes)?;
    Ok(body)
}

/// Refuses a body that a form of a web page could send.
fn check_type(content_type: &HeaderValue) -> Result<(), Problem> {
    let name = content_type.to_str().unwrap_or_default();
    let name = name.split(';').next().unwrap_or_default().trim();
    let known = ["application/json", "application/merge-patch+json"];
    if known.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    Err(not_json())
}

fn not_json() -> Problem {
    let message = texts::send_json();
    Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message)
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
            let message = texts::body_too_deep(MAX_DEPTH);
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
