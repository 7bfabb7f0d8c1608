//! `call`: calls a tool and prints its result.
//!
//! `--output json` prints the [`ToolExecutionResult`] that plans report too.

use std::{
    io::{self, IsTerminal as _, Read as _},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{
    command_line::{CallArguments, OutputFormat},
    commands::Invocation,
    output,
    output::Failure,
    parameter::{did_you_mean, parse_pairs},
    progress,
    signals::Signals,
    terminal_prompt,
};
use crate::{
    client::CallResult,
    core::{Arguments, Content, ErrorKind, ToolDef, ToolError, ToolOutput},
    executor::{Execution, ToolExecutionResult},
    server::{Error, Server},
};

/// Calls a tool and prints its result.
pub async fn run(
    server: Server,
    call: &CallArguments,
    invocation: &Invocation,
) -> Result<(), Failure> {
    let signals = Signals::listen()?;
    let client = server.client().await?.logging(invocation.log);
    let client = if can_ask(call) {
        client.answering(terminal_prompt::on_terminal(signals.exit_at_once()))
    } else {
        client
    };
    let called = async {
        let tools = client.tools().await?;
        let send = async |params| {
            let work = client.request::<Value>("tools/call", params);
            tokio::select! {
                answer = progress::show_while(&client, work) => Ok(answer?),
                () = signals.first() => Err(Failure::because("interrupted")),
            }
        };
        let call_unlisted = async |arguments| {
            let arguments = Arguments::from_value(&arguments).ok()?;
            serde_json::to_value(client.execute(&call.name, arguments).await.ok()?).ok()
        };
        call_one_of(&tools, call, invocation, send, call_unlisted).await
    };
    let called = called.await;
    let closed = client.close().await;
    called.and_then(|()| Ok(closed?))
}

/// Returns `true` if a person can answer questions: standard input and error are a terminal, and
/// the arguments are not read from standard input.
fn can_ask(call: &CallArguments) -> bool {
    call.json.as_deref() != Some("-") && io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Calls one of `tools`, entries of `tools/list`, with `send`, and prints its result.
///
/// `send` takes the parameters of `tools/call` and returns its result. `call_unlisted` calls a tool
/// that is not listed with these arguments, and returns the [`ToolExecutionResult`] as JSON, or
/// `None` if the server has none.
pub async fn call_one_of(
    tools: &[Value],
    call: &CallArguments,
    invocation: &Invocation,
    send: impl AsyncFnOnce(Value) -> Result<Value, Failure>,
    call_unlisted: impl AsyncFnOnce(Value) -> Option<Value>,
) -> Result<(), Failure> {
    let Some(tool) = tools.iter().find(|tool| tool["name"] == call.name) else {
        // Without a schema, arguments that cannot be read do not matter: the name is wrong.
        let arguments = arguments(call, &Value::Null).unwrap_or_else(|_| json!({}));
        let result = call_unlisted(arguments).await;
        return Err(unlisted(tools, call, &invocation.program, result)?);
    };
    let arguments = arguments(call, &tool["inputSchema"])?;
    let start = Instant::now();
    let answer = send(json!({"name": call.name, "arguments": arguments})).await?;
    print(answer, tool, start.elapsed(), call.output)
}

/// Returns the failure of a call of a tool that is not listed. `result` is what the server says
/// about it, which `--output json` prints.
///
/// # Errors
/// If the result cannot be printed.
fn unlisted(
    tools: &[Value],
    call: &CallArguments,
    program: &str,
    result: Option<Value>,
) -> Result<Failure, Failure> {
    let name = call.name.as_str();
    let result = result.unwrap_or_else(|| not_found(name));
    if call.output == OutputFormat::Json {
        output::print_json(&result)?;
    }
    if result["error_kind"] == ErrorKind::Denied.as_str() {
        return Ok(Failure::Usage(format!(
            "the whitelist blocks `{name}`: add it to `TOOL_WHITELIST`"
        )));
    }
    let names = tools.iter().filter_map(|tool| tool["name"].as_str());
    let suggestion = did_you_mean(name, names);
    Ok(Failure::Usage(format!(
        "there is no tool `{name}`{suggestion} (`{program} tools` lists all tools)"
    )))
}

/// Returns the result of a tool that does not exist.
fn not_found(name: &str) -> Value {
    let missing = Err(ToolError::not_found("tool", name));
    let result = Execution::new(missing, Duration::ZERO).into_result(name, None);
    json!(result)
}

fn arguments(call: &CallArguments, schema: &Value) -> Result<Value, Failure> {
    let text = match call.json.as_deref() {
        None => {
            let pairs = parse_pairs(&call.pairs, schema).map_err(Failure::Usage)?;
            return Ok(Value::Object(pairs));
        }
        Some("-") => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text)?;
            text
        }
        Some(text) => text.to_owned(),
    };
    let invalid =
        |problem: String| Failure::Usage(format!("`--json` expects a JSON object: {problem}"));
    match serde_json::from_str(&text) {
        Ok(arguments @ Value::Object(_)) => Ok(arguments),
        Ok(other) => Err(invalid(format!("got `{other}`"))),
        Err(error) => Err(invalid(error.to_string())),
    }
}

fn print(
    answer: Value,
    tool: &Value,
    elapsed: Duration,
    format: OutputFormat,
) -> Result<(), Failure> {
    if format == OutputFormat::Mcp {
        output::print_json(&answer)?;
    }
    let answer: CallResult = serde_json::from_value(answer).map_err(io::Error::from)?;
    let answer = ToolOutput::from(answer);
    let (text, failed) = (text_of(&answer), answer.is_error);
    match format {
        OutputFormat::Mcp => {}
        OutputFormat::Json => {
            let result = execution_result(tool, answer, elapsed).map_err(io::Error::from)?;
            output::print_json(&result)?;
        }
        OutputFormat::Text if !failed && !text.is_empty() => output::print_data(&text)?,
        OutputFormat::Text => {}
    }
    if failed {
        return Err(Error::ToolFailed(text).into());
    }
    Ok(())
}

/// Returns the text of a result for people: its blocks, or its structured value if it has none.
fn text_of(answer: &ToolOutput) -> String {
    let blocks: Vec<String> = answer.content.iter().map(block_text).collect();
    match answer.structured_value() {
        Some(structured) if blocks.is_empty() => format!("{structured:#}"),
        _ => blocks.join("\n"),
    }
}

fn block_text(block: &Content) -> String {
    let omitted = |kind: &str, mime_type: &str| {
        format!("[{kind} {mime_type}: use `--output mcp` to print it]")
    };
    match block {
        Content::Text { text, .. } => text.clone(),
        Content::ResourceLink(link) => link.uri.clone(),
        Content::Image(media) => omitted("image", &media.mime_type),
        Content::Audio(media) => omitted("audio", &media.mime_type),
        Content::Resource { resource, .. } => match &resource.text {
            Some(text) => text.clone(),
            None => omitted(
                "resource",
                resource.mime_type.as_deref().unwrap_or_default(),
            ),
        },
        other => match other.as_text() {
            Some(text) => text.to_owned(),
            None => omitted("block", "of another type"),
        },
    }
}

/// The keys of a result's `_meta` that describe its execution.
const EXECUTION_ID: &str = "toolwright/executionId";
const REPAIRS: &str = "toolwright/repairs";
const ERROR_KIND: &str = "toolwright/errorKind";

/// Creates the result of a call of `tool`, an entry of `tools/list`, that returned `output`.
///
/// # Errors
/// If the repairs in the `_meta` of `output` cannot be read.
pub(super) fn execution_result(
    tool: &Value,
    mut output: ToolOutput,
    elapsed: Duration,
) -> serde_json::Result<ToolExecutionResult> {
    let name = tool["name"].as_str().unwrap_or_default();
    let definition =
        ToolDef::new(name, "").with_output_schema(tool["outputSchema"].as_object().cloned());
    let id = output.meta.remove(EXECUTION_ID);
    let repairs = output.meta.remove(REPAIRS);
    let kind = output.meta.remove(ERROR_KIND);
    output.error_kind = kind
        .as_ref()
        .and_then(Value::as_str)
        .and_then(ErrorKind::from_word);
    let mut result = Execution::new(Ok(output), elapsed).into_result(name, Some(&definition));
    result.execution_id = id.as_ref().and_then(Value::as_str).map(ToOwned::to_owned);
    result.repairs = repairs
        .map(serde_json::from_value)
        .transpose()?
        .unwrap_or_default();
    Ok(result)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::client::CallResult;

    #[test]
    fn the_text_of_a_result_is_its_blocks_or_its_value() {
        let text = |answer| {
            let answer: CallResult = serde_json::from_value(answer).unwrap();
            text_of(&answer.into())
        };
        let blocks = json!({"content": [
            {"type": "text", "text": "one"},
            {"type": "image", "mimeType": "image/png", "data": "AA=="},
            {"type": "resource_link", "uri": "todo://all", "name": "all"},
            {"type": "resource", "resource": {"uri": "todo://1", "text": "buy milk"}},
        ], "structuredContent": {"n": 1}});
        assert_eq!(
            text(blocks),
            "one\n[image image/png: use `--output mcp` to print it]\ntodo://all\nbuy milk"
        );
        let bare = json!({"content": [], "structuredContent": {"n": 1}});
        assert_eq!(text(bare), "{\n  \"n\": 1\n}");
        assert_eq!(text(json!({"content": []})), "");
    }

    fn shown(tool: &Value, answer: Value) -> Value {
        let output = serde_json::from_value::<CallResult>(answer).unwrap().into();
        let result = execution_result(tool, output, Duration::from_millis(250)).unwrap();
        serde_json::to_value(result).unwrap()
    }

    #[test]
    fn a_result_has_the_value_of_the_tool_its_id_and_its_repairs() {
        let plain = json!({"name": "t"});
        let wrapped = json!({"name": "t", "outputSchema": {"x-fastmcp-wrap-result": true}});
        let repairs = json!([{"path": "a", "repair": "quoted_value", "got": "3", "used": 3}]);
        let three = json!({
            "content": [{"type": "text", "text": "3"}],
            "structuredContent": {"result": 3},
            "_meta": {"toolwright/executionId": "1", "toolwright/repairs": repairs},
        });
        assert_eq!(
            shown(&wrapped, three.clone()),
            json!({
                "tool": "t", "success": true, "status": "success", "result": 3, "error": null, "tool_name": "t", "elapsed": 0.25,
                "execution_id": "1", "repairs": repairs,
            })
        );
        assert_eq!(shown(&plain, three)["result"], 3);
        let object = json!({
            "content": [{"type": "text", "text": "{\"result\":3}"}],
            "structuredContent": {"result": 3},
        });
        assert_eq!(shown(&plain, object)["result"], json!({"result": 3}));
    }

    #[test]
    fn a_failure_has_its_text_and_no_result() {
        let failed = json!({
            "content": [{"type": "text", "text": "timed out after 1s"}],
            "isError": true,
            "_meta": {"toolwright/errorKind": "timeout"},
        });
        assert_eq!(
            shown(&json!({"name": "t"}), failed),
            json!({
                "tool": "t", "success": false, "status": "error", "result": null,
                "error": "Tool execution timeout (0.3s)", "error_kind": "timeout",
                "tool_name": "t", "elapsed": 0.25,
            })
        );
    }
}
