//! The result of a call as `--output json` prints it: the [`ToolExecutionResult`] that plans report
//! too.

use std::time::Duration;

use serde_json::Value;

use crate::{
    core::{ErrorKind, ToolDef, ToolOutput},
    executor::{Execution, ToolExecutionResult},
};

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
    use crate::server::CallResult;

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
                "success": true, "status": "success", "result": 3, "error": null, "tool_name": "t", "elapsed": 0.25,
                "execution_id": "1", "repairs": repairs,
            })
        );
        assert_eq!(shown(&plain, three)["result"], json!({"result": 3}));
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
                "success": false, "status": "error", "result": null,
                "error": "Tool execution timeout (0.3s)", "error_kind": "timeout",
                "tool_name": "t", "elapsed": 0.25,
            })
        );
    }
}
