//! The headers that repeat what a modern request says, for those who route by headers.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderName, header::AsHeaderName};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};

use crate::{
    core::Snapshot,
    server::{
        dispatch::Gate,
        protocol::{Params, Request, RpcError},
    },
};

static VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
static METHOD: HeaderName = HeaderName::from_static("mcp-method");
static NAME: HeaderName = HeaderName::from_static("mcp-name");

/// The headers of a request.
#[derive(Debug)]
pub(super) struct HeaderGate {
    headers: HeaderMap,
}

impl HeaderGate {
    pub(super) const fn new(headers: HeaderMap) -> Self {
        Self { headers }
    }

    fn get(&self, name: impl AsHeaderName) -> Option<&str> {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .map(str::trim)
    }

    /// The header must be there once: of several values, somebody on the way may have gone by another than this server.
    fn only(&self, key: impl AsHeaderName, name: &str) -> Result<&str, RpcError> {
        let mut values = self.headers.get_all(key).iter();
        let value = values.next().and_then(|value| value.to_str().ok());
        let refusal = match (value, values.next()) {
            (Some(value), None) => return Ok(value.trim()),
            (_, Some(_)) => format!("the header `{name}` is there more than once"),
            (None, None) => format!("the header `{name}` is missing"),
        };
        Err(RpcError::header_mismatch(refusal))
    }

    fn check_parameters(&self, params: &Params, snapshot: &Snapshot) -> Result<(), RpcError> {
        let tool = params.name.as_deref().and_then(|name| snapshot.tool(name));
        let Some(definition) = tool.map(|tool| tool.definition()) else {
            return Ok(());
        };
        let mut headers = definition.headers().peekable();
        if headers.peek().is_none() {
            return Ok(());
        }
        let arguments: Map<String, Value> = params
            .arguments
            .as_ref()
            .and_then(|json| serde_json::from_str(json).ok())
            .unwrap_or_default();
        for (parameter, header) in headers {
            let header = format!("Mcp-Param-{header}");
            match arguments.get(parameter) {
                Some(Value::String(text)) => expect(&header, self.only(&header, &header)?, text)?,
                Some(Value::Null) | None if self.get(&header).is_some() => {
                    let why = format!(
                        "the header `{header}` is there, and the body has no `{parameter}`"
                    );
                    return Err(RpcError::header_mismatch(why));
                }
                Some(Value::Null) | None => {}
                Some(Value::Number(number)) => {
                    let is_said = |value: &str| value.parse().ok() == number.as_f64();
                    let said = number.to_string();
                    expect_like(&header, self.only(&header, &header)?, &said, is_said)?;
                }
                Some(other) => expect(&header, self.only(&header, &header)?, &other.to_string())?,
            }
        }
        Ok(())
    }
}

impl Gate for HeaderGate {
    fn version(&self) -> Option<&str> {
        self.get(&VERSION)
    }

    fn check_method(&self, request: &Request) -> Result<(), RpcError> {
        self.only(&VERSION, "MCP-Protocol-Version")?;
        // The one header that is never encoded.
        match self.only(&METHOD, "Mcp-Method")? {
            method if method == request.method => Ok(()),
            other => Err(mismatch("Mcp-Method", other, &request.method)),
        }
    }

    fn check_names(&self, request: &Request, snapshot: &Snapshot) -> Result<(), RpcError> {
        let params = &request.params;
        let name = match request.method.as_str() {
            "tools/call" | "prompts/get" => Some(params.name()?),
            "resources/read" => Some(params.uri()?),
            "tasks/get" | "tasks/update" | "tasks/cancel" => Some(params.task_id()?),
            _ => None,
        };
        if let Some(name) = name {
            expect("Mcp-Name", self.only(&NAME, "Mcp-Name")?, name)?;
        }
        if request.method == "tools/call" {
            self.check_parameters(params, snapshot)?;
        }
        Ok(())
    }
}

/// The header `name` must say what the body says.
fn expect(name: &str, value: &str, said: &str) -> Result<(), RpcError> {
    expect_like(name, value, said, |value| value == said)
}

/// The header `name` must mean what the body says.
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
        "the header `{name}` is `{value}`, and the body says `{said}`"
    ))
}

/// A header's value; what no header can hold comes as `=?base64?…?=`.
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
