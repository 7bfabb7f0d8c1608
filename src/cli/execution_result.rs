//! A result as `ToolExecutionResult` shows it: what plans and the API show too.

use std::time::Duration;

use serde_json::{Value, json};

/// The result of a call of `tool`, from what the protocol answered.
pub(super) fn execution_result(
    tool: &Value,
    answer: &Value,
    text: &str,
    elapsed: Duration,
) -> Value {
    let success = answer["isError"] != true;
    let meta = &answer["_meta"];
    let mut shown = json!({
        "success": success,
        "result": if success { result(tool, answer, text) } else { Value::Null },
        "error": if success { Value::Null } else { text.into() },
        "tool_name": tool["name"],
        "elapsed": elapsed.as_secs_f64(),
    });
    for (name, key) in [
        ("execution_id", "toolwright/executionId"),
        ("repairs", "toolwright/repairs"),
    ] {
        if let Some(value) = meta.get(key) {
            shown[name] = value.clone();
        }
    }
    shown
}

/// The structured value where there is one, else the text, else the blocks.
fn result(tool: &Value, answer: &Value, text: &str) -> Value {
    let is_wrapped = tool["outputSchema"]["x-fastmcp-wrap-result"] == true;
    let blocks = answer["content"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    match answer.get("structuredContent") {
        Some(wrapped) if is_wrapped => wrapped["result"].clone(),
        Some(value) => value.clone(),
        None if blocks.is_empty() => Value::Null,
        None if blocks.iter().all(|block| block["type"] == "text") => text.into(),
        None => blocks.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(tool: &Value, answer: &Value) -> Value {
        execution_result(tool, answer, "text", Duration::from_millis(250))
    }

    #[test]
    fn a_result_is_the_value_and_a_failure_is_its_text() {
        let plain = json!({"name": "t"});
        let wrapped = json!({"name": "t", "outputSchema": {"x-fastmcp-wrap-result": true}});
        let three = json!({"content": [{"type": "text"}], "structuredContent": {"result": 3},
            "_meta": {"toolwright/executionId": "1"}});
        assert_eq!(
            shown(&wrapped, &three),
            json!({"success": true, "result": 3, "error": null, "tool_name": "t", "elapsed": 0.25, "execution_id": "1"})
        );
        assert_eq!(shown(&plain, &three)["result"], json!({"result": 3}));
        let text = json!({"content": [{"type": "text", "text": "text"}]});
        assert_eq!(shown(&plain, &text)["result"], "text");
        let failed = json!({"content": [{"type": "text", "text": "text"}], "isError": true});
        let failed = shown(&plain, &failed);
        assert_eq!(
            (&failed["success"], &failed["error"]),
            (&json!(false), &json!("text"))
        );
    }
}
