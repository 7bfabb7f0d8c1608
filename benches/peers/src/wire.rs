//! The JSON of a call and of its answer, as types. A limit does nothing else but move bytes.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::table::Table;

/// A JSON-RPC call of one of the three tools.
#[derive(Debug, Deserialize)]
pub struct Call {
    id: u64,
    method: String,
    params: Params,
}

/// The tool and its arguments.
#[derive(Debug, Deserialize)]
#[serde(tag = "name", content = "arguments", rename_all = "lowercase")]
enum Params {
    Add { a: i64, b: i64 },
    Measure { text: String },
    Rows { n: usize },
}

/// The answer, in the shape that an MCP server gives it.
#[derive(Debug, Serialize)]
pub struct Answer {
    jsonrpc: &'static str,
    id: u64,
    result: CallResult,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct CallResult {
    content: [Content; 1],
    structured_content: Structured,
    result_type: &'static str,
    #[serde(rename = "_meta")]
    meta: Meta,
}

#[derive(Debug, Serialize)]
struct Content {
    r#type: &'static str,
    text: String,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Structured {
    Number {
        result: i64,
    },
    /// Written once, for the text too.
    Table(Box<RawValue>),
}

#[derive(Debug, Serialize)]
struct Meta {
    #[serde(rename = "io.modelcontextprotocol/serverInfo")]
    server: Server,
}

#[derive(Debug, Serialize)]
struct Server {
    name: &'static str,
    version: &'static str,
}

impl Call {
    /// Runs the tool. Returns `None` for another method.
    #[must_use]
    pub fn answer(self) -> Option<Answer> {
        if self.method != "tools/call" {
            return None;
        }
        let structured_content = match self.params {
            Params::Add { a, b } => Structured::Number { result: a + b },
            Params::Measure { text } => Structured::Number {
                result: i64::try_from(text.len()).ok()?,
            },
            Params::Rows { n } => Structured::Table(to_raw_value(&Table::of(n)).ok()?),
        };
        let text = match &structured_content {
            Structured::Number { result } => result.to_string(),
            Structured::Table(table) => table.get().to_owned(),
        };
        Some(Answer::new(self.id, text, structured_content))
    }
}

impl Answer {
    const fn new(id: u64, text: String, structured_content: Structured) -> Self {
        let content = Content {
            r#type: "text",
            text,
        };
        let server = Server {
            name: "bench",
            version: "0.1.0",
        };
        Self {
            jsonrpc: "2.0",
            id,
            result: CallResult {
                content: [content],
                structured_content,
                result_type: "complete",
                meta: Meta { server },
            },
        }
    }
}
