//! The contents of the resources, the messages of the prompts, and the completion of their arguments.

use rmcp::{
    ErrorData,
    model::{
        CompleteRequestParams, GetPromptRequestParams, GetPromptResult, PromptMessage,
        ReadResourceResult, Reference, ResourceContents, Role,
    },
};
use serde_json::json;

/// The same bytes as the other server's: 0, 1, 2, 253, 254, 255.
pub const BYTES: &str = "AAEC/f7/";

pub fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    if uri == "twin://broken" {
        return Err(ErrorData::internal_error("it is broken", None));
    }
    let contents = match (uri, uri.strip_prefix("twin://items/")) {
        ("twin://bytes", _) => {
            ResourceContents::blob(BYTES, uri).with_mime_type("application/octet-stream")
        }
        ("twin://text", _) => text("Once upon a time", uri),
        (_, Some(id)) if !id.is_empty() && !id.contains('/') => text(format!("item {id}"), uri),
        _ => {
            let data = json!({"uri": uri});
            return Err(ErrorData::resource_not_found(
                "no such resource",
                Some(data),
            ));
        }
    };
    Ok(ReadResourceResult::new(vec![contents]))
}

fn text(text: impl Into<String>, uri: &str) -> ResourceContents {
    ResourceContents::text(text, uri).with_mime_type("text/plain")
}

pub fn prompt(request: GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let arguments = request.arguments.unwrap_or_default();
    let argument = |name: &str| match arguments.get(name) {
        None => Ok(None),
        Some(value) => value.as_str().map(Some).ok_or_else(|| {
            ErrorData::invalid_params(format!("the argument {name} is not a string"), None)
        }),
    };
    let (description, text) = match request.name.as_str() {
        "hello" => ("Say hello.", "Say hello.".to_owned()),
        "letter" => {
            let tone = argument("tone")?.unwrap_or("friendly");
            let missing = || ErrorData::invalid_params("the argument to is missing", None);
            let to = argument("to")?.ok_or_else(missing)?;
            ("Write a letter.", format!("Write a {tone} letter to {to}."))
        }
        _ => return Err(ErrorData::invalid_params("no such prompt", None)),
    };
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(description))
}

pub fn complete(request: &CompleteRequestParams) -> Result<Vec<String>, ErrorData> {
    let unknown = || ErrorData::invalid_params("no such reference", None);
    let values: &[&str] = match (&request.r#ref, request.argument.name.as_str()) {
        (Reference::Prompt(prompt), name) => match (prompt.name.as_str(), name) {
            ("letter", "tone") => &["formal", "friendly", "terse"],
            ("hello" | "letter", _) => &[],
            _ => return Err(unknown()),
        },
        (Reference::Resource(resource), name) => match (resource.uri.as_str(), name) {
            ("twin://items/{id}", "id") => &["10", "11", "20"],
            ("twin://items/{id}" | "twin://broken" | "twin://bytes" | "twin://text", _) => &[],
            _ => return Err(unknown()),
        },
        _ => return Err(unknown()),
    };
    let typed = &request.argument.value;
    let fitting = values.iter().filter(|value| value.starts_with(typed));
    Ok(fitting.map(ToString::to_string).collect())
}
