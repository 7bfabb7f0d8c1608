//! A `tools.json` with many tools.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use crate::rig::{Result, scratch};

/// How many tools there are.
pub(crate) const COUNT: usize = 10_000;

/// A tool that is compiled in, under another name.
pub(crate) const ALIAS: &str = "cell_of_text";
pub(crate) const COMPILED: &str = "serialize_for_cell";

/// Writes an empty folder with `count` tools and returns its path.
pub(crate) fn folder(count: usize) -> Result<PathBuf> {
    let folder = scratch()?.join(format!("registry-{count}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    write(&folder, count, 0)?;
    Ok(folder)
}

/// Replaces the file. Another `edition` changes the description of one tool.
pub(crate) fn write(folder: &Path, count: usize, edition: usize) -> Result<()> {
    let mut tools: Vec<Value> = (1..count).map(|number| tool(number, edition)).collect();
    tools.push(json!({
        "name": ALIAS, "type": "builtin", "description": "Clean a text.",
        "config": {"tool": COMPILED},
    }));
    let text = serde_json::to_string_pretty(&json!({"tools": tools}))?;
    let fresh = folder.join("fresh.json");
    fs::write(&fresh, text)?;
    Ok(fs::rename(fresh, folder.join("tools.json"))?)
}

fn tool(number: usize, edition: usize) -> Value {
    let description = match number {
        1 => format!("Edition {edition}."),
        number => format!("Multiply two numbers and add {number}."),
    };
    json!({
        "name": format!("tool_{number}"), "type": "expression", "description": description,
        "config": {"expression": format!("first * second + {number}")},
        "parameters": [
            {"name": "first", "type": "number", "description": "The first number.", "required": true},
            {"name": "second", "type": "number", "description": "The second number.", "required": true},
        ],
    })
}
