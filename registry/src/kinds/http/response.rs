//! From a response to a result.

use reqwest::header::CONTENT_TYPE;
use serde_json::Value;
use toolwright::{Content, ToolError, ToolOutput, content::ResourceContents};
use toolwright_base::cut_text;
use toolwright_http::HttpResponse;

use super::{config::HttpConfig, hidden::Hidden};
use crate::kinds::run::Answer;

/// The most bytes of a server's words in an error.
const MAX_WORDS: usize = 500;

impl HttpConfig {
    /// Returns the result of a response with a status below 300, without the credentials of the
    /// request.
    pub(super) fn answer(
        &self,
        response: &HttpResponse,
        hidden: &Hidden,
    ) -> Result<Answer, ToolError> {
        let kind = content_type(response);
        if response.body.is_empty() {
            return Ok(Answer::Output(ToolOutput::text("")));
        }
        let may_be_json = kind.is_empty() || kind.ends_with("/json") || kind.ends_with("+json");
        if may_be_json && let Ok(mut value) = serde_json::from_slice::<Value>(&response.body) {
            hidden.hide_in(&mut value);
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
        let body = hidden.hide_bytes(&response.body);
        match std::str::from_utf8(&body) {
            Ok(text) if is_text => Ok(Answer::Output(ToolOutput::text(text))),
            _ => Ok(Answer::Output(resource(response, &kind, &body).into())),
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

/// Returns a body of any type as an embedded resource.
fn resource(response: &HttpResponse, kind: &str, body: &[u8]) -> Content {
    let kind = match kind {
        "" => "application/octet-stream",
        kind => kind,
    };
    let mut uri = response.url.clone();
    uri.set_query(None);
    Content::Resource {
        resource: ResourceContents::blob(uri.as_str(), kind, body),
        annotations: None,
    }
}

/// Returns the error of a response: its status and the server's words without the credentials.
pub(super) fn failure(response: &HttpResponse, hidden: &Hidden) -> ToolError {
    let words = String::from_utf8_lossy(&response.body);
    let words = hidden.hide(words.trim());
    let words = cut_text(&words, MAX_WORDS);
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
