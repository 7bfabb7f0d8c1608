//! Makes OpenAPI documents, and asserts that they are refused or imported in a bounded time and memory.
//!
//! The bytes are decisions: how many operations there are, which parts they share, how long their texts are,
//! and which schemas their bodies have.

#![cfg_attr(fuzzing, no_main)]

mod choices;
#[path = "../../../registry/src/openapi/mod.rs"]
#[allow(dead_code, unused_imports, reason = "a part of another crate")]
mod openapi;
mod peak_memory;
mod processor_time;
mod target;

use std::time::Duration;

use choices::Choices;
use openapi::{Import, ImportOptions};
use peak_memory::peak_of;
use processor_time::processor_time;
use serde_json::{Map, Value, json};
use target::fuzz_target;

/// The most processor time of one document.
const MAX_TIME: Duration = Duration::from_secs(20);

/// The most memory, in bytes: that of the document for each of its bytes, and that of the definitions.
const MAX_MEMORY_PER_BYTE: usize = 100;
const MAX_MEMORY: usize = 120 * 1024 * 1024;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes, "#/components/schemas/");
    let text = document(&mut choices).to_string();
    let begun = processor_time();
    let memory = peak_of(|| drop(Import::read(&text, &ImportOptions::default())));
    let took = processor_time() - begun;
    let most = MAX_MEMORY + MAX_MEMORY_PER_BYTE * text.len();
    assert!(
        took < MAX_TIME && memory < most,
        "{took:?}, {memory} bytes for {} bytes: {}",
        text.len(),
        text.chars().take(4_000).collect::<String>()
    );
});

fn document(choices: &mut Choices<'_>) -> Value {
    let count = [1, 1, 1, 1, 20, 20, 300, 2_000][usize::from(choices.of(8))];
    let definitions = 1 + choices.of(30);
    let operation = operation(choices, definitions);
    let is_shared = choices.of(2) == 0;
    let paths = (0..count).map(|number| {
        let item = match is_shared {
            true => json!({"$ref": "#/components/pathItems/p"}),
            false => json!({"post": {"requestBody": {"$ref": "#/components/requestBodies/b"}}}),
        };
        (format!("/{number}"), item)
    });
    let paths: Map<String, Value> = paths.collect();
    let body = json!({"content": {"application/json": {"schema": body(choices, definitions)}}});
    json!({
        "openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": paths,
        "components": {
            "schemas": choices.definitions(definitions),
            "requestBodies": {"b": body},
            "pathItems": {"p": {"post": operation}},
        },
    })
}

fn text(choices: &mut Choices<'_>) -> String {
    "x".repeat([1, 1, 10, 300, 5_000, 100_000][usize::from(choices.of(6))])
}

/// Makes an operation with its body, and with texts of all lengths.
fn operation(choices: &mut Choices<'_>, definitions: u8) -> Value {
    let parameters = (0..choices.of(9)).map(|number| {
        let place = ["query", "header", "path", "cookie"][usize::from(choices.of(4))];
        let name = format!("{number}{}", text(choices));
        let schema = choices.schema(definitions, 1);
        json!({"name": name, "in": place, "description": text(choices), "schema": schema})
    });
    let parameters: Vec<_> = parameters.collect();
    json!({
        "operationId": text(choices), "description": text(choices), "tags": [text(choices)],
        "parameters": parameters, "requestBody": {"$ref": "#/components/requestBodies/b"},
    })
}

/// Makes the schema of a body, which may have many properties or parts.
fn body(choices: &mut Choices<'_>, definitions: u8) -> Value {
    let count = [1, 9, 100, 600, 9_000][usize::from(choices.of(5))];
    let one = choices.schema(definitions, 1);
    let name = text(choices);
    match choices.of(5) {
        0 => one,
        1 => json!({"allOf": vec![one; count.min(600)]}),
        2 => json!({"enum": (0..count).collect::<Vec<_>>(), "default": name}),
        _ => {
            let name = &name[..name.len().min(1_000_000 / count)];
            let names = (0..count).map(|number| (format!("{number}{name}"), one.clone()));
            json!({"type": "object", "properties": names.collect::<Map<_, _>>()})
        }
    }
}
