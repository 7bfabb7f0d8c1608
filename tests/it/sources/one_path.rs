//! There is one way to a tool: whatever calls one, calls the executor.

use super::tree::sources;

/// The places that call a tool: the end of the pipeline, with middleware and without.
const ENDS: [&str; 2] = ["src/core/middleware.rs", "src/executor/pipeline.rs"];

#[test]
fn nothing_but_the_executor_calls_a_tool() {
    let calls: Vec<_> = sources(&["src"])
        .into_iter()
        .filter(|source| source.text.contains("tool.call("))
        .map(|source| source.path)
        .collect();
    assert_eq!(calls, ENDS);
}
