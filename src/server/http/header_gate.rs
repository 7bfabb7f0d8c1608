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

    /// The same where the header may be there only once: of two values, somebody on the way may have gone by the other one.
    fn only(&self, name: &str, key: impl AsHeaderName) -> Result<Option<&str>, RpcError> {
        let mut values = self.headers.get_all(key).iter();
        let value = values.next().and_then(|value| value.to_str().ok());
        match values.next() {
            None => Ok(value.map(str::trim)),
            Some(_) => Err(mismatch(name, "is there more than once")),
        }
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
                    let is_like = |value: &str| value.parse().ok() == number.as_f64();
                    let said = number.to_string();
                    expect_like(&header, self.only(&header, &header)?, &said, is_like)?;
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
        self.only("MCP-Protocol-Version", &VERSION)?;
        // The one that is never encoded.
        let method = self.only("Mcp-Method", &METHOD)?;
        is_said(method, &request.method, |value| value == request.method)
            .map_err(|why| mismatch("Mcp-Method", &why))
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
            expect("Mcp-Name", self.only("Mcp-Name", &NAME)?, name)?;
        }
        if request.method == "tools/call" {
            self.check_parameters(params, snapshot)?;
        }
        Ok(())
    }
}

/// The header `name` must be there and say what the body says.
fn expect(name: &str, value: Option<&str>, said: &str) -> Result<(), RpcError> {
    expect_like(name, value, said, |value| value == said)
}

/// The header `name` must be there and mean what the body says.
fn expect_like(
    name: &str,
    value: Option<&str>,
    said: &str,
    is_like: impl FnOnce(&str) -> bool,
) -> Result<(), RpcError> {
    let decoded = value.map(|value| decoded(value).ok_or("is not valid base64"));
    let decoded = decoded.transpose().map_err(|why| mismatch(name, why))?;
    is_said(decoded.as_deref(), said, is_like).map_err(|why| mismatch(name, &why))
}

/// Whether the value is there and what the body says; what is wrong with it where it is not.
fn is_said(
    value: Option<&str>,
    said: &str,
    is_like: impl FnOnce(&str) -> bool,
) -> Result<(), String> {
    match value {
        None => Err("is missing".to_owned()),
        Some(value) if is_like(value) => Ok(()),
        Some(value) => Err(format!("is `{value}`, and the body says `{said}`")),
    }
}

fn mismatch(name: &str, why: &str) -> RpcError {
    RpcError::header_mismatch(format!("the header `{name}` {why}"))
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
