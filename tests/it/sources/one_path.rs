//! There is one path to a tool, a resource or a prompt: whatever uses one asks the executor.

use super::tree::sources;

/// Returns the files that contain one of these texts.
fn users_of(texts: &[&str]) -> Vec<String> {
    sources(&["src"])
        .into_iter()
        .filter(|source| texts.iter().any(|text| source.text.contains(text)))
        .map(|source| source.path)
        .collect()
}

#[test]
fn nothing_but_the_executor_calls_a_tool() {
    // The end of the pipeline, with middleware and without; and a registered tool that stands in for a
    // built-in one, within its own governed call.
    let ends = [
        "src/core/middleware/middleware.rs",
        "src/executor/pipeline.rs",
        "src/registry/kinds/builtin.rs",
    ];
    assert_eq!(users_of(&["tool.call(", "Tool::call("]), ends);
}

#[test]
fn nothing_but_the_executor_uses_a_resource_or_a_prompt() {
    let read = ["found.read(", "resource.read("];
    // The last one asks for a permit. The second reads for the context of a call without a server.
    let ends = [
        "src/core/catalog/found_resource.rs",
        "src/core/catalog/services.rs",
        "src/executor/items.rs",
    ];
    assert_eq!(users_of(&read), ends);
    let used = ["prompt.get(", "prompt.complete(", "resource.complete("];
    assert_eq!(users_of(&used), ["src/executor/items.rs"]);
}
