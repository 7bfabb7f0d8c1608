//! Tests of documents: what becomes of their operations, and what is refused.

mod hostile;
mod operations;
mod shared_parts;

use serde_json::Value;

use super::{Import, ImportOptions};

fn import(text: &str, options: &ImportOptions) -> Result<Import, String> {
    Import::read(text, options).map_err(|error| error.to_string())
}

fn definitions(text: &str, options: &ImportOptions) -> Vec<Value> {
    let import = import(text, options).unwrap();
    import.definitions.into_iter().map(Value::Object).collect()
}
