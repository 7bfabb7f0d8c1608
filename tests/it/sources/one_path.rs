//! There is one path to a resource or a prompt: whatever uses one asks the executor. The path to a tool
//! is held by the compiler, with `Permitted`.

use super::tree::sources;

/// Returns the files that contain one of these texts.
fn users_of(texts: &[&str]) -> Vec<String> {
    sources(&["framework/src", "registry/src", "src"])
        .into_iter()
        .filter(|source| texts.iter().any(|text| source.text.contains(text)))
        .map(|source| source.path)
        .collect()
}

#[test]
fn nothing_but_the_executor_uses_a_resource_or_a_prompt() {
    let read = ["found.read(", "resource.read("];
    // The last one asks for a permit. The first reads for the context of a call without a server.
    let ends = [
        "framework/src/core/catalog/services.rs",
        "framework/src/core/catalog/snapshot.rs",
        "framework/src/executor/items.rs",
    ];
    assert_eq!(users_of(&read), ends);
    let used = ["prompt.get(", "prompt.complete(", "resource.complete("];
    assert_eq!(users_of(&used), ["framework/src/executor/items.rs"]);
}
