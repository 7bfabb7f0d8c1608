//! [`RemoteError`]: why a server elsewhere did not do what was asked.

use reqwest::{
    StatusCode,
    header::{CONTENT_TYPE, LOCATION},
};
use serde::Deserialize;
use toolwright::{cli::Failure, client::ConnectionError};
use toolwright_base::cut_text;
use toolwright_http::{HttpError, HttpResponse};

/// The longest text of a server that a message repeats, in bytes.
const MAX_DETAIL: usize = 2000;

/// Why a server elsewhere did not do what was asked.
#[derive(Debug)]
pub(in crate::app) enum RemoteError {
    /// There is no such thing.
    Unknown(String),
    /// The server refused, or did not answer.
    Failed(String),
}

/// The refusal of a request (RFC 9457).
#[derive(Debug, Deserialize)]
struct ToldProblem {
    detail: String,
    #[serde(default)]
    problems: Vec<ToldFinding>,
}

#[derive(Debug, Deserialize)]
struct ToldFinding {
    path: String,
    message: String,
}

impl RemoteError {
    /// Reads the refusal of a server. `address` is where it is.
    pub(super) fn of_response(response: &HttpResponse, address: &str) -> Self {
        let status = response.status;
        if status.is_redirection() {
            let target = response.headers.get(LOCATION);
            let target = target.and_then(|value| value.to_str().ok()).unwrap_or("?");
            let target = cut_text(target, MAX_DETAIL);
            return Self::Failed(format!(
                "`{address}` redirects to `{target}`, which is not followed: name that address"
            ));
        }
        match problem(response) {
            Some(problem) if status == StatusCode::NOT_FOUND => Self::Unknown(problem.message()),
            Some(problem) if status == StatusCode::UNAUTHORIZED => {
                Self::Failed(format!("{}{KEY_HINT}", problem.message()))
            }
            Some(problem) => Self::Failed(problem.message()),
            None if status == StatusCode::UNAUTHORIZED => {
                Self::Failed(format!("`{address}` does not know the caller{KEY_HINT}"))
            }
            None if status == StatusCode::NOT_FOUND => Self::Failed(format!(
                "`{address}` answers 404: it is no server, or one without this command"
            )),
            None => Self::Failed(format!("`{address}` answers {status}")),
        }
    }
}

impl RemoteError {
    /// Returns the message for a request to the MCP endpoint of `address`.
    pub(super) fn of_connection(error: &ConnectionError, address: &str) -> String {
        match error {
            ConnectionError::Unauthorized { status: 401, .. } => {
                format!("`{address}` does not know the caller{KEY_HINT}")
            }
            ConnectionError::Status { status: 404, .. } => {
                format!("`{address}` answers 404: it is no MCP server")
            }
            ConnectionError::Refused(refusal) => cut_text(&refusal.message, MAX_DETAIL).into(),
            ConnectionError::Unreachable(reason) => reason.clone(),
            other => format!("`{address}`: {other}"),
        }
    }
}

const KEY_HINT: &str = " (the key is in `TOOLWRIGHT_API_KEY`)";

fn problem(response: &HttpResponse) -> Option<ToldProblem> {
    let kind = response.headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let is_problem = kind.starts_with("application/problem+json");
    is_problem
        .then(|| serde_json::from_slice(&response.body).ok())
        .flatten()
}

impl ToldProblem {
    /// Returns the text for people, a line for each thing that is wrong.
    fn message(&self) -> String {
        let lines: Vec<_> = self
            .problems
            .iter()
            .map(|finding| match finding.path.as_str() {
                "" => finding.message.clone(),
                path => format!("{path}: {}", finding.message),
            })
            .collect();
        let text = match lines.is_empty() {
            true => self.detail.clone(),
            false => lines.join("\n"),
        };
        cut_text(&text, MAX_DETAIL).into_owned()
    }
}

impl From<HttpError> for RemoteError {
    fn from(error: HttpError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<RemoteError> for Failure {
    fn from(error: RemoteError) -> Self {
        let (RemoteError::Unknown(message) | RemoteError::Failed(message)) = error;
        Self::because(message)
    }
}
