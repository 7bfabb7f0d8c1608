//! The results of another server, as a call returns them.

use serde::Deserialize;
use serde_json::{
    Map, Value,
    value::{RawValue, to_raw_value},
};

use crate::{
    client::connection::ConnectionError,
    core::{
        Content, PromptMessage, PromptOutput, ResourceContents, ResourceOutput, Role, ToolError,
        ToolOutput,
    },
    server::MISSING_CAPABILITY,
};

/// Reads the result of `tools/call`. Blocks that are not known here are passed on as they are.
///
/// # Errors
/// If it is no such result.
pub fn tool_output(result: &RawValue) -> Result<ToolOutput, ToolError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct ResultJson {
        #[serde(default)]
        content: Vec<Value>,
        structured_content: Option<Box<RawValue>>,
        #[serde(default)]
        is_error: bool,
        #[serde(default, rename = "_meta")]
        meta: Map<String, Value>,
        /// Servers of 2024 could answer so.
        tool_result: Option<Value>,
    }
    let json: ResultJson = parse(result)?;
    let content: Vec<_> = json.content.into_iter().map(Content::received).collect();
    let mut output = ToolOutput::from(content);
    output.structured = json.structured_content;
    if let (None, Some(result)) = (&output.structured, json.tool_result) {
        output.content.push(Content::text(result.to_string()));
        output.structured = result
            .is_object()
            .then(|| to_raw_value(&result))
            .transpose()?;
    }
    output.is_error = json.is_error;
    output.meta = passed(json.meta);
    Ok(output)
}

/// Returns what a `_meta` has besides the keys that are about the other server alone.
fn passed(meta: Map<String, Value>) -> Map<String, Value> {
    let is_passed = |key: &str| !key.starts_with("io.modelcontextprotocol/");
    meta.into_iter().filter(|(key, _)| is_passed(key)).collect()
}

/// Reads the result of `resources/read`.
///
/// # Errors
/// If it is no such result.
pub fn resource_output(result: &RawValue) -> Result<ResourceOutput, ToolError> {
    #[derive(Deserialize)]
    struct ResultJson {
        contents: Vec<ResourceContents>,
    }
    parse(result).map(|json: ResultJson| json.contents.into())
}

/// Reads the result of `prompts/get`.
///
/// # Errors
/// If it is no such result.
pub fn prompt_output(result: &RawValue) -> Result<PromptOutput, ToolError> {
    #[derive(Deserialize)]
    struct ResultJson {
        messages: Vec<MessageJson>,
        description: Option<String>,
        #[serde(default, rename = "_meta")]
        meta: Map<String, Value>,
    }
    #[derive(Deserialize)]
    struct MessageJson {
        role: Role,
        content: Value,
    }
    let json: ResultJson = parse(result)?;
    let message = |json: MessageJson| PromptMessage {
        role: json.role,
        content: Content::received(json.content),
    };
    let messages: Vec<_> = json.messages.into_iter().map(message).collect();
    let mut output = PromptOutput::from(messages);
    output.description = json.description;
    output.meta = passed(json.meta);
    Ok(output)
}

/// Reads the result of `completion/complete`.
#[must_use]
pub fn completions(result: &RawValue) -> Vec<String> {
    #[derive(Deserialize, Default)]
    struct ResultJson {
        completion: CompletionJson,
    }
    #[derive(Deserialize, Default)]
    struct CompletionJson {
        values: Vec<String>,
    }
    let json: ResultJson = serde_json::from_str(result.get()).unwrap_or_default();
    json.completion.values
}

/// The most values in a result. Small ones take up to a hundred times the size of their text.
const MAX_VALUES: usize = 1_000_000;

fn parse<T: for<'de> Deserialize<'de>>(result: &RawValue) -> Result<T, ToolError> {
    let bytes = result.get().bytes();
    let values = bytes
        .filter(|byte| matches!(byte, b',' | b'[' | b'{'))
        .count();
    if values > MAX_VALUES {
        let why = format!("the other server's result has more than {MAX_VALUES} values");
        return Err(ToolError::failed(why));
    }
    serde_json::from_str(result.get())
        .map_err(|error| ToolError::failed("the other server's result is invalid").because(error))
}

/// Converts the error of a request to the server `name`.
#[must_use]
pub fn tool_error(name: &str, error: ConnectionError) -> ToolError {
    match error {
        ConnectionError::Refused(mut refusal) => {
            let data = refusal.data.as_mut();
            let required = data.and_then(|data| data.get_mut("requiredCapabilities"));
            match required {
                Some(required) if refusal.code == MISSING_CAPABILITY => {
                    let required = required.take();
                    ToolError::MissingCapability { required }
                }
                _ => ToolError::Refused(refusal),
            }
        }
        ConnectionError::Timeout(_) => ToolError::timed_out(format!("the MCP server `{name}`")),
        ConnectionError::TooLarge { .. } | ConnectionError::Invalid(_) => {
            ToolError::failed(format!("the MCP server `{name}`: {error}"))
        }
        error => ToolError::unavailable(format!("the MCP server `{name}`: {error}")),
    }
}
