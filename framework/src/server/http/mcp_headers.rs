//! The headers of MCP, and what a client accepts.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};

use crate::{
    core::ToolDef,
    server::{
        dispatch::MirroredHeaders,
        protocol::{Params, Request, RpcError},
    },
};

/// The prefix of the headers that repeat parameters of a tool.
const PARAMETER: &str = "mcp-param-";

/// The headers of the protocol in a request.
#[derive(Debug)]
pub(super) struct McpHeaders {
    version: SingleHeader,
    method: SingleHeader,
    name: SingleHeader,
    /// The headers that repeat parameters of a tool.
    parameters: Vec<(HeaderName, HeaderValue)>,
}

/// A header that must not be repeated: a proxy might have used another of the values than this
/// server.
#[derive(Debug, Default)]
struct SingleHeader {
    first: Option<HeaderValue>,
    has_more: bool,
}

impl SingleHeader {
    fn add(&mut self, value: &HeaderValue) {
        match self.first {
            None => self.first = Some(value.clone()),
            Some(_) => self.has_more = true,
        }
    }

    fn get(&self) -> Option<&str> {
        let value = self.first.as_ref()?.to_str().ok()?;
        Some(value.trim())
    }

    fn only(&self, name: &str) -> Result<&str, RpcError> {
        let why = match self.get() {
            Some(value) if !self.has_more => return Ok(value),
            _ if self.has_more => "is repeated",
            _ => "is missing",
        };
        Err(RpcError::header_mismatch(format!(
            "the header `{name}` {why}"
        )))
    }
}

impl McpHeaders {
    pub(super) fn new(all: &HeaderMap) -> Self {
        let mut parameters = Vec::new();
        let (mut version, mut method, mut name) =
            <(SingleHeader, SingleHeader, SingleHeader)>::default();
        // One pass over all headers is faster than a lookup for each.
        for (key, value) in all {
            match key.as_str() {
                "mcp-protocol-version" => version.add(value),
                "mcp-method" => method.add(value),
                "mcp-name" => name.add(value),
                other if other.starts_with(PARAMETER) => {
                    parameters.push((key.clone(), value.clone()));
                }
                _ => {}
            }
        }
        Self {
            version,
            method,
            name,
            parameters,
        }
    }

    /// Collects the values of the header of a parameter.
    fn parameter(&self, name: &str) -> SingleHeader {
        let mut header = SingleHeader::default();
        for (known, value) in &self.parameters {
            if known.as_str().eq_ignore_ascii_case(name) {
                header.add(value);
            }
        }
        header
    }

    fn check_parameters(&self, params: &Params, routed: &ToolDef) -> Result<(), RpcError> {
        let arguments: Map<String, Value> = params
            .arguments
            .as_ref()
            .and_then(|json| serde_json::from_str(json).ok())
            .unwrap_or_default();
        for (parameter, header) in routed.headers() {
            let header = format!("Mcp-Param-{header}");
            self.check_parameter(&header, parameter, arguments.get(parameter))?;
        }
        Ok(())
    }

    /// Checks that the header of a parameter is set exactly if the parameter is, and has the same
    /// value.
    fn check_parameter(
        &self,
        header: &str,
        parameter: &str,
        said: Option<&Value>,
    ) -> Result<(), RpcError> {
        let found = self.parameter(header);
        match said {
            Some(Value::Null) | None if found.first.is_some() => {
                let why =
                    format!("the header `{header}` is set, but the body has no `{parameter}`");
                Err(RpcError::header_mismatch(why))
            }
            Some(Value::Null) | None => Ok(()),
            Some(Value::String(text)) => expect(header, found.only(header)?, text),
            Some(Value::Number(number)) => {
                let is_said = |value: &str| value.parse().ok() == number.as_f64();
                expect_like(header, found.only(header)?, &number.to_string(), is_said)
            }
            Some(other) => expect(header, found.only(header)?, &other.to_string()),
        }
    }
}

impl MirroredHeaders for McpHeaders {
    fn version(&self) -> Option<&str> {
        self.version.get()
    }

    fn check_method(&self, request: &Request) -> Result<(), RpcError> {
        self.version.only("MCP-Protocol-Version")?;
        // The only header that is never base64-encoded.
        match self.method.only("Mcp-Method")? {
            method if method == request.method => Ok(()),
            other => Err(mismatch("Mcp-Method", other, &request.method)),
        }
    }

    fn check_names(&self, request: &Request, routed: Option<&ToolDef>) -> Result<(), RpcError> {
        let params = &request.params;
        let name = match request.method.as_str() {
            "tools/call" | "prompts/get" => Some(params.name()?),
            "resources/read" => Some(params.uri()?),
            "tasks/get" | "tasks/update" | "tasks/cancel" => Some(params.task_id()?),
            _ => None,
        };
        if let Some(name) = name {
            expect("Mcp-Name", self.name.only("Mcp-Name")?, name)?;
        }
        if let Some(routed) = routed.filter(|_| request.method == "tools/call") {
            self.check_parameters(params, routed)?;
        }
        Ok(())
    }
}

/// Checks that the header `name` has the value `said` of the body.
fn expect(name: &str, value: &str, said: &str) -> Result<(), RpcError> {
    expect_like(name, value, said, |value| value == said)
}

/// Checks that the decoded value of the header `name` satisfies `is_said`.
fn expect_like(
    name: &str,
    value: &str,
    said: &str,
    is_said: impl FnOnce(&str) -> bool,
) -> Result<(), RpcError> {
    let value = decoded(value).ok_or_else(|| {
        RpcError::header_mismatch(format!("the header `{name}` is not valid base64"))
    })?;
    if is_said(&value) {
        return Ok(());
    }
    Err(mismatch(name, &value, said))
}

fn mismatch(name: &str, value: &str, said: &str) -> RpcError {
    RpcError::header_mismatch(format!(
        "the header `{name}` is `{value}`, but the body says `{said}`"
    ))
}

/// Decodes the value of a header. Text that a header cannot hold is written as `=?base64?…?=`.
fn decoded(value: &str) -> Option<Cow<'_, str>> {
    let encoded = value
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="));
    match encoded {
        Some(encoded) => String::from_utf8(STANDARD.decode(encoded).ok()?)
            .ok()
            .map(Cow::Owned),
        None => Some(Cow::Borrowed(value)),
    }
}

/// Which of the server's two content types a client accepts. Without the header, it accepts both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AcceptHeader {
    /// `application/json`.
    pub(super) json: bool,
    /// `text/event-stream`.
    pub(super) events: bool,
}

impl AcceptHeader {
    /// Parses the `Accept` headers of a request.
    pub(super) fn parse(headers: &HeaderMap) -> Self {
        // As nearly all clients write it.
        let first = headers.get(header::ACCEPT);
        if first.is_some_and(|value| value == "application/json, text/event-stream") {
            return Self {
                json: true,
                events: true,
            };
        }
        let mut values = headers.get_all(header::ACCEPT).iter().peekable();
        let mut accepted = Self {
            json: values.peek().is_none(),
            events: values.peek().is_none(),
        };
        for range in values.flat_map(|value| value.as_bytes().split(|byte| *byte == b',')) {
            let range = range.split(|byte| *byte == b';').next();
            accepted.add(range.unwrap_or_default().trim_ascii());
        }
        accepted
    }

    fn add(&mut self, range: &[u8]) {
        let is = |text: &str| range.eq_ignore_ascii_case(text.as_bytes());
        let everything = range == b"*/*";
        self.json |= everything || is("application/json") || is("application/*");
        self.events |= everything || is("text/event-stream") || is("text/*");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(values: &[&'static str]) -> (bool, bool) {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::ACCEPT, value.parse().unwrap());
        }
        let AcceptHeader { json, events } = AcceptHeader::parse(&headers);
        (json, events)
    }

    #[test]
    fn exact_types_and_wildcards_are_understood() {
        assert_eq!(accepted(&[]), (true, true));
        assert_eq!(accepted(&["*/*"]), (true, true));
        assert_eq!(
            accepted(&["application/json, text/event-stream"]),
            (true, true)
        );
        assert_eq!(
            accepted(&["Application/JSON;q=0.9", " text/* ;q=1"]),
            (true, true)
        );
        assert_eq!(accepted(&["application/json"]), (true, false));
        assert_eq!(accepted(&["text/event-stream"]), (false, true));
        assert_eq!(accepted(&["application/*,image/png"]), (true, false));
        assert_eq!(accepted(&["text/html", ""]), (false, false));
        assert_eq!(
            accepted(&["application/jsonp", "text/event-streams"]),
            (false, false)
        );
    }
}
