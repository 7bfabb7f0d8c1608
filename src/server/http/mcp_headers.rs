//! The headers that repeat what a modern request says, for those who route by headers.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderValue};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};

use crate::{
    core::ToolDef,
    server::{
        dispatch::Gate,
        protocol::{Params, Request, RpcError},
    },
};

/// The headers of a request.
#[derive(Debug)]
pub(super) struct HeaderGate {
    version: Header,
    method: Header,
    name: Header,
    all: HeaderMap,
}

/// A header that should be there once: of several values, somebody on the way may have gone by another than this server.
#[derive(Debug, Default)]
struct Header {
    first: Option<HeaderValue>,
    has_more: bool,
}

impl Header {
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
            _ if self.has_more => "is there more than once",
            _ => "is missing",
        };
        Err(RpcError::header_mismatch(format!(
            "the header `{name}` {why}"
        )))
    }
}

impl HeaderGate {
    pub(super) fn new(all: HeaderMap) -> Self {
        let (mut version, mut method, mut name) = <(Header, Header, Header)>::default();
        // All in one go, which takes less than to look each of them up.
        for (key, value) in &all {
            match key.as_str() {
                "mcp-protocol-version" => version.add(value),
                "mcp-method" => method.add(value),
                "mcp-name" => name.add(value),
                _ => {}
            }
        }
        Self {
            version,
            method,
            name,
            all,
        }
    }

    /// The header of a parameter.
    fn parameter(&self, name: &str) -> Header {
        let mut header = Header::default();
        for value in self.all.get_all(name) {
            header.add(value);
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

    /// The header of a parameter must mean what the body says, and be there if the parameter is.
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
                    format!("the header `{header}` is there, and the body has no `{parameter}`");
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

impl Gate for HeaderGate {
    fn version(&self) -> Option<&str> {
        self.version.get()
    }

    fn check_method(&self, request: &Request) -> Result<(), RpcError> {
        self.version.only("MCP-Protocol-Version")?;
        // The one header that is never encoded.
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
