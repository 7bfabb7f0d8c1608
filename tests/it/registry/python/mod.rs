//! Python functions as tools.

mod calls;
mod check;
mod failures;
mod live;
mod workers;

use std::fs;

use serde_json::{Value, json};

use super::Registry;

/// A registry with a script, and a tool for each of its functions: those that are named here.
fn functions(script: &str, names: &[&str]) -> Registry {
    let tools: Vec<Value> = names.iter().map(|name| function(name)).collect();
    let registry = Registry::with(json!(tools));
    write(&registry, "script.py", script);
    registry
}

/// A tool that is a function of `script.py`, without declared parameters.
fn function(name: &str) -> Value {
    json!({
        "name": name, "type": "python", "description": "d",
        "config": {"script": "script.py", "function": name},
    })
}

/// Writes a file into the folder of scripts.
fn write(registry: &Registry, name: &str, text: &str) {
    let path = registry.path("tools").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    // As an editor does: a reader never sees half of it.
    let draft = path.with_extension("draft");
    fs::write(&draft, text).unwrap();
    fs::rename(draft, path).unwrap();
}
