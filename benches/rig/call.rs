//! The requests of the benches, and their correct answers.

use std::fmt;

use serde_json::{Value, json};

/// The id of the first request. All ids have the same length.
pub(crate) const FIRST_ID: u64 = 1_000_000;

/// The protocol revision: without sessions, or with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Era {
    Modern,
    Legacy,
}

impl Era {
    pub(crate) const fn revision(self) -> &'static str {
        match self {
            Self::Modern => "2026-07-28",
            Self::Legacy => "2025-11-25",
        }
    }
}

impl fmt::Display for Era {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.revision())
    }
}

/// The tool that is called, and the size of its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Workload {
    /// Two numbers in, one out.
    Small,
    /// 64 KiB of text in, one number out.
    Argument,
    /// One number in, 1,000 rows out.
    Rows,
}

impl Workload {
    pub(crate) const ALL: [Self; 3] = [Self::Small, Self::Argument, Self::Rows];

    pub(crate) const fn tool(self) -> &'static str {
        match self {
            Self::Small => "add",
            Self::Argument => "measure",
            Self::Rows => "rows",
        }
    }

    fn arguments(self) -> Value {
        match self {
            Self::Small => json!({"a": 1, "b": 2}),
            Self::Argument => json!({"text": "0123456789abcde ".repeat(4096)}),
            Self::Rows => json!({"n": 1000}),
        }
    }

    /// The structured content of the correct answer.
    pub(crate) fn structured(self) -> Value {
        match self {
            Self::Small => json!({"result": 3}),
            Self::Argument => json!({"result": 65536}),
            Self::Rows => json!({"rows": (0..1000).map(row).collect::<Vec<_>>()}),
        }
    }

    /// The text of the correct answer, parsed as JSON.
    pub(crate) fn text(self) -> Value {
        match self {
            Self::Small => json!(3),
            Self::Argument => json!(65536),
            Self::Rows => self.structured(),
        }
    }

    /// A text that only the correct answer contains.
    pub(crate) const fn mark(self) -> &'static str {
        match self {
            Self::Small => r#""structuredContent":{"result":3}"#,
            Self::Argument => r#""structuredContent":{"result":65536}"#,
            Self::Rows => r#"{"number":999,"name":"row 999","value":124.875,"active":false}]"#,
        }
    }
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Small => "small",
            Self::Argument => "64 KiB in",
            Self::Rows => "1,000 rows out",
        })
    }
}

fn row(number: usize) -> Value {
    let value = number as f64 / 8.0;
    json!({"number": number, "name": format!("row {number}"), "value": value, "active": number.is_multiple_of(2)})
}

/// A request: its body, and the headers of its revision.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    era: Era,
    method: &'static str,
    name: Option<&'static str>,
    body: Value,
}

impl Request {
    /// A call that all peers support.
    pub(crate) fn call(era: Era, workload: Workload) -> Self {
        Self::tool(era, workload.tool(), &workload.arguments())
    }

    /// A call of a tool.
    pub(crate) fn tool(era: Era, name: &'static str, arguments: &Value) -> Self {
        let params = json!({"name": name, "arguments": arguments});
        Self::new(era, "tools/call", Some(name), params)
    }

    /// A request for the list of tools.
    pub(crate) fn list(era: Era) -> Self {
        Self::new(era, "tools/list", None, json!({}))
    }

    /// The request that begins a session.
    pub(crate) fn initialize() -> Self {
        let params = json!({
            "protocolVersion": Era::Legacy.revision(),
            "capabilities": {},
            "clientInfo": {"name": "bench", "version": "1"},
        });
        Self::new(Era::Legacy, "initialize", None, params)
    }

    /// The notification that completes the handshake.
    pub(crate) fn initialized() -> Self {
        let mut notice = Self::new(Era::Legacy, "notifications/initialized", None, json!({}));
        if let Some(body) = notice.body.as_object_mut() {
            body.remove("id");
        }
        notice
    }

    fn new(era: Era, method: &'static str, name: Option<&'static str>, mut params: Value) -> Self {
        if era == Era::Modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": era.revision(),
                "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let body = json!({"jsonrpc": "2.0", "id": FIRST_ID, "method": method, "params": params});
        Self {
            era,
            method,
            name,
            body,
        }
    }

    pub(crate) fn body(&self) -> String {
        self.body.to_string()
    }

    /// The parts of the body before and after its id.
    pub(crate) fn around_id(&self) -> (String, String) {
        let body = self.body();
        let id = FIRST_ID.to_string();
        let (before, after) = body.split_once(&id).unwrap_or((&body, ""));
        (before.to_owned(), after.to_owned())
    }

    pub(crate) fn headers(&self) -> Vec<(&'static str, &'static str)> {
        let mut headers = vec![
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        if self.method != "initialize" {
            headers.push(("MCP-Protocol-Version", self.era.revision()));
        }
        if self.era == Era::Modern {
            headers.push(("Mcp-Method", self.method));
            headers.extend(self.name.map(|name| ("Mcp-Name", name)));
        }
        headers
    }
}
