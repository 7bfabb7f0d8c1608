//! From a response to a result.

use reqwest::header::CONTENT_TYPE;
use serde_json::Value;

use super::config::HttpConfig;
use crate::{
    core::{Content, ResourceContents, ToolError, ToolOutput},
    data::http::HttpResponse,
    registry::kinds::answer::Answer,
};

/// The most characters of a server's words in an error.
const MOST_WORDS: usize = 500;

impl HttpConfig {
    /// Returns the result of a response with a status below 400.
    pub(super) fn answer(&self, response: &HttpResponse) -> Result<Answer, ToolError> {
        let kind = content_type(response);
        if response.body.is_empty() {
            return Ok(Answer::Output(ToolOutput::text("")));
        }
        let may_be_json = kind.is_empty() || kind.ends_with("/json") || kind.ends_with("+json");
        if may_be_json && let Ok(value) = serde_json::from_slice::<Value>(&response.body) {
            return self.part_of(&value);
        }
        if self.response.is_some() {
            return Err(ToolError::failed(
                "the server's answer is not JSON, so `response` finds nothing in it",
            ));
        }
        let is_text = kind.is_empty()
            || kind.starts_with("text/")
            || kind.ends_with("/xml")
            || kind.ends_with("+xml")
            || kind.ends_with("json");
        match std::str::from_utf8(&response.body) {
            Ok(text) if is_text => Ok(Answer::Output(ToolOutput::text(text))),
            _ => {
                let kind = if kind.is_empty() {
                    "application/octet-stream"
                } else {
                    &kind
                };
                let mut uri = response.url.clone();
                uri.set_query(None);
                let contents = ResourceContents::blob(uri.as_str(), kind, &response.body);
                let block = Content::Resource {
                    resource: contents,
                    annotations: None,
                };
                Ok(Answer::Output(block.into()))
            }
        }
    }

    fn part_of(&self, value: &Value) -> Result<Answer, ToolError> {
        let Some(pointer) = &self.response else {
            return Answer::value(value);
        };
        let part = value.pointer(pointer).ok_or_else(|| {
            ToolError::failed(format!("the server's answer has nothing at `{pointer}`"))
        })?;
        Answer::value(part)
    }
}

/// Returns the error of a response: its status and the server's words.
pub(super) fn failure(response: &HttpResponse, hide: impl Fn(&str) -> String) -> ToolError {
    let words = String::from_utf8_lossy(&response.body);
    let words = hide(words.trim());
    let words = match words.char_indices().nth(MOST_WORDS) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    };
    let status = response.status;
    let message = match words.is_empty() {
        true => format!("the server answered {status}"),
        false => format!("the server answered {status}: {words}"),
    };
    match status.as_u16() {
        429 | 500.. => ToolError::unavailable(message),
        300..400 => ToolError::failed(format!("{message}: redirects are not followed")),
        _ => ToolError::failed(message),
    }
}

fn content_type(response: &HttpResponse) -> String {
    let header = response
        .headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let kind = header.and_then(|text| text.split(';').next());
    kind.unwrap_or_default().trim().to_lowercase()
}
