//! [`Problem`]: the refusal of a request (RFC 9457).

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tokio::task::JoinError;
use toolwright_base::CodedText;
use toolwright_registry::{Invalid, StoreError};

use super::{
    texts,
    told::{Coded, Told},
};

/// The content type of a [`Problem`].
pub(super) const CONTENT_TYPE: &str = "application/problem+json";

/// The most findings of a definition. The registry tells as many of one text.
const MAX_TOLD: usize = 100;

/// The refusal of a request.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct Problem {
    /// Always `about:blank`: the status says which kind it is.
    r#type: &'static str,
    /// The status in words.
    title: &'static str,
    status: u16,
    /// The problem of this request.
    // Without room to grow, so that results with a problem stay small.
    detail: Box<str>,
    /// The code of `detail`.
    #[serde(flatten)]
    coded: Coded,
    /// Everything that is wrong with what was sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Finding>,
    /// The value that is stored now, if the request was made for another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    // Boxed, so that results with a problem stay small.
    current: Option<Box<Value>>,
}

/// One thing that is wrong with what was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Finding {
    /// The JSON pointer of the value, such as `/config/query`.
    pub(super) path: String,
    #[serde(flatten)]
    pub(super) text: Told,
}

impl Problem {
    /// Creates a problem without findings.
    pub(super) fn new(status: StatusCode, detail: impl Into<CodedText>) -> Self {
        let detail = detail.into();
        Self {
            r#type: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.as_str().into(),
            coded: Coded(detail),
            problems: Vec::new(),
            current: None,
        }
    }

    /// Returns the problem of this request.
    pub(super) fn detail(&self) -> &str {
        &self.detail
    }

    pub(super) fn bad_request(detail: impl Into<CodedText>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    pub(super) fn forbidden(detail: impl Into<CodedText>) -> Self {
        Self::new(StatusCode::FORBIDDEN, detail)
    }

    /// Creates the problem of something that does not exist, or that the caller may not see.
    pub(super) fn unknown(says: fn(String) -> CodedText, name: &str) -> Self {
        let name = toolwright_base::cut_text(name, MAX_NAME);
        Self::new(StatusCode::NOT_FOUND, says(name.into_owned()))
    }

    /// Creates the problem of a value that is refused.
    pub(super) fn unprocessable(path: &str, message: impl Into<CodedText>) -> Self {
        let message = message.into();
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message.clone()).at(path, message)
    }

    pub(super) fn internal(detail: impl Into<CodedText>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, detail)
    }

    /// Creates the problem of work that panicked, or was stopped.
    pub(super) fn stopped(error: &JoinError) -> Self {
        tracing::error!("a request was not answered: {error}");
        Self::internal(texts::request_failed())
    }

    pub(super) fn unavailable(detail: impl Into<CodedText>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    /// Creates the problem of a change while the database of the registry is away.
    pub(super) fn database_away(why: &str) -> Self {
        // It names the machine of the database.
        tracing::error!("the registry cannot be changed: {why}");
        Self::unavailable(texts::registry_away())
    }

    /// Adds a finding.
    pub(super) fn at(mut self, path: &str, message: impl Into<CodedText>) -> Self {
        self.problems.push(Finding {
            path: path.to_owned(),
            text: Told(message.into()),
        });
        self
    }

    /// Adds the value that is stored now.
    pub(super) fn with_current(mut self, current: Value) -> Self {
        self.current = Some(Box::new(current));
        self
    }

    /// Returns the status.
    pub(super) const fn status(&self) -> u16 {
        self.status
    }

    /// Returns the problem as a response.
    pub(super) fn into_response(self) -> Response<Body> {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let content_type = HeaderValue::from_static(CONTENT_TYPE);
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, content_type);
        response
    }
}

/// The longest name that a message repeats, in bytes.
const MAX_NAME: usize = 200;

impl From<Invalid> for Problem {
    fn from(invalid: Invalid) -> Self {
        let detail = match invalid.problems.as_slice() {
            [one] => one.message.clone(),
            all => texts::definition_problems(all.len()),
        };
        Self {
            problems: findings(&invalid),
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Invalid(invalid) => invalid.into(),
            StoreError::Unknown { noun, name } => match noun {
                "agent" => Self::unknown(texts::no_agent, &name),
                _ => Self::unknown(texts::no_tool, &name),
            },
            StoreError::Taken { noun, name } => {
                let message = match noun {
                    "agent" => texts::agent_taken(name),
                    _ => texts::tool_taken(name),
                };
                Self::new(StatusCode::CONFLICT, message.clone()).at("/name", message)
            }
            StoreError::Conflict { name, current } => {
                let why = texts::other_revision(name, current);
                Self::new(StatusCode::PRECONDITION_FAILED, why)
            }
            StoreError::Away { .. } => Self::database_away(&error.to_string()),
            StoreError::Refused { why } => Self::new(StatusCode::UNPROCESSABLE_ENTITY, why),
            error => {
                // It names files of the server.
                tracing::error!(%error, "the registry cannot be used");
                Self::unavailable(texts::registry_unusable())
            }
        }
    }
}

/// Returns the problems of a definition, each with its JSON pointer.
pub(super) fn findings(invalid: &Invalid) -> Vec<Finding> {
    findings_of([invalid])
}

/// Returns what several readings of one definition found: every problem once, the first ones of all, and
/// how many more there are.
///
/// Readings of one definition find mostly the same, so the problems that they only count are not added up.
pub(super) fn findings_of<'i>(readings: impl IntoIterator<Item = &'i Invalid>) -> Vec<Finding> {
    let (mut told, mut more) = (Vec::new(), 0);
    for invalid in readings {
        more = more.max(invalid.more);
        for problem in &invalid.problems {
            let found = Finding {
                path: pointer(&problem.path),
                text: Told(problem.message.clone()),
            };
            if !told.contains(&found) {
                told.push(found);
            }
        }
    }
    more += told.len().saturating_sub(MAX_TOLD);
    told.truncate(MAX_TOLD);
    told.extend((more > 0).then(|| Finding {
        path: String::new(),
        text: Told(texts::more_problems(more)),
    }));
    told
}

/// Returns the JSON pointer of a path such as `parameters[0].name`.
fn pointer(path: &str) -> String {
    let parts = path.split(['.', '[']).filter(|part| !part.is_empty());
    let parts = parts.map(|part| part.trim_end_matches(']'));
    parts.fold(String::new(), |pointer, part| {
        format!("{pointer}/{}", part.replace('~', "~0").replace('/', "~1"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_json_pointer() {
        assert_eq!(pointer(""), "");
        assert_eq!(pointer("config.query"), "/config/query");
        assert_eq!(pointer("parameters[2].name"), "/parameters/2/name");
        assert_eq!(pointer("config.headers.a/b~c"), "/config/headers/a~1b~0c");
    }
}
